/** Id of the element in the layout in which every modal is drawn. */
export const modalHostId = 'pk-modal-host'
