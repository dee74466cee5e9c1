import { type ClipboardEvent, type KeyboardEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { parseBlock } from './paste-block.ts'
import { codesOf, type Scan } from './use-scan.ts'

/**
 * A field for a scanner: each code that Enter or Tab ends is taken over and the field is free for the next one at once. A block of codes
 * and counts can be pasted into it. Codes for which nothing is found stand beneath it until they are closed.
 */
export function ScanLine({ id, scan }: { id: string; scan: Scan }) {
  const { t, formatNumber } = useLocale()
  const { left, waiting } = scan

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const code = event.currentTarget.value.trim()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && (event.key !== 'Tab' || event.shiftKey || code === ''))) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.value = ''
    if (code !== '') scan.scan([{ code, count: '1' }])
  }
  function onPaste(event: ClipboardEvent): void {
    const block = parseBlock(event.clipboardData.getData('text/plain'))
    if (block.length === 1 && block[0]!.length === 1) return
    event.preventDefault()
    scan.scan(codesOf(block))
  }
  function again(): void {
    scan.clear()
    scan.scan(left)
  }
  return (
    <div className="pf-scan">
      <label htmlFor={`${id}-scan`}>{t('form.scan.label')}</label>
      <input
        id={`${id}-scan`}
        className="pf-input"
        type="text"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-scan-hint`}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <p className="pf-description" id={`${id}-scan-hint`}>
        {t('form.scan.hint')}
      </p>
      <p className="pf-unseen" role="status">
        {waiting > 0 && t('form.scan.waiting', { number: formatNumber(waiting) })}
      </p>
      {left.length > 0 && (
        <div className="pf-notice pf-paste" role="alert" data-tone="warning">
          <span>{t('form.scan.left', { number: formatNumber(left.length) })}</span>
          <button type="button" className="pk-button" onClick={again}>
            {t('form.retry')}
          </button>
          <button type="button" className="pk-button" onClick={scan.clear}>
            {t('form.paste.close')}
          </button>
          <ul className="pf-scan-left">
            {left.map(({ code, count }, at) => (
              <li key={at}>
                <bdi>{code}</bdi>
                {count !== '1' && <> × {count}</>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
