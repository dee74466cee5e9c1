import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'

const delayMs = 300

interface QuickSearchProps {
  value: string
  /** Titles of the fields that are searched. */
  fields?: readonly string[]
  formats: CellFormats
  input: RefObject<HTMLInputElement | null>
  /** `first` for the first change since the field got the focus: it gets its own history entry. */
  onSearch: (text: string, first: boolean) => void
}

/** Searches 300 ms after the last key. Responses never overwrite what the user is typing. */
export function QuickSearch({ value, fields, formats, input, onSearch }: QuickSearchProps) {
  // Null while the user is not typing: then the value is that of the URL.
  const [draft, setDraft] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const shown = draft ?? value

  const send = (text: string) => {
    if (text.trim() === value) return
    onSearch(text.trim(), sent === null)
    setSent(text.trim())
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => sendLater(draft), delayMs)
    return () => clearTimeout(timer)
  }, [draft])

  const leave = () => {
    if (draft !== null) send(draft)
    setDraft(null)
    setSent(null)
  }
  const { t, locale } = formats
  const names = fields?.map((field) => nounInSentence(field, locale)).join(t('grid.comma'))
  const hint = names ? `${asSentence(t('grid.searched', { fields: names }), locale)} ${t('grid.search_hint')}` : t('grid.search_hint')
  return (
    <span className="grid-search" role="search">
      <input
        ref={input}
        type="search"
        value={shown}
        dir={shown === '' ? undefined : 'auto'}
        maxLength={1000}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={t('grid.search')}
        title={hint}
        aria-description={hint}
        placeholder={names ? asSentence(t('grid.search_in', { name: names }), locale) : t('grid.search')}
        aria-keyshortcuts="/"
        onChange={(event) => setDraft(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && draft !== null && !event.nativeEvent.isComposing) send(draft)
          if (event.key === 'Escape' && shown !== '') {
            event.preventDefault()
            event.stopPropagation()
            setDraft('')
          }
        }}
      />
    </span>
  )
}
