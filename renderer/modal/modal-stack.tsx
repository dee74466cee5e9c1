import { DocumentModal } from './document-modal.tsx'
import { useModals } from './modal-store.ts'
import { QuestionModal } from './question-modal.tsx'

/** Every open modal, each over the one before. */
export default function ModalStack() {
  const stack = useModals(state => state.stack)
  return stack.map(one => (one.kind === 'question' ? <QuestionModal key={one.key} open={one} /> : <DocumentModal key={one.key} open={one} />))
}
