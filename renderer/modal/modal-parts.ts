import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** Draws open modals. Its code is loaded with the first modal, or earlier if it must not depend on the network. */
export const ModalStack = lazyComponent(() => import('./modal-stack.tsx'))
