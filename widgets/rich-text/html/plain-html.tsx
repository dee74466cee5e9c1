import { TextOfAnyLength, useLocale, type FieldWidgetProps } from '#renderer'
import type { Say } from '#widgets/rich-text/use-texts.ts'

interface PlainHtmlProps {
  field: FieldWidgetProps<string | null>
  say: Say
  openFormatted: () => void
}

/** Very long text as HTML source, in which typing stays fast, with a button that opens the formatted view. */
export function PlainHtml({ field, say, openFormatted }: PlainHtmlProps) {
  const { formatNumber } = useLocale()
  const text = field.value ?? ''
  const noteId = `${field.id}-plain`
  const describedBy = [field.describedBy, noteId].filter(Boolean).join(' ')
  return (
    <>
      <div className="rt-plain-note">
        <p id={noteId}>{say('plain.note', { number: formatNumber(text.length) })}</p>
        <button type="button" className="rt-action" onClick={openFormatted}>
          {say('plain.open')}
        </button>
      </div>
      <div className="rt-plain" dir="ltr">
        <TextOfAnyLength
          field={{ ...field, describedBy, onChange: (next) => field.onChange(typeof next === 'string' ? next : '') }}
          hasLines
        >
          <textarea
            id={field.id}
            name={field.name}
            className="rt-source"
            spellCheck={false}
            aria-labelledby={`${field.id}-label`}
            aria-describedby={describedBy}
            aria-invalid={field.invalid || undefined}
            readOnly={field.readonly}
            disabled={field.disabled}
            value={text}
            onChange={(event) => field.onChange(event.target.value)}
            onBlur={field.onBlur}
          />
        </TextOfAnyLength>
      </div>
    </>
  )
}
