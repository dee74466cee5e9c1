import { lazy, Suspense } from 'react'
import { useModals } from './modal-store.ts'

const ModalStack = lazy(() => import('./modal-stack.tsx'))

/** The one place where modals are drawn; its code comes with the first of them. */
export function ModalHost() {
  const some = useModals(state => state.stack.length > 0)
  return <div id="pk-modal-host">{some && <Suspense fallback={null}><ModalStack /></Suspense>}</div>
}
