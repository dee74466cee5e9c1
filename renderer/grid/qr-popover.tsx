import { create } from 'qrcode'
import { useEffect, useMemo, useRef } from 'react'
import type { CellFormats } from './cell-formats.ts'
import { clip } from './cell-values.ts'
import { placeBeside } from './popover-menu.tsx'

interface QrPopoverProps {
  text: string
  formats: CellFormats
  opener: HTMLElement
  onClose: () => void
}

/** A QR code beside the button that asked for it, dark on light in both schemes: scanners want it so. */
export default function QrPopover({ text, formats, opener, onClose }: QrPopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { size, path } = useMemo(() => drawQr(text), [text])
  useEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    placeBeside(element, opener, 'start')
    element.focus({ preventScroll: true })
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'closed') return
      onClose()
      if (element.contains(document.activeElement) || document.activeElement === document.body) opener.focus({ preventScroll: true })
    }
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [opener, onClose])
  const name = formats.t('grid.qr_of', { value: clip(text, 80) })
  return (
    <div ref={panel} popover="auto" role="dialog" aria-label={name} tabIndex={-1} className="grid-popover grid-qr-popover">
      <svg width={208} height={208} viewBox={`-3 -3 ${size + 6} ${size + 6}`} role="img" aria-label={name} shapeRendering="crispEdges"><path fill="#fff" d={`M-3-3h${size + 6}v${size + 6}h-${size + 6}z`} /><path fill="#000" d={path} /></svg>
      <bdi className="grid-hint">{clip(text, 120)}</bdi>
    </div>
  )
}

function drawQr(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const cells = Array.from({ length: modules.size * modules.size }, (_, at) => (modules.get(Math.floor(at / modules.size), at % modules.size) ? `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z` : ''))
  return { size: modules.size, path: cells.join('') }
}
