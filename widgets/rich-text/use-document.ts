import { useEffect, useRef, useState } from 'react'
import { asFailure, isCancelled, panelConfig, showToast, translate, uploadFile, type FieldWidgetProps } from '#renderer'
import { checkFiles, pictureLimits, tellFailure, tellFaults } from '#renderer/uploads'
import { createRichEditor } from './create-editor.ts'
import { loadDocument } from './load-document.ts'
import { emptyParagraph, type BlockElement, type RichEditor } from './model.ts'
import { parseHtml } from '#widgets/rich-text/html/parse-html.ts'
import { findUploads, settlePicture } from '#widgets/rich-text/commands/picture-commands.ts'
import { toolsOf, type Preset } from '#widgets/rich-text/toolbar/presets.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'
import { createUploads, type Uploads } from '#widgets/rich-text/pictures/uploads.ts'
import type { Say } from './use-texts.ts'
import { watchPictures } from '#widgets/rich-text/pictures/watch-pictures.ts'

type Field = Pick<FieldWidgetProps<string | null>, 'value' | 'onChange' | 'hold' | 'setFault'>
type Value = string | null | undefined
interface DocumentOptions {
  preset: Preset
  upload?: false | { params?: Record<string, unknown> }
  say: Say
}

interface Opened {
  editor: RichEditor
  uploads?: Uploads
  generation: number
  isLoading: boolean
}

export interface OpenDocument extends Opened {
  /** The editor's document changed. */
  report: () => void
  /** Takes HTML over in place of the document, as one step. */
  replace: (html: string) => void
}

function create({ preset, upload, say }: DocumentOptions, generation: number): Opened {
  const single = preset === 'inline'
  const made: { editor?: RichEditor } = {}
  const uploads =
    upload === false
      ? undefined
      : createUploads({
          upload: uploadFile,
          isCancelled,
          payload: upload?.params,
          messageOf: (error) => {
            const failure = asFailure(error)
            return failure.userMessage || say(failure.errorCode === 'network' ? 'image.network' : 'image.failed')
          },
          onFailed: (file, error) => tellFailure(file, asFailure(error, 'upload')),
          choose: (files) => {
            const { accepted, faults } = checkFiles(files, 0, pictureLimits(panelConfig.upload))
            tellFaults(faults, 'rich-text')
            return accepted
          },
          onDone: (key, { link }) => {
            if (made.editor) settlePicture(made.editor, key, link)
          },
        })
  const editor = createRichEditor([emptyParagraph()], {
    tools: toolsOf(preset),
    single,
    uploads,
    onHeavyPaste: () => showToast({ tone: 'warning', about: 'rich-text paste', text: say('paste.heavy') }),
  })
  made.editor = editor
  return { editor, uploads, generation, isLoading: true }
}

/**
 * The editor of a field's value. Changes are passed to the form as HTML; an unchanged document returns the original
 * value exactly. A value from elsewhere opens a new document.
 */
export function useDocument({ value, onChange, hold, setFault }: Field, options: DocumentOptions): OpenDocument {
  const single = options.preset === 'inline'
  const [session, setSession] = useState<Opened>(() => create(options, 0))
  const latest = useRef({ options, session })
  useEffect(() => {
    latest.current = { options, session }
  })
  /** The value when the document was opened, and the editor's HTML for it. */
  const opened = useRef<{ value: Value; html: string }>({ value: undefined, html: '' })
  /** The form's value as far as the editor knows; undefined before the first document is open. */
  const known = useRef<{ value: Value } | null>(null)

  useEffect(() => {
    if (known.current && known.current.value === value) return
    const { options, session } = latest.current
    const write = (editor: RichEditor): string => serialise(editor.children as BlockElement[], { single })
    if (known.current && !session.isLoading && serialise(parseHtml(value ?? ''), { single }) === write(session.editor)) {
      // The same document in other words, e.g. null for '' after it was stored.
      known.current = { value }
      opened.current = { value, html: write(session.editor) }
      return
    }
    known.current = { value }
    const next = create(options, session.generation + 1)
    const stop = loadDocument(next.editor, value ?? '', () => {
      opened.current = { value, html: write(next.editor) }
      setSession({ ...next, isLoading: false })
    })
    setSession((present) => (present.editor === next.editor ? present : next))
    return stop
  }, [value, single])

  const lookAtPictures = useRef<() => void>(undefined)
  const { editor: watched, uploads: sending } = session
  useEffect(() => {
    if (!sending) return
    const { look, stop } = watchPictures(watched, sending, { hold, setFault }, () => translate('form.upload.unfinished'))
    lookAtPictures.current = look
    return () => {
      stop()
      sending.dispose()
    }
  }, [watched, sending, hold, setFault])

  return {
    ...session,
    report: () => {
      if (session.isLoading) return
      lookAtPictures.current?.()
      const html = serialise(session.editor.children as BlockElement[], { single })
      const next = html === opened.current.html ? opened.current.value : html
      if (next === known.current?.value) return
      known.current = { value: next }
      onChange(next)
    },
    replace: (html) => {
      const { editor, uploads } = session
      const blocks = findUploads(parseHtml(html), uploads)
      editor.withoutNormalizing(() => {
        for (let index = editor.children.length - 1; index >= 0; index--) editor.removeNodes({ at: [index] })
        editor.insertNodes(blocks, { at: [0] })
      })
    },
  }
}
