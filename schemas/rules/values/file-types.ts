/** Media type of each kind of file that can be allowed, by file extension. */
export const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** @source specification, "Upload defaults" */
export const defaultFileTypes: readonly string[] = ['jpg', 'jpeg', 'png', 'gif', 'pdf']
export const defaultMaxFileBytes = 10 * 1024 * 1024
export const defaultMaxFiles = 100

/** `jpg` for `Summer.JPG`; empty if there is no extension. */
export const extensionOf = (name: string): string => /[^.]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Other media types that some systems use for the same kind of file. */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'audio/mp3': 'audio/mpeg',
}

/** Whether the media type that a sender declares fits the actual one. No type and `application/octet-stream` always fit. */
export function agreesWith(declared: string, mediaType: string): boolean {
  const said = declared.split(';')[0]!.trim().toLowerCase()
  return ['', 'application/octet-stream', 'binary/octet-stream', mediaType].includes(said) || otherNames[said] === mediaType
}
