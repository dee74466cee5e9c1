import { useLocale } from '#renderer/locale/use-locale.ts'

interface WidgetPlaceholderProps {
  id?: string
  name: string
  value: unknown
  document: string
  pointer: string
  failed?: boolean
}

/** Stands where a widget is unknown or failed; the value stays in the form as it is. */
export function WidgetPlaceholder({ id, name, value, document, pointer, failed }: WidgetPlaceholderProps) {
  const { t } = useLocale()
  return (
    <div className="pf-placeholder" role="note" id={id} tabIndex={-1} data-widget={name}>
      <strong>{t(failed ? 'form.problem.widget_failed' : 'form.problem.unknown_widget', { name })}</strong>
      <code dir="ltr">
        {document && `${document} `}
        {pointer}
      </code>
      {value !== undefined && value !== null && <pre dir="auto">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>}
    </div>
  )
}
