import type { FieldProps } from '@rjsf/utils'
import { getDefaultFormState } from '@rjsf/utils'
import { useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { ask } from '#renderer/modal/modal-store.ts'
import { ControlField } from './control-field.tsx'
import { idAt, useFormScope, useFormState } from './form-context.ts'
import { hasRule, type FieldSchema } from './json-schema.ts'
import { labelOf } from './label.ts'
import { formatPath, getAt, type PathList } from './path.ts'
import { uiOf } from './ui-schema.ts'
import { useDisabled, useMessages, useRequired } from './use-field-state.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { formValidator } from './validator.ts'
import { widgetNameOf } from './widget-name.ts'

const maxRows = 15

/** A list: one control where a widget takes the whole list, else rows that are added, moved and removed. */
export function ListField(props: FieldProps) {
  return widgetNameOf(props.schema as FieldSchema, uiOf(props.uiSchema)) === undefined ? <RowsField {...props} /> : <ControlField {...props} />
}

interface RowKeys { list: number[]; next: number }

const resize = ({ list, next }: RowKeys, length: number): RowKeys => {
  const missing = Math.max(0, length - list.length)
  return { list: [...list.slice(0, length), ...Array.from({ length: missing }, (_, index) => next + index)], next: next + missing }
}

/** Keys that stay with their row while rows are added, moved and removed, whoever changes their number. */
function useRowKeys(length: number): [number[], (list: number[]) => void] {
  const [keys, setKeys] = useState<RowKeys>({ list: [], next: 0 })
  const present = keys.list.length === length ? keys : resize(keys, length)
  if (present !== keys) setKeys(present)
  return [present.list, (list) => setKeys((before) => ({ ...before, list }))]
}

function RowsField({ schema: given, uiSchema, fieldPathId, name, required: listed, registry, disabled: off, readonly, onFocus, onBlur }: FieldProps) {
  const schema = given as FieldSchema
  const ui = uiOf(uiSchema)
  const path = fieldPathId.path as PathList
  const key = formatPath(path)
  const { t, formatNumber } = useLocale()
  const { store, idPrefix } = useFormScope()
  const value = useFormState((state) => getAt(state.data, path))
  const rows = Array.isArray(value) ? (value as unknown[]) : []
  const [keys, setKeys] = useRowKeys(rows.length)
  const messages = useMessages(key)
  const required = useRequired(schema, ui, path, listed === true)
  const locked = useDisabled(ui, path) || off === true || readonly === true || schema.readOnly === true
  const label = labelOf(schema, ui, path, name, t)
  const id = idAt(idPrefix, key)
  const most = typeof ui.max === 'number' ? ui.max : (schema.maxItems ?? maxRows)
  const least = schema.minItems ?? (hasRule(schema, 'required') ? 1 : 0)
  const itemSchema = (Array.isArray(schema.items) ? schema.items[0] : schema.items) ?? {}
  const SchemaField = registry.fields.SchemaField as ComponentType<FieldProps>
  const focusRow = (index: number) => requestAnimationFrame(() => focusFirst(document.getElementById(`${id}-row-${index}`)) || document.getElementById(`${id}-add`)?.focus())

  const present = (): unknown[] => {
    const list = getAt(store.getState().data, path)
    return Array.isArray(list) ? list : []
  }
  function change(next: unknown[], nextKeys: number[]): void {
    flushSync(() => {
      setKeys(nextKeys)
      store.commit(path, next)
    })
  }
  function add(): void {
    store.flush()
    const before = present()
    const row: unknown = getDefaultFormState(formValidator, itemSchema as object, undefined, registry.rootSchema)
    store.commit(path, [...before, row ?? ((itemSchema as FieldSchema).type === 'object' || (itemSchema as FieldSchema).properties ? {} : null)])
    focusRow(before.length)
  }
  async function remove(index: number): Promise<void> {
    store.flush()
    const yes = await ask({ text: t('form.rows.confirm_remove', { number: formatNumber(index + 1), label }), ok: t('form.rows.remove'), danger: true })
    if (!yes) { document.getElementById(`${id}-remove-${index}`)?.focus(); return }
    change(present().filter((_, at) => at !== index), keys.filter((_, at) => at !== index))
    focusRow(Math.max(0, Math.min(index, rows.length - 2)))
  }
  function move(from: number, to: number): void {
    const swap = <T,>(list: readonly T[]): T[] => list.map((item, at) => (at === from ? (list[to] as T) : at === to ? (list[from] as T) : item))
    store.flush()
    change(swap(present()), swap(keys))
    requestAnimationFrame(() => document.getElementById(`${id}-${to < from ? 'up' : 'down'}-${to}`)?.focus())
  }

  return (
    <fieldset className="pf-rows" id={id} tabIndex={-1} aria-describedby={messages.length > 0 ? `${id}-error` : undefined} data-invalid={messages.length > 0 || undefined}>
      <legend className="pf-label">{label}{required && <span className="pf-required" aria-hidden="true"> *</span>}</legend>
      {ui.description && <p className="pf-description">{ui.description}</p>}
      {rows.length === 0 && <p className="pf-empty">{t('form.rows.empty')}</p>}
      <ol className="pf-row-list">
        {rows.map((row, index) => (
          <li key={keys[index]} className="pf-row" id={`${id}-row-${index}`} aria-label={t('form.item', { number: formatNumber(index + 1) })}>
            <div className="pf-row-body">
              <SchemaField
                name={`${name}-${index}`} schema={itemSchema as object} uiSchema={(uiSchema?.items ?? {}) as FieldProps['uiSchema']}
                fieldPathId={{ $id: idAt(idPrefix, `${key}.${index}`), path: [...path, index] }}
                formData={row} registry={registry} disabled={locked} readonly={readonly} required={false}
                onChange={(next: unknown, at?: PathList) => store.commit(at ?? [...path, index], next)} onBlur={onBlur} onFocus={onFocus}
              />
            </div>
            {!locked && (
              <div className="pf-row-tools">
                <button type="button" id={`${id}-up-${index}`} disabled={index === 0} onClick={() => move(index, index - 1)} aria-label={t('form.rows.up', { number: formatNumber(index + 1) })} title={t('form.rows.up', { number: formatNumber(index + 1) })}>↑</button>
                <button type="button" id={`${id}-down-${index}`} disabled={index === rows.length - 1} onClick={() => move(index, index + 1)} aria-label={t('form.rows.down', { number: formatNumber(index + 1) })} title={t('form.rows.down', { number: formatNumber(index + 1) })}>↓</button>
                <button type="button" id={`${id}-remove-${index}`} disabled={rows.length <= least} onClick={() => void remove(index)} aria-label={t('form.rows.remove_row', { number: formatNumber(index + 1) })} title={t('form.rows.remove_row', { number: formatNumber(index + 1) })}>×</button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {!locked && (
        <p className="pf-rows-foot">
          <button type="button" className="pk-button" id={`${id}-add`} onClick={add} disabled={rows.length >= most}>{t('form.rows.add')}</button>
          {rows.length >= most && <span className="pf-description">{t('form.rows.full', { number: formatNumber(most) })}</span>}
        </p>
      )}
      {messages.length > 0 && <p className="pf-error" id={`${id}-error`}>{messages.join(' ')}</p>}
    </fieldset>
  )
}

/** Focuses the first control inside an element; false when there is none. */
export function focusFirst(element: HTMLElement | null): boolean {
  const target = element?.querySelector<HTMLElement>('input:not([type=hidden]):not([disabled]), textarea:not([disabled]), select:not([disabled]), [role=combobox], [role=switch], button:not([disabled])')
  target?.focus()
  return target !== undefined && target !== null
}
