import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useSiteSettings } from '#renderer/api/site-settings.ts'
import './print.css'

/** From the page being drawn to its print dialogue. @source specification, constants */
export const printDelayMs = 1000

/** Selector of elements that are still loading. */
const onItsWay = '.pk-loading, .pk-skeleton, .grid-skeleton, [aria-busy=true]'

/**
 * A page for paper: nothing of the panel around it, its head on each sheet; the print dialogue opens by itself a second
 * after all is drawn.
 */
export function PrintLayout({ children }: { children: ReactNode }) {
  const { t, formatDateTime, locale, dir } = useLocale()
  const { panel_logo, site_title } = useSiteSettings()
  const navigate = useNavigate()
  const page = useRef<HTMLElement>(null)
  useEffect(() => (page.current ? printWhenDrawn(page.current) : undefined), [])
  return (
    <div className="pk-print" data-scheme="light">
      <style>{pageCounter(t('pages.of', { page: pageMark, pages: pagesMark }), locale, dir)}</style>
      <div className="pk-print-tools">
        <button type="button" className="pk-button" onClick={() => (window.history.length > 1 ? void navigate(-1) : void navigate('/'))}>
          {t('shell.back')}
        </button>
        <button type="button" className="pk-button pk-button-primary" onClick={() => window.print()}>
          <Icon name="print" size={16} />
          <span>{t('action.print.title')}</span>
        </button>
      </div>
      <main ref={page} id="pk-content" tabIndex={-1}>
        <table className="pk-print-sheet" role="presentation">
          <thead>
            <tr>
              <td>
                <div className="pk-print-head">
                  {panel_logo && <img src={panel_logo} alt="" height={32} />}
                  <b>{site_title}</b>
                  <span className="pk-spacer" />
                  <time>{formatDateTime(new Date().toISOString())}</time>
                </div>
              </td>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{children}</td>
            </tr>
          </tbody>
        </table>
      </main>
    </div>
  )
}

/** Opens the print dialogue once, a second after the page holds something and nothing in it is on its way. Returns how to stop. */
function printWhenDrawn(page: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const isDrawn =
      page.querySelector('h1, .pf-blocks') !== null &&
      page.querySelector(onItsWay) === null &&
      page.querySelector('.pk-message-page, .pk-broken') === null
    if (!isDrawn) {
      clearTimeout(timer)
      timer = undefined
    }
    timer ??= isDrawn ? setTimeout(print, printDelayMs) : undefined
  }
  const observer = new MutationObserver(look)
  const print = () => {
    observer.disconnect()
    window.print()
  }
  observer.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy', 'class'] })
  look()
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}

/** Stand in the text for the numbers that only the paper knows. */
const [pageMark, pagesMark] = ['\u0001', '\u0002']
const counterStyles: Readonly<Record<string, string>> = { fa: 'persian', ar: 'arabic-indic' }

/** The rule that writes “page 2 of 5” at the foot of every sheet, in the digits of the locale. */
function pageCounter(text: string, locale: string, dir: string): string {
  const style = counterStyles[locale] ?? 'decimal'
  const content = text
    .split(/([\u0001\u0002])/)
    .filter((part) => part !== '')
    .map((part) => (part === pageMark ? `counter(page, ${style})` : part === pagesMark ? `counter(pages, ${style})` : JSON.stringify(part)))
  return `@page { @bottom-center { content: ${content.join(' ')}; direction: ${dir}; font: 10px Vazirmatn, Inter, sans-serif; color: #555; } }`
}
