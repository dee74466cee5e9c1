import type { ComponentType, LazyExoticComponent } from 'react'
import type { GridColumn, GridRow, WidgetDocument } from '#schemas/types/contract.d.ts'

/** What a widget's value is made of, where its properties may limit it: `min`, `max`, and of days those left out. */
export type Limited = 'day' | 'moment' | 'time'

/** What a field widget is given. It shows `value`, keeps what is typed, and hands on a finished value. */
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
  /** What is wrong beneath the value, by its place there (`fa`), for a widget that says it itself. */
  errors: Record<string, string[]>
  options?: { value: unknown; title: string; disabled?: boolean }[]
  schema: Record<string, unknown>
  /** Further properties of the field's `ui`, as its manifest's `props` schema says; `{form.country_id}` is filled in. */
  props: Props
  /** Reads the form's present data. */
  readData: () => Record<string, unknown>
  /**
   * Keeps the form from being sent, and its page from being left unasked, until something of this field has ended (an
   * upload). Work that ends with `false` was given up, and the save that waits for it is too.
   */
  hold: (work: Promise<unknown>) => void
  /**
   * A call of the widget stored this value: the field counts as saved, and the record's new version is that of `results`,
   * else asked for.
   */
  noteStored: (value: unknown, results: unknown) => Promise<void>
  /** Says what is wrong with the field where no rule can tell; undefined takes it back. */
  setFault: (message: string | undefined) => void
}

/** What a block widget is given. */
export interface BlockWidgetProps<Props = Record<string, unknown>> {
  props: Props
  /** What the screen loaded, by name, and `route`. */
  data: Record<string, unknown>
}

/** What a cell is given. */
export interface CellProps<Value = unknown> {
  value: Value
  row: GridRow
  column: GridColumn
}

type AnyComponent<P> = ComponentType<P> | LazyExoticComponent<ComponentType<P>>

/** A widget: its manifest and its component, which loads when a document first asks for it. */
export type Widget =
  | {
      manifest: WidgetDocument & { kind: 'field' }
      component: AnyComponent<FieldWidgetProps>
      /** Where the form puts the label: `above` when left out, `beside` for a tick, `group` for a set of controls (`aria-labelledby`). */
      label?: 'above' | 'beside' | 'group'
      /** `own`: the widget shows `errors` beside its controls; the form shows them under the field otherwise. */
      errors?: 'own'
      /**
       * What its value is made of, where properties limit it (`min`, `max`, `disabled_days`, `disabled_weekdays`): the
       * form refuses what is beyond.
       */
      limited?: Limited
      /** Its value has two ends. */
      isPeriod?: boolean
      /** It can show a text of any length without laying out all of it at once; another's is shown by a control that can. */
      longText?: boolean
      /** Its value is one line of text and its control one line high: it can be a cell in a table of rows. */
      line?: boolean
      /** Its value may be a list, and its control small: it can be edited in a cell, over what stands around it. */
      several?: boolean
      /**
       * Its value is the id of a record, or a list of them, whose titles its `endpoint` answers for `ids`, or the call
       * that is named here.
       */
      choosesRecords?: boolean | string
    }
  | { manifest: WidgetDocument & { kind: 'block' | 'dashboard' }; component: AnyComponent<BlockWidgetProps> }
  | { manifest: WidgetDocument & { kind: 'cell' }; component: AnyComponent<CellProps> }
