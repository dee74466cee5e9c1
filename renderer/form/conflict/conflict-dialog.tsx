import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { changedBeside, savedBy } from './changed-beside.ts'
import { deletedAt, type Conflict } from './conflict.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { humanise } from '#renderer/form/schema/label.ts'
import { labelOfChange, rowNameAt } from './row-names.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { mergedData, mergeRecord } from './merge-record.ts'
import type { Side, ValueConflict } from './merge-values.ts'
import { formatPath, isEmpty, type PathList } from '#renderer/form/data/path.ts'
import { readableValue, type Reading } from '#renderer/form/data/readable-value.ts'
import { CopyTyped, TrashedNotice, useRestore } from './deleted-conflict.tsx'
import { useTitles } from '#renderer/form/fields/use-titles.ts'
import { ValueChange } from './value-change.tsx'

interface ConflictDialogProps {
  conflict: Conflict
  /** Text of the button that was pressed. */
  title?: string
  shown?: readonly GridColumn[]
  /** The edits are in cells of a list, not in a form. */
  inList?: boolean
  /** `current`: the record as it is by now, when the dialog has changed it. */
  onClose: (merged: Data | undefined, current?: Data) => void
}

const keyOf = ({ path }: ValueConflict): string => formatPath(path)

/**
 * Shown if somebody else saved in the meantime: lists the fields that both changed, with a choice for each, and the
 * changes that were merged automatically. Escape returns to the unchanged form.
 */
