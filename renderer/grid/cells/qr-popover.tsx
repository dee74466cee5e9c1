import { create } from 'qrcode'
import { useMemo } from 'react'
import type { CellFormats } from './cell-formats.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import { GridPopover } from '#renderer/grid/popover/grid-popover.tsx'

interface QrPopoverProps {
  text: string
  formats: CellFormats
  opener: HTMLElement
  onClose: () => void
}

/** A QR code next to its button, dark on light in both colour schemes, as scanners need it. */
export default function QrPopover({ text, formats, opener, onClose }: QrPopoverProps) {
  const { size, path } = useMemo(() => drawQr(text), [text])
  const name = formats.t('grid.qr_of', { value: clip(text, 80) })
  return (
    <GridPopover label={name} opener={opener} className="grid-qr-popover" onClose={onClose}>
      <svg width={208} height={208} viewBox={`-3 -3 ${size + 6} ${size + 6}`} role="img" aria-label={name} shapeRendering="crispEdges">
        <path fill="#fff" d={`M-3-3h${size + 6}v${size + 6}h-${size + 6}z`} />
        <path fill="#000" d={path} />
      </svg>
      <bdi className="grid-hint">{clip(text, 120)}</bdi>
    </GridPopover>
  )
}

function drawQr(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const cells = Array.from({ length: modules.size * modules.size }, (_, at) =>
    modules.get(Math.floor(at / modules.size), at % modules.size) ? `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z` : '',
  )
  return { size: modules.size, path: cells.join('') }
}
