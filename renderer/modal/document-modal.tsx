import { Suspense, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { hasSessionEnded } from '#renderer/api/error-catalogue.ts'
import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { FormAnswer, ModalAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'
import { insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'
import { isDestructive } from '#renderer/action/action-texts.ts'
import { useActionRunner } from '#renderer/action/run-action.ts'
import type { FormHandle } from '#renderer/form/form-types.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { sendByAction, takesForm } from '#renderer/screen/blocks/send-action.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { DocumentNotice } from '#renderer/documents/document-notice.tsx'
import { buttonClass, mainButton } from '#renderer/ui/button-class.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { hasUnsavedChanges } from '#renderer/dialog/unsaved.ts'
import { ask, closeModal, type OpenModal } from '#renderer/dialog/modal-store.ts'
import { SignInButton } from '#renderer/dialog/sign-in-button.tsx'
import { readModal } from './read-modal.ts'
import { modalFailureText } from './modal-failure.ts'
import { useModalFetch } from './use-modal-fetch.ts'

const Form = lazyComponent(() => import('#renderer/form/form.tsx').then((module) => ({ default: module.Form })), { waiting: <Loading /> })
const Blocks = lazyComponent(() => import('#renderer/screen/blocks/blocks.tsx').then((module) => ({ default: module.Blocks })), {
  waiting: <Loading />,
})

type Button = NonNullable<ModalAnswer['buttons']>[number]

const isForm = (body: ModalAnswer['body']): body is FormAnswer =>
  body !== undefined && !Array.isArray(body) && typeof body === 'object' && 'schema' in body

const asData = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** The version that the reader has seen, where the dialog is held to it: a record that was changed since is refused and then compared. */
function seenVersion(fetch: ModalAnswer['fetch'], values: Record<string, unknown>): { version?: number } {
  const seen: unknown = interpolateDeep({ seen: fetch?.seen }, values).seen
  return typeof seen === 'number' ? { version: seen } : {}
}

/** A modal of a document: text, a form or blocks, the data of its call, and its buttons. */
export function DocumentModal({ open }: { open: Extract<OpenModal, { kind: 'document' }> }) {
  const { modal, problems } = useMemo(() => readModal(open.modal), [open.modal])
  const { t } = useLocale()
  const run = useActionRunner()
  const handle = useRef<FormHandle>(null)
  const content = useRef<HTMLDivElement>(null)
  const [formStands, setFormStands] = useState(false)
  const holdForm = useCallback((form: FormHandle | null) => {
    handle.current = form
    if (form) setFormStands(true)
  }, [])
  const [busyButton, setBusyButton] = useState<string | null>(null)
  const close = () => closeModal(open.key)
  const route = useRoutes((state) => state.open?.params)
  const context = useMemo((): ActionContext => {
    const given: ActionContext = { route, ...open.context }
    return { ...given, params: { ...interpolateDeep(modal.params ?? {}, insertionContext(given)), ...given.params } }
  }, [open.context, modal.params, route])
  const { state, retry } = useModalFetch(modal, context, close)
  const answer = state.kind === 'ready' ? state.answer : null
  const body = isForm(answer?.metadata.form) ? answer.metadata.form : modal.body
  // Blocks of the document follow the form that the call brings.
  const blocks = Array.isArray(modal.body) ? (modal.body as ScreenBlock[]) : undefined
  const values = useMemo(() => insertionContext(context), [context])
  const loaded = useMemo(() => asData(answer?.results), [answer])
  const data = useMemo(() => loaded && { ...loaded, ...seenVersion(modal.fetch, values) }, [loaded, modal.fetch, values])

  const place = `modal ${modal.id} ${JSON.stringify(open.context.row?.id ?? context.params ?? '')}`

  const requestClose = async () => {
    if (
      (handle.current?.isDirty() || hasUnsavedChanges(content.current)) &&
      !(await ask({
        title: t('modal.unsaved_title'),
        text: t('modal.unsaved_text'),
        ok: t('modal.discard'),
        cancel: t('modal.keep_editing'),
        danger: true,
      }))
    )
      return
    handle.current?.discard()
    close()
  }
  // Buttons appear only with their content: a call is never sent without the form that belongs to it.
  const stands = state.kind === 'ready' && (!isForm(body) || formStands)
  const press = async (button: Button) => {
    if (busyButton !== null) return
    const { action } = button
    if (!action) return requestClose()
    if (!stands) return
    const form = handle.current
    const acting: ActionContext = { ...context, data: { ...context.data, ...(loaded && { results: loaded }) }, close }
    setBusyButton(button.id)
    try {
      if (form && action.type === 'call') await form.submit(sendByAction(action, acting), interpolate(button.title, values))
      else if (!form || !takesForm(action) || (await form.collect()) !== undefined)
        await run(action, { ...acting, form: form?.readData() ?? context.form })
    } finally {
      setBusyButton(null)
    }
  }
  const buttons = modal.buttons && modal.buttons.length > 0 ? modal.buttons : [{ id: 'close', title: t('modal.close') }]
  const isDanger = (button: Button) => button.color === 'danger' || (button.action !== undefined && isDestructive(button.action))
  const safe = !isForm(body) && buttons.some(isDanger) ? buttons.find((button) => !isDanger(button)) : undefined
  const main = buttons.find((button) => button.color === 'primary') ?? buttons.find((button) => button.action && !isDanger(button))
  const pressMain = (event: KeyboardEvent) => {
    const { target } = event
    if (
      event.key !== 'Enter' ||
      event.defaultPrevented ||
      !main ||
      !(target instanceof HTMLInputElement) ||
      ['checkbox', 'radio', 'file'].includes(target.type) ||
      target.getAttribute('aria-expanded') === 'true'
    )
      return
    event.preventDefault()
    void press(main)
  }
  const colorOf = (button: Button) => (button.color === undefined && isDanger(button) ? 'danger' : button.color)
  const filled = mainButton(buttons, colorOf)
  const foot = buttons.map((button) => (
    <button
      key={button.id}
      type="button"
      data-button={button.id}
      data-autofocus={button === safe || undefined}
      className={buttonClass(colorOf(button), button === filled)}
      disabled={(busyButton !== null && busyButton !== button.id) || (button.action !== undefined && !stands)}
      aria-busy={busyButton === button.id || undefined}
      onClick={() => void press(button)}
    >
      {interpolate(button.title, values)}
    </button>
  ))

  return (
    <ModalFrame
      title={interpolate(modal.title, values).trim() || (open.openedBy ?? '')}
      size={modal.size}
      forced={modal.forced}
      opener={open.opener}
      ready={stands || state.kind === 'failed'}
      onClose={() => void requestClose()}
      foot={foot}
    >
      <DocumentNotice document={`modal ${modal.id}`} problems={problems} />
      {modal.text && <p className="pk-modal-text">{interpolate(modal.text, values)}</p>}
      {state.kind === 'waiting' && <Loading />}
      {state.kind === 'failed' && (
        <div className="pk-modal-failed" role="alert">
          <p>{modalFailureText(state.failure, state.told, t)}</p>
          {hasSessionEnded(state.failure) ? (
            <SignInButton />
          ) : (
            <button type="button" className="pk-button" onClick={retry}>
              {t('blocks.retry')}
            </button>
          )}
        </div>
      )}
      {state.kind === 'ready' && body && (
        <BlockBoundary
          document={`modal ${modal.id}`}
          pointer="/body"
          kind={isForm(body) ? 'form' : 'modal'}
          value={isForm(body) ? body : modal}
        >
          <Suspense fallback={<Loading />}>
            {isForm(body) ? (
              <div onKeyDown={pressMain}>
                <Form ref={holdForm} form={body} data={data} context={values} place={place} />
              </div>
            ) : null}
            {blocks && (
              <div ref={content}>
                <Blocks
                  body={blocks}
                  data={{ ...values, ...(loaded && { results: loaded }), route: route ?? {} }}
                  modals={open.context.modals}
                  document={`modal ${modal.id}`}
                />
              </div>
            )}
          </Suspense>
        </BlockBoundary>
      )}
    </ModalFrame>
  )
}
