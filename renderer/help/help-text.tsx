import { useMemo } from 'react'
import { directionOf } from '#schemas/rules/locales.ts'
import { sanitise } from '#renderer/ui/sanitise-html.ts'
import type { HelpPost } from './help-types.ts'
import { useTexts } from './use-texts.ts'
import './help.css'

/** Labels and text of a help, in the direction of the language that it is written in. */
export function HelpText({ help }: { help: Pick<HelpPost, 'text' | 'locale' | 'tagging_labels' | 'page'> }) {
  const say = useTexts()
  const { text, locale, tagging_labels: labels, page } = help
  const html = useMemo(() => sanitise(text ?? '', { classes: false }), [text])
  const isEmpty = useMemo(() => html.replace(/<(?!img\b)[^>]*>|&nbsp;|\s/g, '') === '', [html])
  return (
    <div className="hp">
      {page.state !== 'open' && (
        <p className="hp-note" role="note">
          {say(page.state)}
        </p>
      )}
      {labels.length > 0 && (
        <ul className="hp-labels" aria-label={say('labels')}>
          {labels.map(({ id, title }) => (
            <li key={id}>
              <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      )}
      {isEmpty ? (
        <p className="hp-empty">{say('empty')}</p>
      ) : (
        <div className="hp-text" lang={locale} dir={directionOf(locale)} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  )
}
