import { use, useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { interpolateDeep, valueAt } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Action, FormAnswer } from '#schemas/types/contract.d.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { actionTitle } from '#renderer/action/action-title.ts'
import type { FormButton, FormHandle, Submit } from '#renderer/form/form-types.ts'
import { Form } from '#renderer/form/form.tsx'
import { translate } from '#renderer/locale/translate.ts'
import { currentSession } from '#renderer/session/session.ts'
import { RecordGoneContext } from '#renderer/screen/record-gone.ts'
import { BlockNotice } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { fieldsShown, offersSaving, PageBodyContext, tellsLock } from './page-body.ts'
import { addForm, noteMade, usePageForms, useSaveBy } from './page-forms.ts'
import { sendByAction } from './send-action.ts'

/** Saves the record with the generic call, based on the version that was read. “Save” also counts as saved if nothing was changed. */
const saveRecord =
  ({ entity, subject }: Partial<FormAnswer>, context: ActionContext): Submit =>
  (data, options) => {
    const {
      record: { id },
      version,
    } = options
    const action: Action = {
      id: 'save',
      type: 'call',
      options: {
        name: 'save',
        subject,
        payload: { model: entity, ...(id === undefined || id === null ? {} : { id, version }), data: '{form}' },
        success: { toast: translate('action.save.success', { type: subject ?? translate('action.item') }), refresh: 'screen' },
        error: { toast: translate('action.save.error', { type: subject ?? translate('action.item') }) },
      },
    }
    return sendByAction(action, context)(data, options)
  }

/** The buttons of a form: `save`, one action, several, or a `{path}` to those that a call has answered. */
function buttonsOf(submit: unknown, form: Partial<FormAnswer>, context: ActionContext): FormButton[] {
  const interpolated: unknown = typeof submit === 'string' && submit !== 'save' ? interpolateDeep(submit, context.data ?? {}) : submit
  if (interpolated === 'save') return [{ id: 'save', title: translate('form.submit'), primary: true, onSubmit: saveRecord(form, context) }]
  const actions = (Array.isArray(interpolated) ? interpolated : [interpolated]).filter(
    (one): one is Action => isRecord(one) && typeof one.type === 'string',
  )
  return actions.map((action, index) => ({
    id: action.id ?? String(index),
    title: actionTitle(action),
    color: action.color,
    primary: action.primary ?? actions.length === 1,
    onSubmit: sendByAction(action, context),
  }))
}

/** A form on a page: filled with values loaded by the screen, and sent as the block or the form defines. */
export default function FormBlock({ block, data, modals, document, pointer }: BlockProps) {
  const page = usePageForms()
  const saveWith = useSaveBy()
  const handle = useRef<FormHandle>(null)
  const form = (typeof block.form === 'string' ? interpolateDeep(block.form, data) : block.form) as FormAnswer | undefined
  const loaded = block.data === undefined ? undefined : valueAt(data, block.data)
  const isNew = !isRecord(loaded) || loaded.id === undefined || loaded.id === null
  // A form of a record that is there makes none: what it answers is nothing for the new one beside it.
  const noting = useCallback((submit: Submit) => (isNew ? noteMade(page, submit) : submit), [isNew, page])
  const saveBy = useMemo(() => saveWith && { ...saveWith, onSubmit: noting(saveWith.onSubmit) }, [saveWith, noting])
  const { token: _, ...session } = currentSession()
  const sessionKey = JSON.stringify(session)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the session is compared by what it holds
  const context = useMemo(() => ({ ...data, session }), [data, sessionKey])
  const body = use(PageBodyContext)
  const gone = use(RecordGoneContext)
  const shown = useMemo(() => fieldsShown(body, block.data), [body, block.data])
  const submit: unknown = block.submit ?? form?.submit
  const buttons = useMemo(
    () =>
      buttonsOf(submit, { entity: form?.entity, subject: form?.subject }, { data, modals }).map((button) => ({
        ...button,
        onSubmit: noting(button.onSubmit),
      })),
    [submit, form?.entity, form?.subject, data, modals, noting],
  )
  const made = useStore(page, (state) => (isNew ? state.made : undefined))

  useEffect(
    () =>
      addForm(page, {
        submit: async (send, title) => handle.current?.submit(noting(send), title) ?? false,
        collect: async () => handle.current?.collect(),
        showErrors: (errors) => handle.current?.showErrors(errors),
        isDirty: () => handle.current?.isDirty() ?? false,
        markSaved: () => handle.current?.markSaved(),
        discard: () => handle.current?.discard(),
        readData: () => handle.current?.readData() ?? {},
      }),
    [page, noting],
  )

  if (!isRecord(form))
    return (
      <BlockNotice document={document} pointer={`${pointer}/form`} messageKey="form.blocks.missing" values={{ name: String(block.form) }} />
    )
  if (block.data !== undefined && !isRecord(loaded))
    return <BlockNotice document={document} pointer={`${pointer}/data`} messageKey="form.blocks.missing" values={{ name: block.data }} />
  const opened = `${form.name ?? form.entity ?? ''}|${isRecord(loaded) ? String(loaded.id ?? '') : ''}`
  const trashed = isRecord(loaded) && typeof loaded.deleted_at === 'string'
  const lock = isRecord(loaded) ? form.locked?.find(({ when }) => matches(when, loaded)) : undefined
  const readOnly = gone || trashed || lock !== undefined || (buttons.length === 0 && !offersSaving(body, data))
  const ownWords = gone ? 'form.read_only.gone' : trashed ? 'form.read_only.trashed' : lock ? undefined : 'form.read_only.unsaveable'
  const notice = ownWords ? translate(ownWords) : tellsLock(body, block.data, lock?.text) ? undefined : lock?.text
  return (
    <>
      {readOnly && notice !== undefined && (
        <p className="pf-notice" data-tone={gone ? 'warning' : undefined} role={gone ? 'alert' : 'note'}>
          <bdi>{notice}</bdi>
        </p>
      )}
      <Form
        key={opened}
        ref={handle}
        form={form}
        data={made ?? (isRecord(loaded) ? loaded : undefined)}
        context={context}
        buttons={buttons}
        saveBy={saveBy}
        shown={shown}
        readOnly={readOnly}
        page
      />
    </>
  )
}
