import { useLocale } from '#renderer/locale/use-locale.ts'
import { ModalFrame } from './modal-frame.tsx'
import { closeModal, type OpenModal } from './modal-store.ts'

/** Rows that could not be done, each by name with its reason; tried again in one go where that makes sense. */
export function ReportModal({ open }: { open: Extract<OpenModal, { kind: 'report' }> }) {
  const { t, formatNumber } = useLocale()
  const { title, text, rows, more, again = rows.length, retry } = open.report
  const close = () => closeModal(open.key)
  const foot = (
    <>
      <button type="button" className="pk-button" data-autofocus onClick={close}>
        {t('modal.close')}
      </button>
      {retry && again > 0 && (
        <button
          type="button"
          className="pk-button pk-button-primary"
          onClick={() => {
            close()
            retry()
          }}
        >
          {t('bulk.retry', { number: formatNumber(again) })}
        </button>
      )}
    </>
  )
  return (
    <ModalFrame title={title} size="md" opener={open.opener} onClose={close} foot={foot}>
      <p className="pk-modal-text">{text}</p>
      {/* Long lists are scrolled by keyboard too. */}
      <ul className="pk-report" tabIndex={0} aria-label={title}>
        {rows.map(({ id, title: name, message }) => (
          <li key={id}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="pk-modal-text">{t('bulk.more', { number: formatNumber(more) })}</p>}
    </ModalFrame>
  )
}
