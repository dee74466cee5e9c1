import { useEffect } from 'react'
import { useStore } from 'zustand'
import { isRecord } from '#schemas/rules/is-record.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { usePageForms } from '#renderer/screen/blocks/page-forms.ts'

/** Whether a record has been saved. */
const isStored = (value: unknown): value is Record<string, unknown> => isRecord(value) && value.id !== undefined && value.id !== null

/**
 * The record whose rows are shown: the one that the page has loaded, or on a page that makes a new one (`model`) the one that its form
 * has saved. Undefined until then.
 */
export function useParentRecord(data: Record<string, unknown>, name: string, model: string | undefined) {
  const page = usePageForms()
  const loaded = valueAt(data, name)
  const made = useStore(page, (state) => state.made)
  const id = model !== undefined && !isStored(loaded) && isStored(made) ? made.id : undefined
  const read = useCall<unknown>('single', id === undefined ? null : { model, id })
  const { mutate } = read
  const answered = read.data?.results
  useEffect(() => subscribeRefresh('screen', () => void (id !== undefined && mutate())), [id, mutate])
  // The form of the page goes on from the record as it is now.
  useEffect(() => {
    if (isStored(answered) && page.getState().made?.version !== answered.version) page.setState({ made: answered })
  }, [answered, page])
  if (isStored(loaded)) return loaded
  if (model === undefined) return isRecord(loaded) ? loaded : undefined
  return isStored(answered) ? answered : undefined
}
