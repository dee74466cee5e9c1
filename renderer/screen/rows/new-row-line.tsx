import { use, useCallback, useEffect, useId, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { setValues } from '#schemas/rules/conditions/form-conditions.ts'
import type { Action, FormAnswer, GridColumn } from '#schemas/types/contract.d.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { guardUnsaved } from '#renderer/dialog/unsaved.ts'
import { cellText } from '#renderer/form/fields/cell-text.ts'
import { ControlWidget } from '#renderer/form/fields/control-field.tsx'
import { useControl } from '#renderer/form/fields/use-control.ts'
import { FormScopeContext, idAt, useFormScope, useFormState, type FormScope } from '#renderer/form/form-context.ts'
import { askForDependentFields, canDraw } from '#renderer/form/data/dependent-fields.ts'
import { createFormStore, type FormStore } from '#renderer/form/data/form-store.ts'
import { initialData } from '#renderer/form/data/initial-data.ts'
import { parseBlock } from '#renderer/form/rows/paste-block.ts'
import type { TableColumn } from '#renderer/form/rows/table-columns.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { useAsyncValidation } from '#renderer/form/validation/use-async-validation.ts'
import { validateForm } from '#renderer/form/validation/validate-form.ts'
import { useSubmit } from '#renderer/form/use-submit.ts'
import { editedColumn } from '#renderer/grid/edit/row-form.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { sendByAction } from '#renderer/screen/blocks/send-action.ts'
import '#renderer/form/form.css'

interface NewRowLineProps {
  title: string
  form: FormAnswer
  save: Action
  columns: readonly GridColumn[]
  context: ActionContext
  hasLead: boolean
  hasTools: boolean
}

/** The line at the end of the rows in which a new one is written: Enter saves it and begins the next, Escape empties it. */
export function NewRowLine(props: NewRowLineProps) {
  const schema = useMemo(() => normaliseSchema(props.form.schema as FieldSchema), [props.form.schema])
  // Its defaults may need code that is not there yet.
  const arrival = canDraw(schema) ? undefined : use(askForDependentFields())
  return arrival && 'error' in arrival ? null : <DrawnLine {...props} schema={schema} />
}

const nothingToCarry = () => {}

function DrawnLine({ title, form, schema, save, columns, context, hasLead, hasTools }: NewRowLineProps & { schema: FieldSchema }) {
  const { t, locale, timeZone, formatNumber } = useLocale()
  const idPrefix = `n${useId().replaceAll(/[^a-zA-Z0-9]/g, '')}`
  const [store] = useState<FormStore>(() => {
    const made = createFormStore(initialData(form, schema, undefined), (data) => validateForm(form, data, locale, undefined, timeZone))
    made.setDerive((data) => setValues(form, data))
    return made
  })
  useEffect(() => {
    store.setCheck((data) => validateForm(form, data, locale, undefined, timeZone))
    store.setDerive((data) => setValues(form, data))
    void loadRuleMessages(locale).then(() => store.recheck())
  }, [store, form, locale, timeZone])
  const scope = useMemo<FormScope>(
    () => ({ store, form, idPrefix, context: context.data ?? {}, readOnly: false, documentName: `form ${form.name ?? form.entity ?? ''}` }),
    [store, form, idPrefix, context.data],
  )
  const [added, setAdded] = useState(0)
  const onSubmit = useMemo(() => {
    const send = sendByAction(save, context)
    return async (...sent: Parameters<typeof send>) => {
      const answer = await send(...sent)
      setAdded((count) => count + 1)
      return answer
    }
  }, [save, context])
  const askOthers = useAsyncValidation(store, form, locale)
  const { submit } = useSubmit(scope, { form, onSubmit }, nothingToCarry, askOthers)
  const isSubmitting = useStore(store, (state) => state.submitting)
  const general = useStore(store, (state) => state.general)
  const line = useRef<HTMLTableRowElement>(null)

  useEffect(
    () =>
      guardUnsaved({
        isDirty: () => {
          store.flush()
          return store.isDirty()
        },
        saving: () => null,
        discard: () => store.discard(),
      }),
    [store],
  )
  const fields = useMemo(() => Object.keys(schema.properties ?? {}).flatMap((name) => editedColumn({ form }, name) ?? []), [form, schema])
  const { inColumns, others } = useMemo(() => placeFields(fields, columns), [fields, columns])
  const first = [...inColumns.values(), ...others].find((field) => field.schema.readOnly !== true)?.name
  useEffect(() => {
    if (added > 0 && first !== undefined) document.getElementById(idAt(idPrefix, first))?.focus()
  }, [added, first, idPrefix])

  const [pastedRows, setPastedRows] = useState(0)
  const discard = useCallback(() => store.discard(), [store])
  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    setPastedRows(0)
    const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key === 'Escape' && !isOpen && store.isDirty()) {
      event.preventDefault()
      event.stopPropagation()
      discard()
    } else if (event.key === 'Enter' && !event.shiftKey && !isOpen && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      void submit()
    }
  }

  /** Rows of a spreadsheet would run together in one field. */
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain')
    const takesLines = event.target instanceof HTMLTextAreaElement && !text.includes('\t')
    const rows = takesLines ? 1 : parseBlock(text).length
    setPastedRows(rows > 1 ? rows : 0)
    if (rows > 1) event.preventDefault()
  }

  const span = columns.length + (hasLead ? 1 : 0) + (hasTools ? 1 : 0)
  const button = (
    <button type="button" className="pk-button" disabled={isSubmitting} aria-busy={isSubmitting || undefined} onClick={() => void submit()}>
      {t('form.rows.add')}
    </button>
  )
  return (
    <FormScopeContext value={scope}>
      <tr ref={line} className="pf-new-row" aria-label={title} onKeyDown={onKeyDown} onPaste={onPaste}>
        {hasLead && <td className="pf-row-handle" />}
        {columns.map((column) => {
          const field = inColumns.get(column.key)
          return (
            <td key={column.key} data-align={column.align} data-title={column.title} data-empty={!field || undefined}>
              {field && <LineField field={field} label={`${title} · ${column.title}`} />}
            </td>
          )
        })}
        {hasTools && <td className="pf-row-menu">{others.length === 0 && button}</td>}
      </tr>
      {(others.length > 0 || general.length > 0 || pastedRows > 0 || !hasTools) && (
        <tr className="pf-new-row-more" onKeyDown={onKeyDown} onPaste={onPaste}>
          <td colSpan={span}>
            <div>
              {others.map((field) => (
                <div key={field.name} className="pf-new-row-field">
                  <span className="pf-label" aria-hidden="true">
                    {field.title}
                  </span>
                  <LineField field={field} label={`${title} · ${field.title}`} />
                </div>
              ))}
              {(others.length > 0 || !hasTools) && button}
            </div>
            {pastedRows > 0 && (
              <p className="pf-error" role="alert">
                {t('blocks.rows.paste_one', { number: formatNumber(pastedRows) })}
              </p>
            )}
            {general.length > 0 && (
              <p className="pf-error" role="alert">
                {general.join(' ')}
              </p>
            )}
          </td>
        </tr>
      )}
      {added > 0 && (
        <tr className="pk-visually-hidden">
          <td colSpan={span} role="status">
            {t('blocks.rows.added', { number: added })}
          </td>
        </tr>
      )}
    </FormScopeContext>
  )
}

