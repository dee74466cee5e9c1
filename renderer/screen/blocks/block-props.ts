import type { ModalAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'

/** What every block is given. */
export interface BlockProps {
  block: ScreenBlock
  /** Values loaded by the screen, by name, and `route`. */
  data: Record<string, unknown>
  modals?: readonly ModalAnswer[]
  /** Which document, for notices: `screen library-book-edit`. */
  document: string
  /** JSON pointer of the block in it. */
  pointer: string
  /** Heading of the panel around the block. */
  heading?: string
}
