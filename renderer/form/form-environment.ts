import { createContext, type ComponentType } from 'react'

export interface FormInspectorProps {
  /** Id of the control that was asked about; the whole form when it is none. */ asked: string
  onClose: () => void
}

/** The parts of the panel that a form uses; the panel passes them in. */
export interface FormEnvironment {
  /** Says to developers why a field is hidden, required, disabled or read-only. */
  inspector: ComponentType<FormInspectorProps> | null
  /** Code that may be needed while the network is away, such as that of dialogs. */
  preload: readonly { preload: () => Promise<void> }[]
}

export const FormEnvironmentContext = createContext<FormEnvironment>({ inspector: null, preload: [] })
