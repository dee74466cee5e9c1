import { useSlateSelector } from 'slate-react'
import { useLocale } from '#renderer'
import { useEditorScope } from './editor-context.ts'
import type { RichElement } from './model.ts'
import { countText } from './text-length.ts'

/** Words and characters of the text, against the limit where there is one. */
export function TextCounter({ id, limit }: { id: string; limit?: number }) {
  const { say, formatNumber } = useEditorScope()
  const { locale } = useLocale()
  const { words, characters } = useSlateSelector(
    (editor) => countText(editor.children as RichElement[]),
    (a, b) => a !== null && a.words === b.words && a.characters === b.characters,
  )
  const over = limit !== undefined && characters > limit
  return (
    <p id={id} className="rt-count" data-over={over || undefined}>
      <span>
        {say(new Intl.PluralRules(locale).select(words) === 'one' ? 'count.words_one' : 'count.words', { number: formatNumber(words) })}
      </span>
      <span>
        {limit === undefined
          ? say('count.characters', { number: formatNumber(characters) })
          : say(over ? 'count.over' : 'count.of', { number: formatNumber(characters), limit: formatNumber(limit) })}
      </span>
    </p>
  )
}
