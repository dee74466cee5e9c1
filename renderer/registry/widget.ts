import type { ComponentType, LazyExoticComponent } from 'react'
import type { GridColumn, GridRow, WidgetDocument } from '#schemas/types/contract.d.ts'

/** The kind of a widget's value that its props may limit with `min`, `max`, and for days with excluded days. */
export type Limited = 'day' | 'moment' | 'time'

/** Props of a field widget. It shows `value`, holds text while it is typed, and passes on finished values. */
export interface FieldWidgetProps<Value = unknown, Props = Record<string, unknown>> {
  /** Of the control; the form's label has `${id}-label`. */
  id: string
  /** Path of the value in the form, e.g. `rows.0.count`. */
  name: string
  /** Name of the field as people read it. */
  label: string
  value: Value | undefined
  /** Takes the value over; the form commits it on blur or after 250 ms without a change. */
  onChange: (value: Value | undefined) => void
  /** Commits at once: on leaving the control, and right after a choice that is finished (a tick, an option). */
  onBlur: () => void
  disabled: boolean
  readonly: boolean
  required: boolean
  placeholder?: string
  /** Ids of the description and the error, for `aria-describedby`. */
  describedBy?: string
  invalid: boolean
  /** Errors below the value, by their path from it (`fa`), for a widget that shows them itself. */
  errors: Record<string, string[]>
  options?: { value: unknown; title: string; disabled?: boolean }[]
  schema: Record<string, unknown>
  /** Further properties of the field's `ui`, as its manifest's `props` schema says; `{form.country_id}` is filled in. */
  props: Props
  /** Reads the form's present data. */
  readData: () => Record<string, unknown>
  /**
   * Prevents the form from being sent, and its page from being left without a question, until some work of this field
   * (an upload) has ended. Work that ends with `false` was cancelled, and so is the save that waits for it.
   */
  hold: (work: Promise<unknown>) => void
  /** Marks the value as stored by a call of the widget. The record's new version is taken from `results`, or requested. */
  noteStored: (value: unknown, results: unknown) => Promise<void>
  /** Sets an error of the field that no rule can find; undefined removes it. */
  setFault: (message: string | undefined) => void
}

/** A value as its widget shows it, in lines of text; `props` as in `FieldWidgetProps`. */
export type ReadValue = (value: unknown, props: Record<string, unknown>, locale: string, signal: AbortSignal) => Promise<string>

/** Props of a block widget. */
export interface BlockWidgetProps<Props = Record<string, unknown>> {
  props: Props
  /** Values loaded by the screen, by name, and `route`. */
  data: Record<string, unknown>
}

/** Props of a cell. */
export interface CellProps<Value = unknown> {
  value: Value
  row: GridRow
  column: GridColumn
}

type AnyComponent<P> = ComponentType<P> | LazyExoticComponent<ComponentType<P>>

/** A widget: its manifest and its component, which is loaded when a document first uses it. */
export type Widget =
  | {
      manifest: WidgetDocument & { kind: 'field' }
      component: AnyComponent<FieldWidgetProps>
      /** Where the form puts the label: `above` (default), `beside` for a checkbox, `group` for a set of controls (`aria-labelledby`). */
      label?: 'above' | 'beside' | 'group'
      /** `own`: the widget shows `errors` itself, next to its controls; otherwise the form shows them under the field. */
      errors?: 'own'
      /**
       * Kind of its value, if props limit it (`min`, `max`, `disabled_days`, `disabled_weekdays`): the form refuses
       * values outside the limits.
       */
      limited?: Limited
      /** Its value has two ends. */
      isPeriod?: boolean
      /** It can show a text of any length without laying out all of it at once; another's is shown by a control that can. */
      longText?: boolean
      /** Its value is one line of text and its control one line high: it can be a cell in a table of rows. */
      line?: boolean
      /** Its value may be a list and its control is small, so that it can be edited in a cell as an overlay. */
      several?: boolean
      /**
       * Its value is the id of a record, or a list of ids. Their titles come from its `endpoint` with `ids`, or from the
       * call that is named here.
       */
      choosesRecords?: boolean | string
      /**
       * Loads the function that reads its value, where that is no text, choice or record and its schema does not say what its parts
       * mean: for sentences that tell a value outside its field.
       */
      readValue?: () => Promise<{ default: ReadValue }>
    }
  | { manifest: WidgetDocument & { kind: 'block' | 'dashboard' }; component: AnyComponent<BlockWidgetProps> }
  | { manifest: WidgetDocument & { kind: 'cell' }; component: AnyComponent<CellProps> }
