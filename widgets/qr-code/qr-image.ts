import { toDataURL } from 'qrcode'

export type QrSize = 'sm' | 'md' | 'lg'

/** @source specification, constants: widths in pixels, mask pattern */
export const qrWidths: Record<QrSize, number> = { sm: 100, md: 200, lg: 300 }
const maskPattern = 1

export const qrWidth = (size: unknown): number =>
  qrWidths[(typeof size === 'string' && Object.hasOwn(qrWidths, size) ? size : 'md') as QrSize]

/** A PNG of a text as data address; rejects for a text that no QR code can hold (more than 2331 bytes). */
export const drawQr = (text: string, width: number): Promise<string> =>
  toDataURL(text, { width, margin: 2, maskPattern, errorCorrectionLevel: 'M', color: { dark: '#000000', light: '#ffffff' } })

/** A data address of base64 as a file. */
export function blobOf(address: string): Blob {
  const [head = '', body = ''] = address.split(',')
  return new Blob([Uint8Array.from(atob(body), (character) => character.charCodeAt(0))], {
    type: /^data:([^;,]+)/.exec(head)?.[1] ?? 'image/png',
  })
}
