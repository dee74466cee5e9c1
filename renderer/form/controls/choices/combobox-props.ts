import type { ComboboxOption, ListAction } from './option-list.tsx'

export interface ComboboxProps {
  id: string
  label: string
  options: readonly ComboboxOption[]
  /** Titles of what is chosen, also of what is not among the options at present. */
  chosen: readonly ComboboxOption[]
  multiple?: boolean
  clearable?: boolean
  disabled: boolean
  required: boolean
  invalid: boolean
  describedBy?: string
  placeholder?: string
  /** A search elsewhere: the options are its answer and are not filtered again. */
  onSearch?: (term: string) => void
  onOpen?: () => void
  /** The list has closed: a search that was begun is given up. Searched for nothing when left out. */
  onClose?: () => void
  busy?: boolean
  /** Sentence instead of the options, e.g. that reading them failed. */
  notice?: string
  /** What is said when there is nothing to choose; `No options` when left out. */
  empty?: string
  /** Reads further options; called when the last ones come into view. */
  onMore?: () => void
  /** What can be done beside choosing, below the options: try again, make a new one. */
  actions?: readonly ListAction[]
  /** Chosen ones are shown elsewhere, not as chips. */
  chips?: boolean
  /** Chips that are shown of many; the others are told by their number until somebody asks for them. */
  mostChips?: number
  /** Opens or closes a branch: the options are those of a tree that are seen, with their `level`. */
  onExpand?: (option: ComboboxOption, open: boolean) => void
  onChange: (chosen: ComboboxOption[]) => void
  onBlur: () => void
}
