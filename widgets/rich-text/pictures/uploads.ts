import { produce } from 'immer'
import { createStore } from 'zustand/vanilla'

/**
 * The server's description of a file.
 * @source specification, endpoint upload
 */
export interface UploadedFile {
  id: number | string
  link: string
  mime_type: string
  versions?: Record<string, string | null>
}
export type UploadFile = (
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal; payload?: Record<string, unknown> },
) => Promise<UploadedFile>

export interface Upload {
  file: File
  /** Address of the file on this computer, shown until the server has it. */
  preview: string
  status: 'running' | 'failed' | 'done'
  /** From 0 to 1. */
  progress: number
  /** The server's message for the user. */
  message?: string
  link?: string
}

interface UploadsOptions {
  upload: UploadFile
  /** The sentence for a failure: the server's own when it has one. */
  messageOf: (error: unknown) => string
  isCancelled: (error: unknown) => boolean
  onDone: (key: string, file: UploadedFile) => void
  /** Called if an upload failed. */
  onFailed: (file: File, error: unknown) => void
  /** Returns the files that may be sent, and reports the others. */
  choose: (files: readonly File[]) => File[]
  payload?: Record<string, unknown>
}

let last = 0

/** Pictures on their way to the server, by the key that their place in the document carries. */
export function createUploads({ upload, messageOf, isCancelled, onDone, onFailed, choose, payload }: UploadsOptions) {
  const store = createStore<Record<string, Upload>>(() => ({}))
  const running = new Map<string, AbortController>()
  const set = (key: string, change: Partial<Upload>): void =>
    store.setState(
      produce((all: Record<string, Upload>) => {
        if (all[key]) Object.assign(all[key], change)
      }),
    )

  async function run(key: string): Promise<void> {
    const entry = store.getState()[key]
    if (!entry) return
    const controller = new AbortController()
    running.set(key, controller)
    set(key, { status: 'running', progress: 0, message: undefined })
    try {
      const file = await upload(entry.file, {
        signal: controller.signal,
        payload,
        onProgress: (progress) => {
          if (running.get(key) === controller) set(key, { progress })
        },
      })
      // Who waits for it finds the picture in the document.
      onDone(key, file)
      set(key, { status: 'done', progress: 1, link: file.link })
    } catch (error) {
      if (isCancelled(error) || controller.signal.aborted) return
      set(key, { status: 'failed', message: messageOf(error) })
      onFailed(entry.file, error)
    } finally {
      if (running.get(key) === controller) running.delete(key)
    }
  }

  return {
    store,
    choose,
    /** Begins to send a file; the key is its place's. */
    start(file: File): string {
      const key = `upload-${++last}`
      store.setState((all) => ({ ...all, [key]: { file, preview: URL.createObjectURL(file), status: 'running', progress: 0 } }))
      void run(key)
      return key
    },
    retry: (key: string): void => void run(key),
    /** Gives an upload up; it can be begun again. */
    cancel(key: string): void {
      running.get(key)?.abort()
      set(key, { status: 'failed', message: undefined })
    },
    get: (key: string): Upload | undefined => store.getState()[key],
    /** Cancels running uploads. */
    dispose(): void {
      for (const controller of running.values()) controller.abort()
      for (const { preview } of Object.values(store.getState())) URL.revokeObjectURL(preview)
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>

/** A picture that was pasted as data, as a file; undefined if it is not a bitmap. */
export function fileOfData(address: string): File | undefined {
  const found = /^data:(image\/(?:png|jpe?g|gif|webp|bmp));base64,([a-z0-9+/=\s]+)$/i.exec(address)
  if (!found) return undefined
  try {
    const bytes = Uint8Array.from(atob(found[2]!), (sign) => sign.charCodeAt(0))
    return new File([bytes], `image.${found[1]!.slice(6).replace('jpeg', 'jpg')}`, { type: found[1] })
  } catch {
    return undefined
  }
}
