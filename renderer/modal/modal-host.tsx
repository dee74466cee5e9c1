import { modalHostId } from '#renderer/dialog/modal-host-element.ts'
import { ModalStack } from './modal-parts.ts'
import { askIdentity, useModals } from '#renderer/dialog/modal-store.ts'
import { setIdentityCheck } from '#renderer/api/identity-check.ts'

setIdentityCheck(askIdentity)

/** The one place where modals are drawn; its code comes with the first of them. */
export function ModalHost() {
  const some = useModals((state) => state.stack.length > 0)
  return <div id={modalHostId}>{some && <ModalStack />}</div>
}
