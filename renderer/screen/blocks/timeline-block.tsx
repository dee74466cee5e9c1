import { interpolate } from '#schemas/rules/text/interpolate.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import Timeline from '#renderer/timeline/timeline.tsx'
import { BlockNotice } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

/** The timeline of the record that `of` names; of one that has not been saved yet there is none. */
export default function TimelineBlock({ block, data, document, pointer }: BlockProps) {
  const { t } = useLocale()
  if (typeof block.timeline !== 'string' || typeof block.of !== 'string')
    return <BlockNotice document={document} pointer={`${pointer}/of`} messageKey="form.blocks.missing" values={{ name: 'of' }} />
  const record = interpolate(block.of, data)
  if (!/^[1-9]\d*$/.test(record)) return <p className="pf-empty">{t('form.blocks.no_data')}</p>
  const { timeline, filter, order } = block
  return <Timeline key={`${timeline} ${record}`} model={timeline} record={record} filter={filter === true} order={order} />
}
