import type { FieldWidgetProps } from '#renderer'
import type { RichEditor } from '#widgets/rich-text/model.ts'
import { uploadsIn } from '#widgets/rich-text/commands/picture-commands.ts'
import type { Uploads } from './uploads.ts'

type Owner = Pick<FieldWidgetProps, 'hold' | 'setFault'>

/**
 * Prevents saving while a picture of the document is being uploaded, and reports failed ones; removed pictures are
 * ignored. `look` must be called when the document changes. `unfinished` returns the sentence about failed pictures.
 */
export function watchPictures(
  editor: RichEditor,
  uploads: Uploads,
  { hold, setFault }: Owner,
  unfinished: () => string,
): { look: () => void; stop: () => void } {
  /** Ends the waiting for an upload. */
  const watched = new Map<string, () => void>()
  let isFaulty = false

  const tell = (faulty: boolean): void => {
    if (faulty !== isFaulty) setFault(faulty ? unfinished() : undefined)
    isFaulty = faulty
  }
  const release = (isStill: (key: string) => boolean): void => {
    for (const [key, end] of watched)
      if (!isStill(key)) {
        watched.delete(key)
        end()
      }
  }
  const look = (): void => {
    const all = uploads.store.getState()
    if (!isFaulty && watched.size === 0 && Object.values(all).every(({ status }) => status === 'done')) return
    const present = uploadsIn(editor)
    // Errors first, so that a waiting save finds them.
    tell(present.some((key) => all[key]?.status !== 'running' && all[key]?.status !== 'done'))
    release((key) => present.includes(key) && all[key]?.status === 'running')
    for (const key of present)
      if (all[key]?.status === 'running' && !watched.has(key))
        hold(
          new Promise<void>((resolve) => {
            watched.set(key, resolve)
          }),
        )
  }
  const unsubscribe = uploads.store.subscribe(look)
  return {
    look,
    stop: () => {
      unsubscribe()
      release(() => false)
      tell(false)
    },
  }
}
