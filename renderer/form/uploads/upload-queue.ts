import { produce } from 'immer'
import { createStore } from 'zustand/vanilla'
import { asFailure, isCancelled, type CallFailure } from '#renderer/api/call-failure.ts'
import { uploadFile, type UploadedFile, type UploadOptions } from '#renderer/api/upload-file.ts'

/** A file on its way to the server, or one that did not get there. */
export interface Upload {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  progress: number
  failure?: CallFailure
}

interface QueueOptions {
  /** Called with each uploaded file, and a number for the order in which the files were chosen. */
  onDone: (file: UploadedFile, key: number) => void
  onFailed: (upload: Upload) => void
  payload?: () => Record<string, unknown> | undefined
  send?: (file: File, options: UploadOptions) => Promise<UploadedFile>
}

/** Whether the server looked at the file and will not have it, however often it is sent. */
export const isApiError = ({ failure }: Pick<Upload, 'failure'>): boolean =>
  ['file-too-large', 'file-empty', 'file-type', 'file-broken', 'quota-exceeded', 'storage-full'].includes(String(failure?.errorCode))

/**
 * Why a field cannot be saved: an upload failed, or all chosen files were refused. A refused file next to an accepted
 * one does not prevent saving; its error is shown next to it.
 */
export function uploadFault(files: {
  failed: readonly Pick<Upload, 'failure'>[]
  refused: number
  present: number
}): 'form.upload.unfinished' | 'form.upload.unwanted' | undefined {
  if (files.failed.some((one) => !isApiError(one))) return 'form.upload.unfinished'
  return files.failed.length + files.refused > 0 && files.present === 0 ? 'form.upload.unwanted' : undefined
}

const atOnce = 3
let lastKey = 0

/** Sends files, three at a time; a failed one waits until it is sent again or taken away. */
export function createUploadQueue({ onDone, onFailed, payload, send = uploadFile }: QueueOptions) {
  const store = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))
  const running = new Map<number, AbortController>()
  const keys = new Map<number, string>()
  const idle = new Set<(whole: boolean) => void>()

  const uploads = (): readonly Upload[] => store.getState().uploads
  const set = (key: number, change: Partial<Upload>): void =>
    store.setState(
      produce((state: { uploads: Upload[] }) => {
        Object.assign(state.uploads.find((one) => one.key === key) ?? {}, change)
      }),
    )
  const drop = (key: number): void => {
    keys.delete(key)
    store.setState({ uploads: uploads().filter((one) => one.key !== key) })
  }
  const isBusy = (): boolean => uploads().some(({ state }) => state !== 'failed')

  function advance(): void {
    for (const upload of uploads()) if (upload.state === 'waiting' && running.size < atOnce) void start(upload)
    if (!isBusy()) endWaits(true)
  }

  function endWaits(whole: boolean): void {
    for (const resolve of idle) resolve(whole)
    idle.clear()
  }

  async function start({ key, file }: Upload): Promise<void> {
    const controller = new AbortController()
    running.set(key, controller)
    set(key, { state: 'sending', progress: 0, failure: undefined })
    try {
      const done = await send(file, {
        signal: controller.signal,
        payload: payload?.(),
        idempotencyKey: keys.get(key),
        onProgress: (progress) => set(key, { progress }),
      })
      if (controller.signal.aborted) return
      drop(key)
      onDone(done, key)
    } catch (thrown) {
      const failure = asFailure(thrown, 'upload')
      if (isCancelled(failure) || controller.signal.aborted) return
      // Without a response the outcome is unknown, so the key stays; after a response, the same key would only return it again.
      if (failure.status !== 0) keys.set(key, crypto.randomUUID())
      set(key, { state: 'failed', failure })
      const failed = uploads().find((one) => one.key === key)
      if (failed) onFailed(failed)
    } finally {
      running.delete(key)
      advance()
    }
  }

  function take(key: number): void {
    running.get(key)?.abort()
    drop(key)
  }

  return {
    ...store,
    uploads,
    isBusy,
    add(files: readonly File[]): void {
      const added = files.map((file): Upload => ({ key: ++lastKey, file, state: 'waiting', progress: 0 }))
      for (const { key } of added) keys.set(key, crypto.randomUUID())
      store.setState({ uploads: [...uploads(), ...added] })
      advance()
    },
    retry(key: number): void {
      set(key, { state: 'waiting', progress: 0, failure: undefined })
      advance()
    },
    /** Gives a file up, whether it is on its way, waits or has failed. Nobody waits for the others then. */
    cancel(key: number): void {
      const isWaitedFor = uploads().some((one) => one.key === key && one.state !== 'failed')
      take(key)
      if (isWaitedFor) endWaits(false)
      advance()
    },
    /** Makes room for others, or ends with the field. */
    cancelAll(): void {
      for (const { key } of uploads()) take(key)
      advance()
    },
    /** Resolves when no upload is running; with false as soon as a file is cancelled. */
    whenIdle: (): Promise<boolean> =>
      isBusy()
        ? new Promise((resolve) => {
            idle.add(resolve)
          })
        : Promise.resolve(true),
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
