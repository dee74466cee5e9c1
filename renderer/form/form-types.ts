import type { Ref } from 'react'
import type { Context } from '#schemas/rules/text/interpolate.ts'
import type { Color, FormAnswer, GridColumn } from '#schemas/types/contract.d.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import type { RepeatKeys } from '#renderer/api/idempotency-keys.ts'
import type { Data } from './data/form-store.ts'

export interface SubmitOptions {
  /** Version of the record that the data was changed from; undefined for a new record. */
  version?: number
  /** The record as the form knows it to be stored, with its id; empty for a new one. */
  record: Data
  /** The form's document, when it has conditions that the server holds a save to. */
  document?: string
  /** Keys under which the form sends: the same for what is sent again because no answer came. */
  idempotencyKeys: RepeatKeys
  /** Tells that the data is stored, before anything else follows (a page that is left); told by resolving otherwise. */
  stored: (record?: unknown) => void
}

/** Sends the data. What it resolves with, when that is an object, is the stored record; what it rejects with is a failed call. */
export type Submit = (data: Data, options: SubmitOptions) => Promise<unknown>

/** What a submit rejects with when the user has been told, or changed his mind: the form shows messages, and no toast. */
export class NotStored extends Error {
  readonly failure: CallFailure | undefined
  constructor(failure?: CallFailure) {
    super('not stored')
    this.failure = failure
  }
}

export interface FormButton {
  id: string
  title: string
  color?: Color
  primary?: boolean
  onSubmit: Submit
}

export interface FormHandle {
  /**
   * Takes over what is typed, waits for what is on its way and for checks made elsewhere: the payload, or undefined when
   * something is wrong, which then is shown and focused.
   */
  collect: () => Promise<Data | undefined>
  /**
   * Does all that the form's own button does, with another way to send: checks, sends, shows what comes back. `title`:
   * what the button says. True when stored.
   */
  submit: (send: Submit, title?: string) => Promise<boolean>
  /** Shows what a call refused: messages beside their fields, the rest in the summary. */
  showErrors: (errors: Record<string, string[]>) => void
  isDirty: () => boolean
  /** From here on the present data counts as stored. */
  markSaved: () => void
  /** Gives up what is unsaved, its draft too. */
  discard: () => void
  /** The form's data as it is, for `{form.…}`. */
  readData: () => Data
}

export interface FormProps {
  form: FormAnswer
  /** The loaded record; wins over the form's own initial data. */
  data?: Data
  onSubmit?: Submit
  /** Several ways to send the form, instead of `onSubmit`. */
  buttons?: FormButton[]
  submitLabel?: string
  /** What the save bar and Ctrl+S do when the form has no button of its own, because its buttons stand elsewhere on the page. */
  saveBy?: FormButton
  onDirty?: (dirty: boolean) => void
  /** Values beside the form's own that parameters may insert: `{ route, row, params, session }`. */
  context?: Context
  ref?: Ref<FormHandle>
  /** On a page of its own: a save bar, a guard against leaving, drafts, Ctrl+S. */
  page?: boolean
  /** Where it stands when it has no page of its own, e.g. `modal lend 7`: what is unsaved is held and kept as on a page. */
  place?: string
  readOnly?: boolean
  /** Fields of the record that the page shows beside the form, for what others changed there. */
  shown?: readonly GridColumn[]
}
