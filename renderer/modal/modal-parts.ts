import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** What draws open modals; its code comes with the first of them, or before, where it must not depend on the network. */
export const ModalStack = lazyComponent(() => import('./modal-stack.tsx'))