/** The field that stands in each column: `book.title` is chosen by `book_id`. Those that no column shows stand beneath. */
function placeFields(fields: readonly TableColumn[], columns: readonly GridColumn[]) {
  const inColumns = new Map<string, TableColumn>()
  for (const { key } of columns) {
    const head = key.split('.')[0]!
    const field = fields.find(({ name }) => name === key || name === head || name === `${head}_id`)
    if (field && ![...inColumns.values()].includes(field)) inColumns.set(key, field)
  }
  const placed = new Set(inColumns.values())
  return { inColumns, others: fields.filter((field) => !placed.has(field) && field.schema.readOnly !== true) }
}

function LineField({ field, label }: { field: TableColumn; label: string }) {
  return field.schema.readOnly === true ? <LineText field={field} /> : <LineControl field={field} label={label} />
}

/** What is computed from the other cells. */
function LineText({ field }: { field: TableColumn }) {
  const formats = useLocale()
  const value = useFormState(({ data }) => data[field.name])
  return <span>{cellText(value, field.schema, field.choices, formats)}</span>
}

function LineControl({ field, label }: { field: TableColumn; label: string }) {
  const { idPrefix } = useFormScope()
  const control = useControl({
    schema: field.schema as object,
    uiSchema: field.uiSchema,
    fieldPathId: { $id: idAt(idPrefix, field.name), path: [field.name] },
    name: field.name,
    required: field.required,
  })
  if (!control.isShown) return null
  return (
    <div className="pf-new-cell" data-invalid={control.messages.length > 0 || undefined}>
      <label className="pf-unseen" htmlFor={control.id} id={`${control.id}-label`}>
        {label}
      </label>
      <ControlWidget control={control} />
      {control.messages.length > 0 && (
        <p className="pf-error" id={`${control.id}-error`}>
          {control.messages.join(' ')}
        </p>
      )}
    </div>
  )
}
