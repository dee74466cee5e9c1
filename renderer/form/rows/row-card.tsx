import type { FieldProps, Registry } from '@rjsf/utils'
import { useEffect, useState, type ComponentType, type DragEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { ErrorCount } from '#renderer/form/validation/error-count.tsx'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { formatPath, getAt, type PathList } from '#renderer/form/data/path.ts'
import { onReveal } from '#renderer/form/validation/reveal.ts'
import { rowSummary } from './row-summary.ts'
import { keepFocus } from '#renderer/form/keep-focus.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'

interface RowCardProps {
  /** Id of the list. */
  id: string
  index: number
  /** Path of the list. */
  path: PathList
  schema: FieldSchema
  uiSchema: NonNullable<FieldProps['uiSchema']>
  registry: Registry
  locked: boolean
  readonly: boolean
  startsFolded: boolean
  isLast: boolean
  canRemove: boolean
  canAdd: boolean
  move: (from: number, to: number) => void
  duplicate: (index: number) => void
  remove: () => void
}

/** Row that is being dragged, by its list: no other list takes it. */
let dragged: { id: string; index: number } | null = null

/** One row of a list with its tools: moved by handle, arrow keys and buttons; folded to one line; doubled; removed. */
export function RowCard({
  id,
  index,
  path,
  schema,
  uiSchema,
  registry,
  locked,
  readonly,
  startsFolded,
  isLast,
  canRemove,
  canAdd,
  move,
  duplicate,
  remove,
}: RowCardProps) {
  const { t, formatNumber } = useLocale()
  const { store, idPrefix } = useFormScope()
  const canFold = widgetNameOf(schema, uiOf(uiSchema)) === undefined
  const [isFolded, setFolded] = useState(canFold && startsFolded)
  const [isTarget, setTarget] = useState(false)
  const rowPath = [...path, index]
  const rowKey = formatPath(rowPath)
  const number = formatNumber(index + 1)
  const SchemaField = registry.fields.SchemaField as ComponentType<FieldProps>

  useEffect(() => {
    if (!isFolded) return
    return onReveal(idPrefix, (wanted) => {
      if (wanted.startsWith(`${rowKey}.`)) flushSync(() => setFolded(false))
    })
  }, [idPrefix, isFolded, rowKey])

  function moveTo(to: number, focus: 'up' | 'down' | 'handle'): void {
    if (to < 0 || (to > index && isLast)) return
    move(index, to)
    requestAnimationFrame(() => document.getElementById(`${id}-${focus}-${to}`)?.focus())
  }
  function drop(event: DragEvent): void {
    setTarget(false)
    if (dragged?.id !== id) return
    event.preventDefault()
    if (dragged.index !== index) move(dragged.index, index)
    dragged = null
  }
  const tool = (name: string, icon: string, label: string, isOff: boolean, act: () => void) => (
    <button type="button" id={`${id}-${name}-${index}`} disabled={isOff} onClick={act} aria-label={label} title={label}>
      <Icon name={icon} size={16} />
    </button>
  )

  return (
    <li
      className="pf-row"
      id={`${id}-row-${index}`}
      aria-label={t('form.item', { number })}
      data-target={isTarget || undefined}
      onDragOver={(event) => {
        if (dragged?.id === id) {
          event.preventDefault()
          setTarget(true)
        }
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <div className="pf-row-lead">
        {!locked && (
          <button
            type="button"
            className="pf-handle"
            id={`${id}-handle-${index}`}
            draggable
            aria-label={t('form.rows.drag', { number })}
            title={t('form.rows.drag', { number })}
            onDragStart={(event) => {
              dragged = { id, index }
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', number)
              event.dataTransfer.setDragImage(event.currentTarget.closest('li')!, 0, 0)
            }}
            onDragEnd={() => {
              dragged = null
            }}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
              if (step !== 0) {
                event.preventDefault()
                moveTo(index + step, 'handle')
              }
            }}
          >
            <svg width="10" height="16" viewBox="0 0 10 16" fill="currentColor" aria-hidden="true">
              <path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
            </svg>
          </button>
        )}
        {canFold && (
          <button
            type="button"
            className="pf-fold"
            aria-expanded={!isFolded}
            aria-controls={`${id}-body-${index}`}
            onClick={() => {
              store.flush()
              setFolded(!isFolded)
            }}
            aria-label={t(isFolded ? 'form.rows.unfold' : 'form.rows.fold', { number })}
            title={t(isFolded ? 'form.rows.unfold' : 'form.rows.fold', { number })}
          >
            <Icon name={isFolded ? 'down' : 'up'} size={16} />
          </button>
        )}
      </div>
      <div className="pf-row-body">
        {isFolded && (
          <p className="pf-row-summary" onClick={() => setFolded(false)}>
            <b>{number}</b>
            <RowSummary path={rowPath} schema={schema} uiSchema={uiSchema} />
            <ErrorCount paths={[rowKey]} />
          </p>
        )}
        <div id={`${id}-body-${index}`} hidden={isFolded}>
          <SchemaField
            name={`${path.at(-1) ?? ''}-${index}`}
            schema={schema as object}
            uiSchema={uiSchema}
            fieldPathId={{ $id: idAt(idPrefix, rowKey), path: rowPath }}
            registry={registry}
            disabled={locked}
            readonly={readonly}
            required={false}
            onChange={(next: unknown, at?: PathList) => store.commit(at ?? rowPath, next)}
            onBlur={nothing}
            onFocus={nothing}
          />
        </div>
      </div>
      {!locked && (
        <div className="pf-row-tools" {...keepFocus}>
          {tool('up', 'arrow-up', t('form.rows.up', { number }), index === 0, () => moveTo(index - 1, index === 1 ? 'down' : 'up'))}
          {tool('down', 'arrow-down', t('form.rows.down', { number }), isLast, () => moveTo(index + 1, 'down'))}
          {tool('copy', 'copy', t('form.rows.duplicate', { number }), !canAdd, () => duplicate(index))}
          {tool('remove', 'delete', t('form.rows.remove_row', { number }), !canRemove, remove)}
        </div>
      )}
    </li>
  )
}

const nothing = () => {}

function RowSummary({ path, schema, uiSchema }: { path: PathList; schema: FieldSchema; uiSchema: NonNullable<FieldProps['uiSchema']> }) {
  const formats = useLocale()
  const row = useFormState((state) => getAt(state.data, path))
  return (
    <span className="pf-row-values">
      {rowSummary(row, schema, uiSchema, formats).map((text, at) => (
        <span key={at}>
          {at > 0 && <i> · </i>}
          <bdi title={text}>{text}</bdi>
        </span>
      ))}
    </span>
  )
}
