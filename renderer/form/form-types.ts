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
  /** Idempotency keys of the form: a save that is repeated because no response came has the same key. */
  idempotencyKeys: RepeatKeys
  /**
   * Reports that the data is stored, before anything follows (such as leaving the page). Resolving reports it otherwise. `reset`: the
   * form then begins again instead of showing what was stored.
   */
  stored: (record?: unknown, options?: { reset?: boolean }) => void
}

/** Sends the data. Resolves with the stored record, if the response contains one; rejects with the failed call. */
export type Submit = (data: Data, options: SubmitOptions) => Promise<unknown>

/** Thrown by a submit if the user has already been informed, or cancelled: the form shows messages, but no toast. */
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
   * Commits typed text, waits for running work and remote checks, and returns the payload; undefined if something is
   * invalid, which is then shown and focused.
   */
  collect: () => Promise<Data | undefined>
  /**
   * Does the same as the form's own button, with another function to send: validates, sends, shows the result. `title`:
   * the button's text. True if it was stored.
   */
  submit: (send: Submit, title?: string) => Promise<boolean>
  /** Shows the messages of a refused call: next to their fields, the rest in the summary. */
  showErrors: (errors: Record<string, string[]>) => void
  isDirty: () => boolean
  /** From here on the present data counts as stored. */
  markSaved: () => void
  /** Discards unsaved data and its draft. */
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
  /** The action of the save bar and Ctrl+S for a form whose buttons are elsewhere on the page. */
  saveBy?: FormButton
  onDirty?: (dirty: boolean) => void
  /** Values besides the form's own that parameters may insert: `{ route, row, params, session }`. */
  context?: Context
  ref?: Ref<FormHandle>
  /** On a page of its own: save bar, question before leaving, drafts, Ctrl+S. */
  page?: boolean
  /** Name of its place if it has no page of its own, e.g. `modal lend 7`: unsaved data is protected and stored as on a page. */
  place?: string
  readOnly?: boolean
  /** Fields of the record that the page shows outside the form, to report changes by others. */
  shown?: readonly GridColumn[]
}
