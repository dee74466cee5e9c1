/** Where uploaded files are fetched: `/files/<key>/<name>`. Who has the link may; the key cannot be guessed. */
export const filesPath = '/files'

/** 132 bits in the alphabet of addresses. */
export const keyPattern = '[A-Za-z0-9_-]{22}'

export const linkOf = (key: string, name: string): string => `${filesPath}/${key}/${name}`
