import { use } from 'react'
import { valueAt } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import '#renderer/grid/grid.css'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { RecordGoneContext } from '#renderer/screen/record-gone.ts'
import ActionsBlock from './actions-block.tsx'
import { BlockNotice } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { DetailsValue } from './details-value.tsx'
import { stepsOf } from './state-steps.ts'
import './states-block.css'

/** Where a loaded record stands: its state, the steps on the way, what the state locks, and the transitions that it offers. */
export default function StatesBlock(props: BlockProps) {
  const { block, data, document, pointer } = props
  const formats = useCellFormats()
  const gone = use(RecordGoneContext)
  const { t } = useLocale()
  const record = valueAt(data, String(block.states))
  if (gone) return null
  if (!isRecord(record))
    return (
      <BlockNotice
        document={document}
        pointer={`${pointer}/states`}
        messageKey="form.blocks.missing"
        values={{ name: String(block.states) }}
      />
    )
  const field = String(block.field)
  const state = record[field] ?? null
  const column = { key: field, title: block.title ?? field, cell: 'badge', options: block.options }
  const steps = stepsOf(block.steps, block.options, state)
  const locks = (block.locks ?? []).filter((lock) => lock.in.includes(state as string))
  return (
    <section className="pf-states" aria-label={block.title}>
      <div className="pf-states-head">
        <span className="pf-states-now pf-details">
          <bdi className="pf-states-title">{block.title}</bdi>
          <DetailsValue row={record as GridRow} column={column} formats={formats} />
        </span>
        {block.actions !== undefined && <ActionsBlock {...props} />}
      </div>
      {steps && (
        <ol className="pf-state-steps" aria-label={t('blocks.steps', { title: block.title ?? '' })}>
          {steps.map((step) => (
            <li
              key={String(step.value)}
              data-step={step.kind}
              aria-current={step.kind === 'now' || step.kind === 'beside' ? 'step' : undefined}
            >
              <bdi>{step.title}</bdi>
            </li>
          ))}
        </ol>
      )}
      {locks.map((lock) => (
        <p key={lock.text} className="pf-states-lock">
          <bdi>{lock.text}</bdi>
        </p>
      ))}
    </section>
  )
}
