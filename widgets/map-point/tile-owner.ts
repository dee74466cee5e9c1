/** Attribution of the map tiles: the name that their licence requires, otherwise their host. */
export function tileOwner(tileUrl: string | null): { text: string; href?: string } | undefined {
  const host = /^https?:\/\/(?:\{[a-z-]+\}\.)?([^/{}]+)/i.exec(tileUrl ?? '')?.[1]
  if (host === undefined) return undefined
  return /(^|\.)openstreetmap\.org$/i.test(host)
    ? { text: '© OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' }
    : { text: host }
}
