import { useMemo } from 'react'
import { useCall } from '#renderer/api/use-call.ts'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { Blocks } from './blocks/blocks.tsx'
import type { RecordScreenProps } from '#renderer/grid/quick-view/record-screen.ts'
import { DocumentNotice } from '#renderer/documents/document-notice.tsx'
import { Loading } from '#renderer/ui/loading.tsx'
import { readScreen } from './read-screen.ts'
import { withIds } from '#renderer/routing/route-ids.ts'
import { useLoads } from './use-loads.ts'

/** The blocks of a record's own screen, without the page around them. */
export default function ScreenOfRecord({ screen: name, record }: RecordScreenProps) {
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
