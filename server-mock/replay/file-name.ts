/** The name that a `content-disposition` gives a file (RFC 6266). */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // The plain name is there for that.
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'file'
}
