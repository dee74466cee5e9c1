import { useCallback, useState } from 'react'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import type { CellFormats } from './cell-formats.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'

const QrPopover = lazyComponent(() => import('./qr-popover.tsx'))

/** A text and a button that shows it as a QR code; the code that draws it is loaded on the first click. */
export function QrButton({ text, formats }: { text: string; formats: CellFormats }) {
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setOpener(null), [])
  return (
    <span className="grid-qr">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        aria-label={formats.t('grid.qr_of', { value: clip(text, 80) })}
        title={formats.t('grid.show_qr')}
        onClick={(event) => setOpener(opener ? null : event.currentTarget)}
      />
      <span className="grid-clip" dir="auto" title={clip(text, 500)}>
        {clip(text, 40)}
      </span>
      {opener ? <QrPopover text={text} formats={formats} opener={opener} onClose={close} /> : null}
    </span>
  )
}
