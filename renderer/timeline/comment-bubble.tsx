import { useId, useState, type ReactNode } from 'react'
import { callNamed } from '#renderer/api/call.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { ask } from '#renderer/dialog/modal-store.ts'
import { readFiles } from '#renderer/form/uploads/file-value.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { formatFileSize } from '#schemas/rules/numbers/file-size.ts'
import { Composer } from './composer.tsx'
import { commentNumber, type TimelineMetadata, type TimelineNode } from './timeline-types.ts'
import { useTexts } from './use-texts.ts'

/** The record that comments are about. */
export interface Place {
  model: string
  record: string
}

interface CommentBubbleProps {
  node: TimelineNode
  head: ReactNode
  rights?: TimelineMetadata
  place: Place
  onAnswer?: () => void
  onDone: (text: string) => Promise<void>
}

/** A comment; its author changes it in its place or takes it away, as long as the server lets him. */
export function CommentBubble({ node, head, rights, place, onAnswer, onDone }: CommentBubbleProps) {
  const id = useId()
  const say = useTexts()
  const { locale } = useLocale()
  const [isEdited, setEdited] = useState(false)
  const files = readFiles(node.files ?? [])

  async function remove(): Promise<void> {
    if (!(await ask({ text: say('remove_question'), ok: say('remove'), danger: true }))) return
    try {
      await callNamed('timeline-comment-delete', { params: { id: commentNumber(node.id) }, method: 'DELETE' })
      await onDone(say('comment_removed'))
    } catch (error) {
      showFailure(asFailure(error, 'timeline-comment-delete'))
    }
  }
  if (isEdited && rights)
    return (
      <div className="tl-body">
        <Composer
          id={`${id}-edit`}
          {...place}
          rights={rights}
          edited={{ id: node.id, text: node.description ?? '', isPrivate: node.private === true }}
          onCancel={() => setEdited(false)}
          onDone={async () => {
            await onDone(say('comment_changed'))
            setEdited(false)
          }}
        />
      </div>
    )
  return (
    <div className="tl-body">
      <div className="tl-bubble" data-private={node.private || undefined}>
        {head}
        {node.private && (
          <p className="tl-private">
            <Icon name="key" size={14} /> {say('private')}
          </p>
        )}
        {node.parent && (
          <blockquote dir="auto">
            <bdi className="tl-user">{node.parent.user?.name_full}</bdi> {node.parent.description}
          </blockquote>
        )}
        <p className="tl-text" dir="auto">
          {node.description}
        </p>
        {files.length > 0 && (
          <ul className="tl-files">
            {files.map((file) => (
              <li key={file.key}>
                <a href={file.link} target="_blank" rel="noreferrer" download={file.preview ? undefined : file.name}>
                  {file.preview ? <img src={file.preview} alt="" loading="lazy" /> : <Icon name="file" size={16} />}
                  <bdi>{file.name}</bdi>
                  {file.size !== undefined && <small>{formatFileSize(file.size, locale)}</small>}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="tl-tools">
        {onAnswer && (
          <button type="button" onClick={onAnswer}>
            {say('answer')}
          </button>
        )}
        {node.can_edit && rights?.can_comment && (
          <>
            <button type="button" onClick={() => setEdited(true)}>
              {say('edit')}
            </button>
            <button type="button" data-danger onClick={() => void remove()}>
              {say('remove')}
            </button>
          </>
        )}
      </p>
    </div>
  )
}
