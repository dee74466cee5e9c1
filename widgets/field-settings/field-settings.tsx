import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  asFailure,
  callNamed,
  guardUnsaved,
  isCancelled,
  Loading,
  ReadFailure,
  showFailure,
  showToast,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import { FieldLine } from './field-line.tsx'
import { changesOf, columns, moved, type FieldSetting } from './settings.ts'
import { useTexts } from './use-texts.ts'
import './field-settings.css'

interface Props extends Record<string, unknown> {
  endpoint: string
  save: string
  params?: Record<string, unknown>
}

export interface Group {
  value: string
  title: string
}

/** How fields are asked for, shown and checked, one in a line. */
export default function FieldSettings({ props }: BlockWidgetProps<Props>) {
  const { endpoint, save, params = {} } = props
  const say = useTexts()
  const request = useCall<{ fields: FieldSetting[] }>(endpoint, params, { keepPreviousData: true })
  if (request.error && !request.data)
    return <ReadFailure text={say('failed')} failure={request.error} onRetry={() => void request.mutate()} />
  if (!request.data) return <Loading />
  const { can_edit: canEdit = false, groups = [] } = request.data.metadata as { can_edit?: boolean; groups?: Group[] }
  return (
    <Table
      stored={request.data.results.fields}
      groups={groups}
      canEdit={canEdit}
      send={(fields) => callNamed(save, { method: 'POST', payload: { ...params, fields } })}
      reload={async () => void (await request.mutate())}
    />
  )
}

interface TableProps {
  stored: readonly FieldSetting[]
  groups: readonly Group[]
  canEdit: boolean
  send: (changes: Record<string, unknown>[]) => Promise<unknown>
  reload: () => Promise<void>
}

function Table({ stored, groups, canEdit, send, reload }: TableProps) {
  const say = useTexts()
  const { t } = useLocale()
  const [draft, setDraft] = useState<readonly FieldSetting[]>()
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const running = useRef<Promise<boolean> | null>(null)
  const fields = draft ?? stored
  const changes = draft ? changesOf(stored, draft) : []
  const isDirty = changes.length > 0

  const discard = () => {
    setDraft(undefined)
    setErrors({})
  }
  const store = async (): Promise<boolean> => {
    setBusy(true)
    setErrors({})
    try {
      await send(changes)
      await reload()
      setDraft(undefined)
      showToast({ tone: 'success', text: say('saved') })
      return true
    } catch (fault) {
      if (isCancelled(fault)) return false
      const failure = asFailure(fault)
      setErrors(errorsByKey(failure.errors ?? {}, changes))
      showFailure(failure)
      if (failure.code === 'stale-version') {
        await reload()
        setDraft(undefined)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  const saveOnce = () => (running.current ??= store().finally(() => (running.current = null)))
  const latest = useEffectEvent(() => ({ isDirty, saveOnce }))
  useEffect(
    () =>
      guardUnsaved({
        isDirty: () => latest().isDirty,
        saving: () => running.current?.then(() => undefined) ?? null,
        discard: () => setDraft(undefined),
        save: () => latest().saveOnce(),
      }),
    [],
  )
  return (
    <form
      className="fs"
      aria-label={say('title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) void saveOnce()
      }}
    >
      <p className="fs-hint">{say('hint')}</p>
      <div className="fs-scroll" role="region" aria-label={say('title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['field', ...columns, 'group', 'order', 'further'].map((name) => (
                <th key={name} scope="col">
                  {say(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map((field, at) => (
              <FieldLine
                key={field.key}
                field={field}
                groups={groups}
                isFixed={!canEdit || isBusy}
                isFirst={at === 0}
                isLast={at === fields.length - 1}
                errors={errors[field.key]}
                onChange={(part) => setDraft(fields.map((each) => (each.key === field.key ? { ...each, ...part } : each)))}
                onMove={(step) => setDraft(moved(fields, field.key, step))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isDirty && (
        <div className="pf-foot pf-save-bar fs-bar" role="region" aria-label={t('form.unsaved.title')}>
          <span className="pf-unsaved" role="status">
            {say('unsaved')}
          </span>
          <span className="pf-foot-buttons">
            <button type="button" className="pk-button" disabled={isBusy} onClick={discard}>
              {t('form.unsaved.discard')}
            </button>
            <button type="submit" className="pk-button pk-button-primary" disabled={isBusy} aria-busy={isBusy || undefined}>
              {say('save')}
            </button>
          </span>
        </div>
      )}
    </form>
  )
}

/** Errors at `fields.2.unique` under the key of the field that was sent third. */
function errorsByKey(errors: Readonly<Record<string, unknown>>, sent: readonly Record<string, unknown>[]): Record<string, string[]> {
  const byKey: Record<string, string[]> = {}
  for (const [path, messages] of Object.entries(errors)) {
    const key = String(sent[Number(path.split('.')[1])]?.key ?? '')
    byKey[key] = [...(byKey[key] ?? []), ...[messages].flat().map(String)]
  }
  return byKey
}
