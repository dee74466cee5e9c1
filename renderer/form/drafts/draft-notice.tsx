import { useMemo, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { compareDraft } from './draft-offer.ts'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { humanise } from '#renderer/form/schema/label.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import { labelOfPath, readableValue, type Reading } from '#renderer/form/data/readable-value.ts'
import type { DraftOffer } from './use-draft.ts'
import { useTitles } from '#renderer/form/fields/use-titles.ts'
import { ValueChange } from '#renderer/form/conflict/value-change.tsx'

/** Offers an unsaved draft: for each field the form's value and the draft's. */
export default function DraftNotice({ offer: { draft, restore, discard } }: { offer: DraftOffer }) {
  const formats = useLocale()
  const { t, formatDateTime } = formats
  const { form } = useFormScope()
  const data = useFormState((state) => state.data)
  const { fits, gone } = useMemo(() => compareDraft(form.schema as FieldSchema, draft, data), [form, draft, data])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const values = useMemo(
    () => fits.flatMap((field) => [draft.changes[field], data[field]].map((value) => ({ path: [field], value }))),
    [fits, draft, data],
  )
  const titleOf = useTitles(values)
  const reading: Reading = { form, formats, titleOf }
  const chosen = fits.filter((field) => !left.has(field))
  const toggle = (field: string): void =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(field)) next.add(field)
      return next
    })

  return (
    <section className="pf-notice pf-draft" aria-label={t('form.draft.offer', { when: formatDateTime(draft.savedAt) })}>
      <span role="status">{t('form.draft.offer', { when: formatDateTime(draft.savedAt) })}</span>
      <span className="pf-foot-buttons">
        {fits.length > 0 && (
          <button type="button" className="pk-button pk-button-primary" disabled={chosen.length === 0} onClick={() => restore(chosen)}>
            {t(left.size === 0 || chosen.length === fits.length ? 'form.draft.restore' : 'form.draft.restore_chosen')}
          </button>
        )}
        <button type="button" className="pk-button" onClick={discard}>
          {t('form.draft.discard')}
        </button>
      </span>
      {fits.length > 0 && (
        <ul>
          {fits.map((field) => (
            <li key={field} data-draft={field}>
              <label>
                <input type="checkbox" checked={!left.has(field)} onChange={() => toggle(field)} />
                <span>
                  <b>{labelOfPath([field], reading)}</b>:{' '}
                  <ValueChange before={data[field]} after={draft.changes[field]} path={[field]} reading={reading} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {gone.length > 0 && (
        <div className="pf-draft-gone">
          {t('form.draft.gone')}
          <ul>
            {gone.map((field) => (
              <li key={field} data-gone={field}>
                <b>{draft.titles?.[field] ?? humanise(field)}</b>
                {!isEmpty(draft.changes[field]) && (
                  <>
                    : <bdi>{readableValue(draft.changes[field], [field], { ...reading, form: { schema: {} } })}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