export default function ConflictDialog({ conflict, title, shown, inList = false, onClose }: ConflictDialogProps) {
  const formats = useLocale()
  const { t } = formats
  const { store, form } = useFormScope()
  const dialog = useRef<HTMLDialogElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const [{ data, baseline }] = useState(() => store.getState())
  const merge = useMemo(() => mergeRecord(form, data, baseline, conflict), [form, data, baseline, conflict])
  const otherChanges = useMemo(() => changedBeside(form, conflict, baseline, shown), [form, conflict, baseline, shown])
  const by = savedBy(conflict)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const values = useMemo(
    () => [
      ...merge.conflicts.flatMap(({ path, base, mine, theirs }) => [base, mine, theirs].map((value) => ({ path, value }))),
      ...merge.taken.flatMap(({ path, before, after }) => [before, after].map((value) => ({ path, value }))),
      // Rows are called by what they refer to.
      ...[
        ...merge.conflicts.map(({ path, mine, theirs }) => ({ path, own: mine ?? theirs })),
        ...merge.taken.map(({ path, before, after }) => ({ path, own: after ?? before })),
      ].flatMap(({ path, own }) => rowNameAt(path, merge.value, own, form.schema as FieldSchema) ?? []),
    ],
    [merge, form],
  )
  const titleOf = useTitles(values)
  const reading: Reading = { form, formats, titleOf }
  const settled = merge.conflicts.length === 0
  const isTrashed = deletedAt(conflict) !== undefined
  const { canRestore, refused, isBusy, restore } = useRestore(conflict)
  useEffect(() => {
    dialog.current?.showModal()
    if (settled) save.current?.focus()
  }, [settled])

  const show = (value: unknown, path: PathList): string =>
    typeof path.at(-1) === 'number' && isEmpty(value) ? t('form.conflict.removed') : readableValue(value, path, reading)
  const open = merge.conflicts.filter((one) => chosen[keyOf(one)] === undefined)
  const [pressed, setPressed] = useState(false)
  const keep = async (): Promise<void> => {
    const first = open[0]
    if (!first) {
      const merged = mergedData(merge, (one) => chosen[keyOf(one)]!)
      const restored = isTrashed ? await restore() : undefined
      if (!isTrashed || restored) onClose(merged, restored)
      return
    }
    setPressed(true)
    dialog.current?.querySelector<HTMLElement>(`fieldset[data-field="${CSS.escape(keyOf(first))}"] input`)?.focus()
  }

  return (
    <dialog
      ref={dialog}
      className="pf-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose(undefined)
      }}
    >
      <h2 id={titleId}>{t(isTrashed ? 'form.conflict.trashed' : 'form.conflict.title')}</h2>
      {isTrashed && <TrashedNotice conflict={conflict} canRestore={canRestore} refused={refused} inList={inList} />}
      {!isTrashed && by.at !== undefined && (
        <p>
          {by.name === undefined
            ? t('form.conflict.when', { when: formats.formatDateTime(by.at) })
            : t('form.conflict.by', { name: by.name, when: formats.formatDateTime(by.at) })}
        </p>
      )}
      {!(isTrashed && settled) && <p>{t(settled ? 'form.conflict.no_conflict' : 'form.conflict.text')}</p>}
      {merge.conflicts.map((one) => {
        const side = chosen[keyOf(one)]
        const isMissing = pressed && side === undefined
        return (
          <fieldset key={keyOf(one)} className="pf-difference" data-field={keyOf(one)}>
            <legend>{labelOfChange(one.path, merge.value, one.mine ?? one.theirs, reading)}</legend>
            {isMissing && (
              <p className="pf-error pf-before" role="alert">
                {t('form.conflict.choose')}
              </p>
            )}
            {(['mine', 'theirs'] as const).map((each) => (
              <label key={each} className="pf-side" data-chosen={side === each || undefined}>
                <input
                  type="radio"
                  name={`${titleId}-${keyOf(one)}`}
                  checked={side === each}
                  onChange={() => setChosen({ ...chosen, [keyOf(one)]: each })}
                />
                <span>
                  <b>{t(`form.conflict.${each}`)}</b>
                  <span className="pf-side-value" dir="auto">
                    {show(one[each], one.path)}
                  </span>
                </span>
              </label>
            ))}
            {!isEmpty(one.base) && (
              <p className="pf-before" dir="auto">
                {t('form.conflict.before', { value: cut(show(one.base, one.path)) })}
              </p>
            )}
          </fieldset>
        )
      })}
      {merge.taken.length > 0 && (
        <div className="pf-beside-changes">
          <b>{t('form.conflict.taken')}</b>
          <ul>
            {merge.taken.map(({ path, before, after }) => (
              <li key={formatPath(path)} data-taken={formatPath(path)}>
                <bdi>{labelOfChange(path, merge.value, after ?? before, reading)}</bdi>:{' '}
                <ValueChange before={before} after={after} path={path} reading={reading} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {otherChanges.length > 0 && (
        <div className="pf-beside-changes">
          <b>{t(inList ? 'form.conflict.beside_list' : 'form.conflict.beside')}</b>
          <ul>
            {otherChanges.map(({ field, before, after, column, label, options = column?.options }) => {
              // The form has no such field: the page's column and the value itself say how it is read.
              const instant = typeof after === 'string' && /^\d{4}-\d\d-\d\dT/.test(after)
              const own: Reading = {
                formats,
                form: {
                  schema: { properties: { [field]: instant ? { format: 'date-time' } : {} } },
                  ui: options ? { [field]: { options } } : {},
                },
              }
              return (
                <li key={field} data-field={field}>
                  <bdi>{column?.title ?? label ?? humanise(field)}</bdi>:{' '}
                  <ValueChange before={before} after={after} path={[field]} reading={own} />
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <div className="pf-foot-buttons">
        <button type="button" className="pk-button" onClick={() => onClose(undefined)}>
          {t(inList ? 'form.conflict.back_list' : 'form.conflict.back')}
        </button>
        {isTrashed && <CopyTyped reading={reading} />}
        {(!isTrashed || canRestore) && (
          <button ref={save} type="button" className="pk-button pk-button-primary" disabled={isBusy} onClick={() => void keep()}>
            {isTrashed ? t('form.conflict.restore') : (title ?? t('form.conflict.save'))}
          </button>
        )}
      </div>
    </dialog>
  )
}

const cut = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)
