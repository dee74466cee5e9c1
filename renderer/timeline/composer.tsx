import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { callNamed } from '#renderer/api/call.ts'
import { asFailure, type CallFailure } from '#renderer/api/call-failure.ts'
import { guardUnsaved } from '#renderer/dialog/unsaved.ts'
import { FilePick, UploadFrame } from '#renderer/form/uploads/upload-frame.tsx'
import { UploadRow } from '#renderer/form/uploads/upload-row.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { failureSentence } from './failure-sentence.ts'
import { commentNumber, type TimelineMetadata } from './timeline-types.ts'
import { useCommentFiles } from './use-comment-files.ts'
import { useTexts } from './use-texts.ts'
import '#renderer/form/controls/controls.css'

/** The comment that a new one answers. */
export interface Answered {
  id: string
  name: string
  text: string
  isPrivate: boolean
}

interface ComposerProps {
  id: string
  model: string
  record: string
  rights: Pick<TimelineMetadata, 'can_comment_private' | 'can_attach'>
  answered?: Answered
  onAnswered?: (answered: undefined) => void
  /** A comment that is changed, instead of a new one. */
  edited?: { id: string; text: string; isPrivate: boolean }
  onCancel?: () => void
  onDone: () => Promise<void>
}

const longest = 4000
/** Characters that are left when their number is shown. */
const soonFull = 500

/** Where a comment is written: text, files, whether it is private. Ctrl or ⌘ with Enter sends it. */
export function Composer({ id, model, record, rights, answered, onAnswered, edited, onCancel, onDone }: ComposerProps) {
  const say = useTexts()
  const { t, formatNumber } = useLocale()
  const [text, setText] = useState(edited?.text ?? '')
  const [isPrivate, setPrivate] = useState(edited?.isPrivate ?? false)
  const [failure, setFailure] = useState<CallFailure>()
  const [isSending, setSending] = useState(false)
  const { field, uploads, files, clear, settled } = useCommentFiles(`${id}-files`, say('files'))
  const isFull = text.length > longest
  const isOpen = edited !== undefined || text !== '' || files.length > 0 || uploads.uploads.length > 0 || answered !== undefined
  const isDirty = edited ? text !== edited.text : text !== '' || files.length > 0
  const box = useGuard(isDirty, () => setText(''))
  useEffect(() => {
    if (edited) box.current?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the editor opens
  }, [])

  async function send(): Promise<void> {
    if (isSending || isFull) return
    if (text.trim() === '') return box.current?.focus()
    setSending(true)
    setFailure(undefined)
    try {
      const attached = await settled()
      if (!attached) return
      const content = { text, ...(rights.can_comment_private && { private: isPrivate || answered?.isPrivate === true }) }
      await (edited
        ? callNamed('timeline-comment-change', { payload: { id: commentNumber(edited.id), ...content }, method: 'PUT' })
        : callNamed('timeline-comment', {
            payload: {
              model,
              id: Number(record),
              ...content,
              ...(attached.length > 0 && { files: attached }),
              ...(answered && { parent: commentNumber(answered.id) }),
            },
          }))
      if (!edited) {
        setText('')
        setPrivate(false)
        clear()
        onAnswered?.(undefined)
        box.current?.focus()
      }
      await onDone()
    } catch (error) {
      setFailure(asFailure(error, 'timeline-comment'))
    } finally {
      setSending(false)
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && onCancel && text === edited?.text) {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
  }
  const problem = failureSentence(failure)
  const parts = (
    <>
      {answered && (
        <p className="tl-answered">
          <span dir="auto">
            {say('answer_to')} <bdi className="tl-user">{answered.name}</bdi> {answered.text.slice(0, 120)}
          </span>
          <button
            type="button"
            className="pk-icon-button"
            aria-label={say('answer_none')}
            title={say('answer_none')}
            onClick={() => onAnswered?.(undefined)}
          >
            <Icon name="close" size={14} />
          </button>
        </p>
      )}
      <textarea
        ref={box}
        id={id}
        className="pf-input"
        dir={text === '' ? undefined : 'auto'}
        rows={isOpen ? 3 : 1}
        value={text}
        aria-label={say(edited ? 'edit_label' : 'write')}
        aria-invalid={isFull || problem !== undefined || undefined}
        aria-describedby={`${id}-notes`}
        placeholder={say('write')}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {uploads.files.length + uploads.uploads.length > 0 && (
        <ul className="pf-files">
          {uploads.files.map((entry) => (
            <li key={entry.key} className="pf-file">
              <span className="pf-file-face">{entry.preview ? <img src={entry.preview} alt="" /> : <Icon name="file" size={20} />}</span>
              <span className="pf-file-name">
                <bdi>{entry.name}</bdi>
              </span>
              <div className="pf-upload-tools">
                <button
                  type="button"
                  className="pk-icon-button"
                  aria-label={t('form.upload.remove', { name: entry.name })}
                  title={t('form.upload.remove', { name: entry.name })}
                  onClick={() => uploads.remove(entry)}
                >
                  <Icon name="close" size={16} />
                </button>
              </div>
            </li>
          ))}
          {uploads.uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      <div id={`${id}-notes`} className="tl-notes" aria-live="polite">
        {problem && <span className="pf-error">{problem}</span>}
        {text.length > longest - soonFull && (
          <span className={isFull ? 'pf-error' : 'tl-dim'}>
            {say('characters', { count: formatNumber(text.length), max: formatNumber(longest) })}
          </span>
        )}
      </div>
      {isOpen && (
        <div className="tl-bar">
          {rights.can_attach && !edited && (
            <FilePick field={field} uploads={uploads} className="tl-attach">
              <Icon name="file" size={16} /> {say('attach')}
            </FilePick>
          )}
          {rights.can_comment_private && (
            <label className="tl-check">
              <input
                type="checkbox"
                checked={isPrivate || answered?.isPrivate === true}
                disabled={answered?.isPrivate === true}
                onChange={(event) => setPrivate(event.target.checked)}
              />
              {say('private')}
            </label>
          )}
          <span className="tl-space" />
          {onCancel && (
            <button type="button" className="pk-button" onClick={onCancel}>
              {t('modal.cancel')}
            </button>
          )}
          <button
            type="button"
            className="pk-button pk-button-primary"
            aria-disabled={isSending || isFull || text.trim() === '' || undefined}
            onClick={() => void send()}
          >
            {say(edited ? 'save' : 'send')}
          </button>
        </div>
      )}
    </>
  )
  const className = `tl-composer${isPrivate || answered?.isPrivate ? ' tl-composer-private' : ''}`
  return rights.can_attach && !edited ? (
    <UploadFrame field={field} uploads={uploads} className={className}>
      {parts}
    </UploadFrame>
  ) : (
    <div className={className}>{parts}</div>
  )
}

/** Whoever leaves the page is asked about a text that was not sent. */
function useGuard(isDirty: boolean, discard: () => void) {
  const box = useRef<HTMLTextAreaElement>(null)
  const latest = useRef({ isDirty, discard })
  useEffect(() => {
    latest.current = { isDirty, discard }
  })
  useEffect(() => guardUnsaved({ isDirty: () => latest.current.isDirty, saving: () => null, discard: () => latest.current.discard() }), [])
  return box
}
