import { isRecord } from '#schemas/rules/is-record.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import Metric from '#renderer/metric/metric.tsx'
import { BlockNotice } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

/** A metric; one whose parameters changed begins anew. */
export default function MetricBlock({ block, data, document, pointer }: BlockProps) {
  if (typeof block.metric !== 'string' || !block.metric.includes('/'))
    return <BlockNotice document={document} pointer={`${pointer}/metric`} messageKey="form.blocks.missing" values={{ name: 'metric' }} />
  const params = isRecord(block.params) ? interpolateDeep(block.params, data) : undefined
  return <Metric key={`${block.metric} ${JSON.stringify(params ?? {})}`} name={block.metric} params={params} />
}
