import { DocumentModal } from './document-modal.tsx'
import { useModals } from './modal-store.ts'
import { QuestionModal } from './question-modal.tsx'
import { ReportModal } from './report-modal.tsx'

/** Every open modal, each over the one before. */
export default function ModalStack() {
  const stack = useModals(state => state.stack)
  return stack.map(one => {
    if (one.kind === 'question') return <QuestionModal key={one.key} open={one} />
    return one.kind === 'report' ? <ReportModal key={one.key} open={one} /> : <DocumentModal key={one.key} open={one} />
  })
}
