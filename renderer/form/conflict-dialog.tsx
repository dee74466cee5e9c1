import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import { useLocale, type LocaleFormats } from '#renderer/locale/use-locale.ts'
import { changedBeside, savedBy } from './changed-beside.ts'
import { differences, mergeSides, type Conflict, type Side } from './conflict.ts'
import { useFormScope } from './form-context.ts'
import type { Data } from './form-store.ts'
import { schemaAt, type FieldSchema } from './json-schema.ts'
import { humanise, labelOf } from './label.ts'
import { isEmpty } from './path.ts'
import { choicesOf, type Choice } from './widget-name.ts'

interface ConflictDialogProps {
  conflict: Conflict
  /** What the button says that was pressed. */
  title?: string
  shown?: readonly GridColumn[]
  onClose: (merged: Data | undefined) => void
}

/** Somebody else saved meanwhile: what differs, field by field, and which side is kept. Escape goes back to the form. */
export default function ConflictDialog({ conflict, title, shown, onClose }: ConflictDialogProps) {
  const formats = useLocale()
  const { t } = formats
  const { store, form } = useFormScope()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { data, baseline } = store.getState()
  const list = useMemo(() => differences(form, data, baseline, conflict), [form, data, baseline, conflict])
  const beside = useMemo(() => changedBeside(form, conflict, baseline, shown), [form, conflict, baseline, shown])
  const by = savedBy(conflict)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const root = form.schema as FieldSchema
  useEffect(() => { dialog.current?.showModal() }, [])

  return (
    <dialog ref={dialog} className="pf-dialog" aria-labelledby={titleId} onCancel={(event) => { event.preventDefault(); onClose(undefined) }}>
      <h2 id={titleId}>{t('form.conflict.title')}</h2>
      {by.at !== undefined && <p>{by.name === undefined ? t('form.conflict.when', { when: formats.formatDateTime(by.at) }) : t('form.conflict.by', { name: by.name, when: formats.formatDateTime(by.at) })}</p>}
      <p>{t(list.length > 0 ? 'form.conflict.text' : 'form.conflict.no_difference')}</p>
      {list.map(({ field, mine, theirs, suggested, both }) => {
        const schema = schemaAt(root, [field]) ?? {}
        const label = labelOf(schema, form.ui?.[field] ?? {}, [field], field, t)
        const side = chosen[field] ?? suggested
        const show = (value: unknown) => readable(value, schema, choicesOf(schema, form.ui?.[field] ?? {}), formats)
        return (
          <fieldset key={field} className="pf-difference" data-field={field}>
            <legend>{label}{both && <span className="pf-both"> {t('form.conflict.both')}</span>}</legend>
            {(['mine', 'theirs'] as const).map((one) => (
              <label key={one} className="pf-side" data-chosen={side === one || undefined}>
                <input type="radio" name={`${titleId}-${field}`} checked={side === one} onChange={() => setChosen({ ...chosen, [field]: one })} />
                <span><b>{t(`form.conflict.${one}`)}</b><span className="pf-side-value" dir="auto">{show(one === 'mine' ? mine : theirs)}</span></span>
              </label>
            ))}
          </fieldset>
        )
      })}
      {beside.length > 0 && (
        <div className="pf-beside-changes">
          <b>{t('form.conflict.beside')}</b>
          <ul>
            {beside.map(({ field, before, after, column }) => {
              const schema: FieldSchema = typeof after === 'string' && /^\d{4}-\d\d-\d\dT/.test(after) ? { format: 'date-time' } : {}
              const show = (value: unknown) => readable(value, schema, column?.options && choicesOf({}, { options: column.options }), formats)
              return <li key={field} data-field={field}><bdi>{column?.title ?? humanise(field)}</bdi>: <bdi>{show(before)}</bdi> {formats.dir === 'rtl' ? '←' : '→'} <bdi>{show(after)}</bdi></li>
            })}
          </ul>
        </div>
      )}
      <div className="pf-foot-buttons">
        <button type="button" className="pk-button" onClick={() => onClose(undefined)}>{t('form.conflict.back')}</button>
        <button type="button" className="pk-button pk-button-primary" onClick={() => onClose(mergeSides(data, conflict, list, chosen))}>{title ?? t('form.conflict.save')}</button>
      </div>
    </dialog>
  )
}

/** A value as people read it: by its options, its format or its type. */
function readable(value: unknown, schema: FieldSchema, options: Choice[] | undefined, { t, formatDate, formatDateTime, formatDigits }: LocaleFormats): string {
  if (isEmpty(value)) return t('form.conflict.empty')
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no')
  if (typeof value === 'string' && schema.format === 'date') return formatDate(value)
  if (typeof value === 'string' && schema.format === 'date-time') return formatDateTime(value)
  if (typeof value === 'number' && !options) return formatDigits(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map((item) => options?.find((option) => option.value === item)?.title ?? String(item)).join('، ')
  return options?.find((option) => option.value === value)?.title ?? (typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value))
}
