import type { ModalAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'

/** What every block is given. */
export interface BlockProps {
  block: ScreenBlock
  /** What the screen loaded, by name, and `route`. */
  data: Record<string, unknown>
  modals?: readonly ModalAnswer[]
  /** Which document, for notices: `screen library-book-edit`. */
  document: string
  /** Where the block stands in it. */
  pointer: string
}
