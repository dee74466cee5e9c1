import { useMemo } from 'react'
import { useCall } from '#renderer/api/use-call.ts'
import { BlockBoundary } from '#renderer/screen/block-boundary.tsx'
import { Blocks } from '#renderer/screen/blocks/blocks.tsx'
import { DocumentNotice } from '#renderer/screen/document-notice.tsx'
import { Loading } from '#renderer/screen/loading.tsx'
import { readScreen } from '#renderer/screen/read-screen.ts'
import { withIds } from '#renderer/screen/route-ids.ts'
import { useLoads } from '#renderer/screen/use-loads.ts'

/** What a record's own screen shows of it, without the page around it. */
export function ScreenOfRecord({ screen: name, record }: { screen: string; record: string }) {
  const params = useMemo(() => ({ id: record }), [record])
  const { data: answer } = useCall<unknown>('screen', { name, ...params })
  const read = useMemo(() => answer && readScreen(answer.results, name), [answer, name])
  const screen = read?.screen ?? undefined
  const loaded = useLoads(screen, params, record)
  const data = useMemo(() => ({ ...loaded.data?.values, route: withIds(params) }), [loaded.data, params])
  const document = `screen ${name}`
  if (!screen || (Object.keys(screen.load ?? {}).length > 0 && !loaded.data && !loaded.error)) return <Loading />
  return (
    <BlockBoundary document={document} kind="screen" value={screen}>
      <DocumentNotice document={document} problems={read?.problems ?? []} />
      <Blocks body={screen.body} data={data} modals={screen.modals} document={document} />
    </BlockBoundary>
  )
}
