import { Suspense, use, useEffect, useId, useImperativeHandle, useMemo, useReducer, useState } from 'react'
import { useStore } from 'zustand'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { underPresentNames } from '#schemas/rules/entities/renamed-fields.ts'
import { setValues } from '#schemas/rules/conditions/form-conditions.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { lazyComponent, preloadWhenIdle } from '#renderer/documents/lazy-component.tsx'
import { MissingPart } from '#renderer/documents/missing-part.tsx'
import { DocumentNotice } from '#renderer/documents/document-notice.tsx'
import { ChangeNotice } from './conflict/change-notice.tsx'
import { readCarried } from './data/carry-over.ts'
import { checkForm, isFatal, isShownInLayout, type FormProblem } from './validation/check-form.ts'
import { askForDependentFields, canDraw, purgeDependentFields } from './data/dependent-fields.ts'
import { ErrorSummary } from './validation/error-summary.tsx'
import { FormFooter } from './form-footer.tsx'
import { FormScopeContext, type FormScope } from './form-context.ts'
import { FormEnvironmentContext } from './form-environment.ts'
import { FormEngine } from './form-engine.tsx'
import { createFormStore, type Check, type Data, type FormStore } from './data/form-store.ts'
import type { FormProps } from './form-types.ts'
import { initialData } from './data/initial-data.ts'
import type { FieldSchema } from './schema/json-schema.ts'
import { takeLongText } from './rows/long-text-paste.ts'
import { isEmpty } from './data/path.ts'
import { createLive, noLive, type Live } from './live/create-live.ts'
import { normaliseSchema } from './schema/normalise-schema.ts'
import { LiveStatus } from './live/live-status.tsx'
import { ProblemNotice } from './validation/problem-notice.tsx'
import { RestoredNotice } from './drafts/restored-notice.tsx'
import { useCarryOver } from './data/use-carry-over.ts'
import { useDraft } from './drafts/use-draft.ts'
import { useAsyncValidation } from './validation/use-async-validation.ts'
import { usePageGuard } from './drafts/use-page-guard.ts'
import { useUndo } from './data/use-undo.ts'
import { useWhy } from './use-why.ts'
import { useSubmit } from './use-submit.ts'
import { validateForm, withChecks } from './validation/validate-form.ts'
import { withPlainRoot } from './schema/root-schema.ts'
import './form.css'

const ConflictDialog = lazyComponent(() => import('./conflict/conflict-dialog.tsx'))
const DraftNotice = lazyComponent(() => import('./drafts/draft-notice.tsx'))

/** A form from a server response. If the document cannot be drawn, its problems are shown instead. */
export function Form(props: FormProps) {
  const problems = useMemo(() => checkForm(props.form), [props.form])
  const broken = problems.filter(isFatal)
  if (broken.length > 0) return <ProblemNotice problems={broken} documentName={documentNameOf(props.form)} />
  return <FetchedForm {...props} problems={problems.filter((problem) => !isShownInLayout(problem))} />
}

/** Waits for the code of the fields that the form has; most have more than plain ones, that of signing in has not. */
function FetchedForm(props: FormProps & { problems: FormProblem[] }) {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const form = useMemo(() => withFieldsAtRoot(props.form), [props.form])
  const schema = useMemo(() => normaliseSchema(form.schema as FieldSchema), [form.schema])
  const arrival = canDraw(schema) ? undefined : use(askForDependentFields())
  if (arrival && 'error' in arrival)
    return (
      <MissingPart
        error={arrival.error}
        retry={() => {
          purgeDependentFields()
          drawAgain()
        }}
      />
    )
  return <DrawnForm {...props} form={form} schema={schema} />
}

function withFieldsAtRoot(form: FormProps['form']): FormProps['form'] {
  const schema = withPlainRoot(form.schema as FieldSchema)
  return schema === form.schema ? form : { ...form, schema }
}

const documentNameOf = (form: { name?: string; entity?: string } | null | undefined): string =>
  `form ${form?.name ?? form?.entity ?? ''}`.trim()

const emptyContext = {}

