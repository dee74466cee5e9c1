import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { DocumentModal } from './document-modal.tsx'
import { closeModal, useModals } from '#renderer/dialog/modal-store.ts'
import { QuestionModal } from '#renderer/dialog/question-modal.tsx'
import { ReportModal } from '#renderer/dialog/report-modal.tsx'

const EarlierRecord = lazyComponent(() => import('#renderer/timeline/earlier-record.tsx'))
const IdentityModal = lazyComponent(() => import('./identity-modal.tsx'))
const KeyListModal = lazyComponent(() => import('./key-list-modal.tsx'))

/** Every open modal, each over the one before. */
export default function ModalStack() {
  const stack = useModals((state) => state.stack)
  return stack.map((one) => {
    if (one.kind === 'part') return <one.Part key={one.key} opener={one.opener} onClose={() => closeModal(one.key)} />
    if (one.kind === 'keys') return <KeyListModal key={one.key} opener={one.opener} onClose={() => closeModal(one.key)} />
    if (one.kind === 'version')
      return <EarlierRecord key={one.key} {...one.earlier} opener={one.opener} onClose={() => closeModal(one.key)} />
    if (one.kind === 'identity') return <IdentityModal key={one.key} open={one} />
    if (one.kind === 'question') return <QuestionModal key={one.key} open={one} />
    return one.kind === 'report' ? <ReportModal key={one.key} open={one} /> : <DocumentModal key={one.key} open={one} />
  })
}
