import { useLocale } from '#renderer/locale/use-locale.ts'
import { ModalFrame } from './modal-frame.tsx'
import { closeModal, type OpenModal } from './modal-store.ts'

/** A question of the panel. If something would be lost, it is drawn as a warning and the safe answer has the focus. */
export function QuestionModal({ open }: { open: Extract<OpenModal, { kind: 'question' }> }) {
  const { t } = useLocale()
  const { title, text, ok, cancel, danger = false, instead } = open.question
  const finish = (yes: boolean) => {
    closeModal(open.key)
    open.answer(yes)
  }
  const foot = (
    <>
      <button type="button" className="pk-button" data-autofocus={danger || undefined} onClick={() => finish(false)}>
        {cancel ?? t('modal.cancel')}
      </button>
      <button
        type="button"
        className={`pk-button pk-button-${danger ? 'danger' : 'primary'}`}
        data-autofocus={!danger || undefined}
        onClick={() => finish(true)}
      >
        <span>{ok ?? t('modal.ok')}</span>
      </button>
      {instead && (
        <button
          type="button"
          className="pk-button pk-button-primary"
          onClick={() => {
            closeModal(open.key)
            void instead.run().then(open.answer)
          }}
        >
          <span>{instead.title}</span>
        </button>
      )}
    </>
  )
  return (
    <ModalFrame title={title || t('modal.confirm_title')} size="sm" opener={open.opener} onClose={() => finish(false)} foot={foot}>
      <p className="pk-modal-text">{text}</p>
    </ModalFrame>
  )
}
