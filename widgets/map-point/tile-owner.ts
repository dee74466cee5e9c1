/** Whom the pictures of a map are owed to: the name that its licence asks for, else the host that they come from. */
export function tileOwner(tileUrl: string | null): { text: string; href?: string } | undefined {
  const host = /^https?:\/\/(?:\{[a-z-]+\}\.)?([^/{}]+)/i.exec(tileUrl ?? '')?.[1]
  if (host === undefined) return undefined
  return /(^|\.)openstreetmap\.org$/i.test(host)
    ? { text: '© OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' }
    : { text: host }
}
