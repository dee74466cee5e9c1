import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { ask } from '#renderer/dialog/modal-store.ts'
import { ControlField } from '#renderer/form/fields/control-field.tsx'
import { focusField } from '#renderer/form/validation/error-summary.tsx'
import { idAt, useFormScope } from '#renderer/form/form-context.ts'
import { focusFirst, focusOnceDrawn } from '#renderer/ui/focus-first.ts'
import { focusFirstField } from './focus-first-field.ts'
import { mediaMatches, phoneWindow } from '#renderer/ui/use-media.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { useLabelClass } from '#renderer/form/layout/group-heading.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { formatPath, isEmpty, type PathList } from '#renderer/form/data/path.ts'
import { RowCard } from './row-card.tsx'
import { RowsTable } from './rows-table.tsx'
import { keepFocus } from '#renderer/form/keep-focus.ts'
import { SaidTotals, TotalsList } from './totals-line.tsx'
import { tableColumns, totalColumns } from './table-columns.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { useDisabled, useDisabledText, useMessages, useRequired, useVisible } from '#renderer/form/fields/use-field-state.ts'
import { ScanLine } from './scan-line.tsx'
import { useRows } from './use-rows.ts'
import { useScan } from './use-scan.ts'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'

/** A list: one control where a widget takes the whole list, else rows that are added, moved and removed. */
export function ListField(props: FieldProps) {
  return widgetNameOf(props.schema as FieldSchema, uiOf(props.uiSchema)) === undefined ? (
    <RowsField {...props} />
  ) : (
    <ControlField {...props} />
  )
}

function RowsField({ schema: given, uiSchema, fieldPathId, name, required: listed, registry, disabled: off, readonly }: FieldProps) {
  const schema = given as FieldSchema
  const ui = uiOf(uiSchema)
  const path = fieldPathId.path as PathList
  const key = formatPath(path)
  const { t, formatNumber } = useLocale()
  const { idPrefix } = useFormScope()
  const rows = useRows(schema, ui, path, registry.rootSchema)
  const messages = useMessages(key)
  const visible = useVisible(ui, path)
  const required = useRequired(schema, ui, path, listed === true)
  const isDisabled = useDisabled(ui, path)
  const reason = useDisabledText(ui, path)
  const description = (isDisabled ? reason : undefined) ?? ui.description
  const locked = isDisabled || off === true || readonly === true || schema.readOnly === true
  const label = labelOf(schema, ui, path, name, t)
  const labelClass = useLabelClass(label, required)
  const id = idAt(idPrefix, key)
  const itemUi = (uiSchema?.items ?? {}) as NonNullable<FieldProps['uiSchema']>
  const scan = useScan(rows, locked ? undefined : ui.scan, itemUi)
  // How rows are drawn does not change while the user fills them in: it depends on their number at most and at first, and on the width.
  const [columns] = useState(() => tableColumns(rows, ui, itemUi, mediaMatches(phoneWindow)))
  const [summed] = useState(() => totalColumns(rows.itemSchema, ui, itemUi))
  const [countAtFirst] = useState(rows.count)
  const focusRow = (index: number) =>
    requestAnimationFrame(() => focusFirst(document.getElementById(`${id}-row-${index}`)) || document.getElementById(`${id}-add`)?.focus())

  function add(): void {
    const at = rows.add()
    if (columns) focusField(idPrefix, `${key}.${at}.${columns[0]?.name ?? ''}`)
    else
      requestAnimationFrame(() =>
        focusOnceDrawn(document.getElementById(id)!, () => focusFirstField(document.getElementById(`${id}-body-${at}`))),
      )
  }
  async function remove(index: number): Promise<boolean> {
    if (isEmpty(rows.present()[index])) {
      rows.remove(index)
      return true
    }
    const yes = await ask({
      text: t('form.rows.confirm_remove', { number: formatNumber(index + 1), label }),
      ok: t('form.rows.remove'),
      danger: true,
    })
    if (yes) rows.remove(index)
    return yes
  }
  if (!visible) return null

  return (
    <fieldset
      className="pf-rows"
      id={id}
      tabIndex={-1}
      aria-describedby={messages.length > 0 ? `${id}-error` : undefined}
      data-invalid={messages.length > 0 || undefined}
    >
      <legend className={labelClass}>
        {label}
        {required && (
          <span className="pf-required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      {description && <p className="pf-description">{description}</p>}
      {scan && <ScanLine id={id} scan={scan} />}
      {rows.count === 0 && <p className="pf-empty">{t('form.rows.empty')}</p>}
      {columns ? (
        <RowsTable
          id={id}
          label={label}
          path={path}
          rows={rows}
          columns={columns}
          summed={summed}
          locked={locked}
          scan={scan}
          remove={remove}
        />
      ) : (
        <ol className="pf-row-list">
          {rows.keys.map((rowKey, index) => (
            <RowCard
              key={rowKey}
              id={id}
              index={index}
              path={path}
              schema={rows.itemSchema}
              uiSchema={itemUi}
              registry={registry}
              locked={locked}
              readonly={readonly === true}
              startsFolded={ui.rows_folded === true && rowKey < countAtFirst}
              isLast={index === rows.count - 1}
              canRemove={rows.count > rows.least}
              canAdd={rows.count < rows.most}
              move={rows.move}
              duplicate={rows.duplicate}
              remove={() =>
                void remove(index).then((yes) => {
                  if (yes) focusRow(Math.max(0, Math.min(index, rows.count - 2)))
                  else document.getElementById(`${id}-remove-${index}`)?.focus()
                })
              }
            />
          ))}
        </ol>
      )}
      {!columns && summed.length > 0 && rows.count > 0 && (
        <>
          <TotalsList path={path} summed={summed} />
          <SaidTotals path={path} summed={summed} />
        </>
      )}
      {!locked && (
        <p className="pf-rows-foot" {...keepFocus}>
          <button
            type="button"
            className="pk-button"
            id={`${id}-add`}
            aria-label={`${t('form.rows.add')}: ${label}`}
            onClick={add}
            disabled={rows.count >= rows.most}
          >
            {t('form.rows.add')}
          </button>
          {rows.count >= rows.most && <span className="pf-description">{t('form.rows.full', { number: formatNumber(rows.most) })}</span>}
        </p>
      )}
      {messages.length > 0 && (
        <p className="pf-error" id={`${id}-error`}>
          {messages.join(' ')}
        </p>
      )}
    </fieldset>
  )
}
