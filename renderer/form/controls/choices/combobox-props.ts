import type { ComboboxOption, ListAction } from './option-list.tsx'

export interface ComboboxProps {
  id: string
  label: string
  options: readonly ComboboxOption[]
  /** Titles of the chosen values, also of those that are not among the current options. */
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
  /** Called when the list closes, to cancel a running search. An empty search when left out. */
  onClose?: () => void
  busy?: boolean
  /** Sentence instead of the options, e.g. that reading them failed. */
  notice?: string
  /** Text without options; `No options` when left out. */
  empty?: string
  /** Reads further options; called when the last ones come into view. */
  onMore?: () => void
  /** Actions below the options: try again, create a new one. */
  actions?: readonly ListAction[]
  /** Chosen ones are shown elsewhere, not as chips. */
  chips?: boolean
  /** Most chips that are shown; the others are shown as a number until the user opens them. */
  mostChips?: number
  /** Opens or closes a branch: the options are those of a tree that are seen, with their `level`. */
  onExpand?: (option: ComboboxOption, open: boolean) => void
  onChange: (chosen: ComboboxOption[]) => void
  onBlur: () => void
}
