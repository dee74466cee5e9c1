import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { panelConfig } from '#renderer/session/config.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { checkFiles, limitsOf, type FileFault, type FileProps } from './check-files.ts'
import { entryFor, readFiles, shapeOf, writeFiles, type FileEntry } from './file-value.ts'
import { tellFailure, tellFaults } from './tell-files.ts'
import { createUploadQueue, uploadFault } from './upload-queue.ts'

/** Refused files: they are listed next to the field until they are dismissed or other files are chosen. */
export interface Refused {
  name: string
  text: string
  kind: FileFault['kind']
}

export interface UploadProps extends Record<string, unknown>, FileProps {
  payload?: Record<string, unknown>
}

/** The files of a field, the running uploads, and the actions on them. */
export function useUploads(field: FieldWidgetProps<unknown, UploadProps>) {
  const formats = useLocale()
  const { value, onChange, onBlur, hold, setFault, props } = field
  const schema = field.schema as FieldSchema
  const shape = useMemo(() => shapeOf(schema), [schema])
  const limits = useMemo(
    () => limitsOf({ max: schema.maxItems, ...props }, schema.rules, panelConfig.upload, shape.many),
    [props, schema, shape],
  )
  const files = useMemo(() => readFiles(value), [value])
  const [refused, setRefused] = useState<Refused[]>([])
  const [removed, setRemoved] = useState<{ entry: FileEntry; at: number }>()

  // What an upload that ends finds: the newest value, whatever was drawn when it began.
  const [latest] = useState(() => ({ files, shape, limits, onChange, onBlur, payload: props.payload, order: new Map<string, number>() }))
  useEffect(() => {
    Object.assign(latest, { files, shape, limits, onChange, onBlur, payload: props.payload })
  })
  const [queue] = useState(() =>
    createUploadQueue({
      payload: () => latest.payload,
      onDone: (uploaded, key) => {
        const {
          files: present,
          limits: { max },
          shape: kept,
          order,
        } = latest
        const entry = entryFor(uploaded, kept)
        order.set(entry.key, key)
        // In the order in which they were chosen, not in which they arrived.
        let at = present.length
        while (at > 0 && (order.get(present[at - 1]!.key) ?? 0) > key) at -= 1
        change(max === 1 ? [entry] : [...present.slice(0, at), entry, ...present.slice(at)])
      },
      onFailed: ({ file, failure }) => tellFailure(file, failure!),
    }),
  )
  function change(next: FileEntry[]): void {
    latest.files = next
    latest.onChange(writeFiles(next, latest.shape))
    latest.onBlur()
  }
  const uploads = useStore(queue, (state) => state.uploads)
  const failed = uploads.filter(({ state }) => state === 'failed')
  const fault = uploadFault({ failed, refused: refused.length, present: files.length })
  useEffect(() => {
    setFault(fault && formats.t(fault))
  }, [fault, setFault, formats])
  useEffect(
    () => () => {
      queue.cancelAll()
      setFault(undefined)
    },
    [queue, setFault],
  )

  return {
    files,
    uploads,
    refused,
    limits,
    shape,
    removed,
    queue,
    change,
    /** Checks chosen, dropped or pasted files, and uploads those that may be sent. */
    add(chosen: readonly File[]): void {
      if (chosen.length === 0) return
      const { accepted, faults: found } = checkFiles(chosen, latest.files.length + queue.uploads().length, limits)
      const texts = tellFaults(found, field.name)
      const wrong = found.map(({ kind, name }, at): Refused => ({ kind, name, text: texts[at]! }))
      const isChosenAgain = ({ name, kind }: Refused): boolean =>
        limits.max === 1 || kind === 'count' || chosen.some((file) => file.name === name)
      setRefused([...refused.filter((one) => !isChosenAgain(one)), ...wrong])
      setRemoved(undefined)
      if (accepted.length === 0) return
      if (limits.max === 1) queue.cancelAll()
      queue.add(accepted)
      hold(queue.whenIdle())
    },
    retry(key: number): void {
      queue.retry(key)
      hold(queue.whenIdle())
    },
    /** Gives a file up; a save that waits for it is stopped. */
    cancel(key: number): void {
      queue.cancel(key)
      if (queue.isBusy()) hold(queue.whenIdle())
    },
    /** Removes refused files from the list. */
    dismiss(gone: Refused): void {
      setRefused(refused.filter((one) => one !== gone))
    },
    remove(entry: FileEntry): void {
      const at = latest.files.findIndex(({ key }) => key === entry.key)
      setRefused(refused.filter(({ kind }) => kind !== 'count'))
      setRemoved({ entry, at })
      change(latest.files.filter(({ key }) => key !== entry.key))
    },
    undo(): void {
      if (!removed) return
      const { files: present } = latest
      setRemoved(undefined)
      change(limits.max === 1 ? [removed.entry] : [...present.slice(0, removed.at), removed.entry, ...present.slice(removed.at)])
    },
    move(entry: FileEntry, to: number): void {
      const rest = latest.files.filter(({ key }) => key !== entry.key)
      if (to < 0 || to > rest.length) return
      latest.order.clear()
      change([...rest.slice(0, to), entry, ...rest.slice(to)])
    },
    /** Sets the description of a picture; it is stored like typed text, after a moment. */
    describe(entry: FileEntry, alt: string): void {
      const next = latest.files.map((one) => (one.key === entry.key ? { ...one, alt, value: { ...(one.value as object), alt } } : one))
      latest.files = next
      onChange(writeFiles(next, shape))
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
