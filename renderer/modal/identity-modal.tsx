import { Suspense } from 'react'
import { call } from '#renderer/api/call.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { closeModal, type OpenModal } from '#renderer/dialog/modal-store.ts'
import { Form } from '#renderer/form/form.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import type { FormAnswer } from '#schemas/types/contract.d.ts'

/** Asks for the password, or a code of the second factor, before something that matters; the call then goes on. */
export default function IdentityModal({ open }: { open: Extract<OpenModal, { kind: 'identity' }> }) {
  const { t } = useLocale()
  const { data, error, mutate } = useCall<FormAnswer>('confirm-identity-form', {}, { background: true })
  const finish = (yes: boolean) => {
    closeModal(open.key)
    open.answer(yes)
  }
  const submit = async (payload: Record<string, unknown>) => {
    await call('confirm-identity', { payload })
    finish(true)
  }
  return (
    <ModalFrame
      title={t('session.confirm_identity')}
      size="sm"
      opener={open.opener}
      ready={data !== undefined}
      onClose={() => finish(false)}
      foot={
        <button type="button" className="pk-button" onClick={() => finish(false)}>
          {t('modal.cancel')}
        </button>
      }
    >
      <p className="pk-modal-text">{t('session.confirm_identity_text')}</p>
      {data && (
        <Suspense fallback={<Loading />}>
          <Form form={data.results} onSubmit={submit} submitLabel={t('session.confirm')} />
        </Suspense>
      )}
      {!data && error && (
        <p role="alert">
          {error.userMessage || t('errors.network')}{' '}
          <button type="button" className="pf-link" onClick={() => void mutate()}>
            {t('blocks.retry')}
          </button>
        </p>
      )}
      {!data && !error && <Loading />}
    </ModalFrame>
  )
}
