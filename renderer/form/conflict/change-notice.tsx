import { useLocale } from '#renderer/locale/use-locale.ts'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { showJson } from '#renderer/documents/document-problems.ts'
import { secretFields } from '#renderer/form/data/secret-fields.ts'
import { useFormChange } from '#renderer/form/use-form-change.ts'

/** Reports that the form's document changed while it was open, and which filled-in fields no longer exist. */
export function ChangeNotice() {
  const { t } = useLocale()
  const { form } = useFormScope()
  const change = useFormChange(form)
  const state = useFormState((all) => all)
  if (!change.changed) return null
  const fields = change.withdrawn(state)
  const secret = secretFields(change.opened)
  return (
    <div className="pf-notice" data-tone="warning" role="status">
      <span>
        {t('form.changed.notice')}
        {fields.length > 0 && (
          <>
            {' '}
            {t('form.changed.withdrawn')}{' '}
            {fields.map((field) => {
              const value = state.data[field]
              return (
                <span key={field} data-withdrawn={field}>
                  <bdi>{change.labelOf(field)}</bdi>
                  {secret.has(field) ? (
                    ''
                  ) : (
                    <>
                      {' '}
                      (<bdi>{typeof value === 'string' ? value : showJson(value)}</bdi>)
                    </>
                  )}{' '}
                </span>
              )
            })}
          </>
        )}
      </span>
      <button type="button" className="pk-button" onClick={change.dismiss}>
        {t('form.changed.dismiss')}
      </button>
    </div>
  )
}
