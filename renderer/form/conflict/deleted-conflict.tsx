import { useState } from 'react'
import { copyAndTell } from '#renderer/action/run-file.ts'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { savedBy } from './changed-beside.ts'
import { deletedAt, type Conflict } from './conflict.ts'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { changedFields, type Data } from '#renderer/form/data/form-store.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { labelOfPath, readableValue, type Reading } from '#renderer/form/data/readable-value.ts'

/** Reports that the record is in the trash (by whom and when, if known), and what can be done. */
export function TrashedNotice({
  conflict,
  canRestore,
  refused,
  inList,
}: {
  conflict: Conflict
  canRestore: boolean
  refused: string
  inList: boolean
}) {
  const { t, formatDateTime } = useLocale()
  const { name } = savedBy(conflict)
  const when = formatDateTime(deletedAt(conflict)!)
  return (
    <>
      <p>
        {name === undefined ? t('form.conflict.trashed_when', { when }) : t('form.conflict.trashed_by', { name, when })}{' '}
        {t(inList ? 'form.conflict.stays_list' : 'form.conflict.stays')}
      </p>
      {!canRestore && <p>{t('form.conflict.no_restore')}</p>}
      {refused !== '' && (
        <p className="pf-error" role="alert">
          {refused}
        </p>
      )}
    </>
  )
}

/** Copies the unsaved values, one field per line. */
export function CopyTyped({ reading }: { reading: Reading }) {
  const { t } = useLocale()
  const { store } = useFormScope()
  const data = useFormState((state) => state.data)
  const copy = (): void => {
    const fields = changedFields(store.getState())
    void copyAndTell(fields.map((field) => `${labelOfPath([field], reading)}: ${readableValue(data[field], [field], reading)}`).join('\n'))
  }
  return (
    <button type="button" className="pk-button" onClick={copy}>
      {t('form.conflict.copy')}
    </button>
  )
}

/** Restores the record from the trash with the generic call; resolves with the restored record. */
export function useRestore(conflict: Conflict): {
  canRestore: boolean
  refused: string
  isBusy: boolean
  restore: () => Promise<Data | undefined>
} {
  const { t } = useLocale()
  const { form } = useFormScope()
  const [refused, setRefused] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { current } = conflict
  const canRestore = current.can_restore === true && form.entity !== undefined
  const restore = async (): Promise<Data | undefined> => {
    setBusy(true)
    setRefused('')
    try {
      const { results } = await callNamed('restore', {
        method: 'PATCH',
        payload: { model: form.entity, id: current.id, version: current.version },
      })
      return { ...current, deleted_at: null, ...(isRecord(results) ? formValues(form, results) : {}) }
    } catch (thrown) {
      const failure = asFailure(thrown, 'restore')
      if (!isCancelled(failure)) {
        const message = failureText(failure)
        setRefused(
          message === null
            ? t('toast.error')
            : 'text' in message
              ? message.text
              : 'key' in message
                ? t(message.key)
                : [message.title, ...message.list].join(' '),
        )
      }
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { canRestore, refused, isBusy, restore }
}
