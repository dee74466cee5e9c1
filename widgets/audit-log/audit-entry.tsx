import { useState, type ComponentProps } from 'react'
import {
  asFailure,
  ask,
  callNamed,
  Changes,
  isCancelled,
  PanelLink,
  refresh,
  showFailure,
  showToast,
  useLocale,
  type TimelineChange,
} from '#renderer'
import { useTexts } from './use-texts.ts'

export type Fields = ComponentProps<typeof Changes>['columns']

/** An entry of the audit as its call tells it. */
export interface Entry {
  id: number
  date: string
  user: { id: number; name_full: string } | null
  model: string
  /** What the kind of record is called. */
  type: string
  record: { id: number; title: string } | null
  action: string
  title: string
  color: string
  note: string | null
  version: number | null
  changes: readonly TimelineChange[]
  can_undo: boolean
}

interface AuditEntryProps {
  entry: Entry
  columns: Fields
  undo?: string
  /** Page of a person. */
  person?: string
  onUndone: () => void
}

/** Who did what to which record and when; before and after open below it. */
export function AuditEntry({ entry, columns, undo, person, onUndone }: AuditEntryProps) {
  const say = useTexts()
  const { t, formatDateTime, formatDigits } = useLocale()
  const [isBusy, setBusy] = useState(false)
  const { user, type, record, title, color, note, changes, can_undo: canUndo } = entry
  const name = user ? <bdi>{user.name_full}</bdi> : say('system')
  const recordName = record?.title ?? type
  const takeBack = async () => {
    if (!(await ask({ text: say('undo_question', { record: recordName }), ok: say('undo'), cancel: t('modal.cancel'), danger: true })))
      return
    setBusy(true)
    try {
      await callNamed(undo!, { method: 'POST', payload: { id: entry.id } })
      showToast({ tone: 'success', text: say('undone', { record: recordName }) })
      refresh('screen')
      onUndone()
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li data-entry={entry.id}>
      <div className="al-head">
        <span className="al-title" data-color={color}>
          {title}
        </span>
        <span className="al-record">
          <span>{type}</span> {record && <b dir="auto">{record.title}</b>}{' '}
          {record && record.title !== `#${record.id}` && (
            <bdi className="al-dim" dir="ltr">
              #{formatDigits(record.id)}
            </bdi>
          )}
        </span>
        <span className="al-who">
          {user && person ? <PanelLink to={{ name: person, params: { id: String(user.id) } }}>{name}</PanelLink> : name}
        </span>
        <time dateTime={entry.date}>{formatDateTime(entry.date)}</time>
      </div>
      {note && <blockquote dir="auto">{note}</blockquote>}
      {(changes.length > 0 || (undo && canUndo)) && (
        <details>
          <summary>{say('details')}</summary>
          <Changes changes={changes} columns={columns} />
          {undo && canUndo && (
            <button type="button" className="pk-button pk-button-small" disabled={isBusy} onClick={() => void takeBack()}>
              {say('undo')}
            </button>
          )}
        </details>
      )}
    </li>
  )
}
