import { useRef, useState } from 'react'
import { useUploads, type UploadProps } from '#renderer/form/uploads/use-uploads.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'

const schema = { type: 'array', items: { type: 'object', format: 'file' } }
const mostFiles = 10
const nothing = (): void => undefined

/** The files of a comment that is being written, as a file field has them. */
export function useCommentFiles(id: string, label: string) {
  const [files, setFiles] = useState<unknown[]>([])
  const work = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef<unknown[]>([])
  const [handlers] = useState(() => ({
    onChange: (value: unknown) => {
      latest.current = Array.isArray(value) ? value : []
      setFiles(latest.current)
    },
    hold: (held: Promise<unknown>) => {
      work.current = held
    },
  }))
  const field: FieldWidgetProps<unknown, UploadProps> = {
    id,
    name: 'files',
    label,
    value: files,
    onChange: handlers.onChange,
    onBlur: nothing,
    disabled: false,
    readonly: false,
    required: false,
    invalid: false,
    errors: {},
    schema,
    props: { max: mostFiles },
    readData: () => ({}),
    hold: handlers.hold,
    noteStored: () => Promise.resolve(),
    setFault: nothing,
  }
  const uploads = useUploads(field)
  return {
    field,
    uploads,
    files,
    clear: () => handlers.onChange([]),
    /** The files once all uploads have ended; null when one was cancelled or failed. */
    settled: async (): Promise<unknown[] | null> =>
      (await work.current) === false || uploads.queue.uploads().length > 0 ? null : latest.current,
  }
}