function DrawnForm(props: FormProps & { problems: FormProblem[]; schema: FieldSchema }) {
  const { form, schema, problems, page = false, place, readOnly = false, context = emptyContext, onDirty, ref } = props
  const { locale, timeZone } = useLocale()
  const idPrefix = `f${useId().replaceAll(/[^a-zA-Z0-9]/g, '')}`
  const [store] = useState<FormStore>(() => openStore(props, schema, locale, timeZone))
  useFollowing(store, props, schema, locale, timeZone)

  const scope = useMemo<FormScope>(
    () => ({ store, form, idPrefix, context, readOnly, documentName: documentNameOf(form) }),
    [store, form, idPrefix, context, readOnly],
  )
  const draft = useDraft(store, form, !readOnly && (page || place !== undefined), place)
  const askOthers = useAsyncValidation(store, form, locale)
  const carry = useCarryOver(store, form, draft)
  const { submit, send, collect, conflict, conflictTitle, resolveConflict, showErrors } = useSubmit(scope, props, carry, askOthers)
  const guarded = page || place !== undefined
  const undo = useUndo(scope, guarded && !readOnly)
  const { inspector: Inspector, preload } = use(FormEnvironmentContext)
  // Dialogs that may be needed while the network is away are loaded before. A form without protection, such as the
  // sign-in form, needs none of them.
  useEffect(() => (guarded ? preloadWhenIdle([ConflictDialog, DraftNotice, ...preload]) : undefined), [guarded, preload])
  const { asked: askedWhy, close: closeWhy, ...whyKeys } = useWhy()
  const dirty = useStore(store, () => store.isDirty())
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  usePageGuard({ enabled: guarded, saves: page && !readOnly, store, idPrefix, submit, forget: draft.forget, keepsDraft: draft.keepsDraft })
  useImperativeHandle(ref, () => ({
    discard: () => {
      store.discard()
      draft.forget()
    },
    collect,
    submit: send,
    showErrors,
    isDirty: () => {
      store.flush()
      return store.isDirty()
    },
    readData: () => {
      store.flush()
      return store.getState().data
    },
    markSaved: () => {
      store.settle(store.getState().data)
      draft.endAll()
    },
  }))

  return (
    <FormScopeContext value={scope}>
      <form
        id={idPrefix}
        className="pf-form"
        noValidate
        data-form={form.name ?? form.entity}
        {...whyKeys}
        onPasteCapture={(event) => {
          if (takeLongText(event.target, event.clipboardData.getData('text/plain'), form.schema as FieldSchema, store)) {
            event.preventDefault()
            event.stopPropagation()
          }
        }}
        onDropCapture={(event) => {
          if (takeLongText(event.target, event.dataTransfer.getData('text/plain'), form.schema as FieldSchema, store)) {
            event.preventDefault()
            event.stopPropagation()
          }
        }}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        {draft.offer && (
          <Suspense>
            <DraftNotice key={draft.offer.draft.id} offer={draft.offer} />
          </Suspense>
        )}
        {draft.restored && <RestoredNotice {...draft.restored} />}
        <DocumentNotice document={documentNameOf(form)} problems={problems} />
        {guarded && <ChangeNotice />}
        {askedWhy !== null && Inspector && (
          <Suspense>
            <Inspector asked={askedWhy} onClose={closeWhy} />
          </Suspense>
        )}
        <ErrorSummary page={page} />
        <FormEngine schema={schema} />
        <LiveStatus />
        {guarded && (
          <span className="pk-visually-hidden" role="status">
            {undo.said}
          </span>
        )}
        {!readOnly && (
          <FormFooter
            {...props}
            dirty={dirty}
            unkept={draft.unkept}
            {...(guarded && { undo: undo.undo, redo: undo.redo })}
            submit={submit}
          />
        )}
      </form>
      {conflict && (
        <Suspense>
          <ConflictDialog conflict={conflict} title={conflictTitle} shown={props.shown} onClose={resolveConflict} />
        </Suspense>
      )}
    </FormScopeContext>
  )
}

function openStore({ form, data }: FormProps, schema: FieldSchema, locale: string, timeZone: string): FormStore {
  const initial = initialData(form, schema, data)
  const store = createFormStore(initial, checkOf(form, noLive, locale, timeZone, data), readCarried(form, initial))
  followForm(store, form, locale, timeZone, data)
  return store
}

/** Has the store hold the conditions, rules and formulas of a form. */
function followForm(store: FormStore, form: FormProps['form'], locale: string, timeZone: string, data: Data | undefined): void {
  const live = createLive(form, () => store.computeArrived())
  store.setCheck(checkOf(form, live, locale, timeZone, data))
  store.setDerive((present) => setValues(form, present))
  store.setLive(live)
}

/** A loaded record may contain empty texts; the initial data of a new one is not stored. */
const checkOf =
  (form: FormProps['form'], live: Live, locale: string, timeZone: string, loaded: Data | undefined): Check =>
  (present, baseline) =>
    withChecks(
      form,
      present,
      validateForm(form, present, locale, isEmpty(loaded) ? undefined : baseline, timeZone),
      live.messages(present, baseline),
    )

/** Updates the form with a newly loaded record, under unsaved changes, and validates again when form or language change. */
function useFollowing(store: FormStore, { form, data }: FormProps, schema: FieldSchema, locale: string, timeZone: string): void {
  const [seen, setSeen] = useState<{ data?: Data; form: unknown; locale: string; timeZone: string }>()
  useEffect(() => {
    if (seen && seen.data === data && seen.form === form && seen.locale === locale && seen.timeZone === timeZone) return
    if (seen) followForm(store, form, locale, timeZone, data)
    if (seen && (seen.data !== data || seen.form !== form)) {
      store.flush()
      store.rename(form.renamed)
      const fresh = initialData(form, schema, data && underPresentNames(form, data))
      if (store.isDirty()) store.rebase(fresh)
      else store.settle(fresh)
    }
    void loadRuleMessages(locale).then(() => store.recheck())
    // As it opens, the store has just checked.
    if (seen) store.recheck()
    // eslint-disable-next-line react-hooks/set-state-in-effect -- remembers what the store already shows; nothing is drawn from it
    setSeen({ data, form, locale, timeZone })
  }, [store, data, form, schema, locale, timeZone, seen])
}
