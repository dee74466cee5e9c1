/** Id of the element in the layout in which every modal is drawn. */
export const modalHostId = 'pk-modal-host'

/** The host in the layout; the page itself where there is none. */
export const modalHost = (): HTMLElement => document.getElementById(modalHostId) ?? document.body
