import { definePart } from '#renderer/screen/define-part.tsx'

/** What draws open modals; its code comes with the first of them, or before, where it must not depend on the network. */
export const ModalStack = definePart(() => import('./modal-stack.tsx'))
