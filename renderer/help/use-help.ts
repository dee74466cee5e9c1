import { useMemo } from 'react'
import { mutate } from 'swr'
import { call } from '#renderer/api/call.ts'
import { callKey, useCall } from '#renderer/api/use-call.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { helpSlug } from '#schemas/rules/help/help-slug.ts'

const pollMs = 300_000
const seenCall = 'help-is-seen'

export interface RouteHelp {
  id: number
  slug: string
  seen: boolean
  read: { name: string; params: Record<string, unknown> }
}

/**
 * The help of the open page, where it has one, with the call that reads it; `seen` is also true while that is not known, so that nothing
 * pulses for nothing.
 */
export function useRouteHelp(): RouteHelp | null {
  const open = useRoutes((state) => state.open)
  const { data } = useCall<{ id: number; slug: string }[]>('help-routes', {}, { background: true, refreshInterval: pollMs })
  const slug = open ? helpSlug(open.route.name, open.params) : ''
  const found = useMemo(() => data?.results.find((help) => help.slug === slug), [data, slug])
  const seen = useCall<{ seen: boolean }>(seenCall, found ? { id: found.id } : null, { background: true })
  const read = data?.metadata.read as Pick<RouteHelp, 'read'>['read'] | undefined
  return found && read ? { ...found, read, seen: seen.data?.results.seen ?? true } : null
}

/** Notes that the reader has opened a help; a failure is not worth a word, it pulses once more. */
export async function markSeen(id: number): Promise<void> {
  await mutate(callKey(seenCall, { id }), { results: { seen: true }, metadata: {} }, { revalidate: false })
  await call(seenCall, { params: { id, mark: '1' }, background: true }).catch(() => undefined)
}
