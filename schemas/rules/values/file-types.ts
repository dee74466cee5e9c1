/** Media type of each kind of file that can be allowed, by the extension of its name. */
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

/** `jpg` of `Summer.JPG`; empty without one. */
export const extensionOf = (name: string): string => /[^.]\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What some systems call the same kind of file. */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'audio/mp3': 'audio/mpeg',
}

/** Whether a sender's word about a file agrees with what it is; no word and "some bytes" always do. */
export function agreesWith(declared: string, mediaType: string): boolean {
  const said = declared.split(';')[0]!.trim().toLowerCase()
  return ['', 'application/octet-stream', 'binary/octet-stream', mediaType].includes(said) || otherNames[said] === mediaType
}
