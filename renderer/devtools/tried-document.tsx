import { Suspense, useRef, useState } from 'react'
import type { FormAnswer, GridColumn, GridRow, ModalAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'
import type { FormHandle } from '#renderer/form/form-types.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import '#renderer/grid/grid.css'
import { openModal } from '#renderer/dialog/modal-store.ts'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { FormView } from '#renderer/screen/form-view.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import { drawCell } from '#renderer/grid/cells/draw-cell.tsx'
import type { MetricData } from '#renderer/metric/metric-table-data.ts'
import { useTexts } from './use-texts.ts'

const Blocks = lazyComponent(() => import('#renderer/screen/blocks/blocks.tsx').then((module) => ({ default: module.Blocks })), {
  waiting: <Loading />,
})

const TriedMetric = lazyComponent(
  () =>
    import('#renderer/metric/metric.tsx').then(({ default: Metric }) => ({
      default: ({ answer }: { answer: MetricData }) => <Metric name={answer.metadata.metric.name} answer={answer} />,
    })),
  { waiting: <Loading /> },
)

interface TriedDocumentProps {
  kind: string
  answer: Record<string, unknown>
  data: Record<string, unknown>
}

/** A document that the server answered, drawn as the panel draws it. */
export function TriedDocument({ kind, answer, data }: TriedDocumentProps) {
  const say = useTexts()
  return (
    <BlockBoundary document={kind} kind={kind === 'form' ? 'form' : kind === 'modal' ? 'modal' : 'screen'} value={answer}>
      <Suspense fallback={<Loading />}>
        {kind === 'form' && <TriedForm form={answer as unknown as FormAnswer} data={data} />}
        {kind === 'screen' && (
          <Blocks
            body={answer.body as ScreenBlock[]}
            data={{ route: {}, ...data }}
            modals={answer.modals as ModalAnswer[]}
            document="screen"
          />
        )}
        {kind === 'grid' && <TriedGrid answer={answer} />}
        {kind === 'metric' && <TriedMetric answer={answer as unknown as MetricData} />}
        {kind === 'modal' && (
          <button
            type="button"
            className="pk-button pk-button-primary"
            onClick={() => openModal(answer as unknown as ModalAnswer, { data, modals: answer.modals as ModalAnswer[] })}
          >
            {say('open_window')}
          </button>
        )}
      </Suspense>
    </BlockBoundary>
  )
}

/** A form that is never sent, with its data and its payload. */
export function TriedForm({ form, data }: { form: FormAnswer; data: Record<string, unknown> }) {
  const say = useTexts()
  const handle = useRef<FormHandle>(null)
  const [payload, setPayload] = useState<unknown>()
  const [present, setPresent] = useState<unknown>(data)
  const read = () =>
    requestAnimationFrame(() => {
      if (handle.current) setPresent(handle.current.readData())
    })
  return (
    <div
      onBlur={read}
      onClick={read}
      onKeyUp={(event) => {
        if (event.key === 'Enter') read()
      }}
    >
      <FormView
        ref={handle}
        form={form}
        data={data}
        submitLabel={say('show_payload')}
        onSubmit={async (sent) => {
          setPayload(sent)
        }}
      />
      <details className="dt-section">
        <summary>{say('data_now')}</summary>
        <pre className="dt-json" dir="ltr" tabIndex={0}>
          {JSON.stringify(present, null, 2)}
        </pre>
      </details>
      {payload !== undefined && (
        <div className="dt-section">
          <p role="status">{say('payload')}</p>
          <pre className="dt-json" dir="ltr" tabIndex={0} data-part="payload">
            {JSON.stringify(payload, null, 2)}
          </pre>
        </div>
      )}
    </div>
  )
}

interface GridAnswerBody {
  results?: GridRow[]
  metadata?: {
    grid?: {
      columns?: GridColumn[]
      tabs?: { key: string; title?: string }[]
      filters?: { key: string; title?: string }[]
      toolbar?: { title?: string; id?: string }[]
      row?: { title?: string; id?: string }[]
    }
  }
}

/** The columns of a list with the rows that are there now; its tabs, filters and actions by name. */
function TriedGrid({ answer }: { answer: GridAnswerBody }) {
  const say = useTexts()
  const formats = useCellFormats()
  const { columns = [], tabs = [], filters = [], toolbar = [], row: actions = [] } = answer.metadata?.grid ?? {}
  const rows = answer.results ?? []
  const parts: [string, { title?: string; key?: string; id?: string }[]][] = [
    ['tabs', tabs],
    ['filters', filters],
    ['toolbar', toolbar],
    ['row_actions', actions],
  ]
  return (
    <>
      <dl className="dt-parts">
        {parts
          .filter(([, list]) => list.length > 0)
          .map(([name, list]) => (
            <div key={name}>
              <dt>{say(name)}</dt>
              <dd>
                {list.map((one, index) => (
                  <bdi key={index} className="dt-chip">
                    {one.title ?? one.key ?? one.id}
                  </bdi>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <div className="pk-table-scroll" role="region" aria-label={say('rows')} tabIndex={0}>
        <table className="pk-plain-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row.id)}>
                {columns.map((column) => (
                  <td key={column.key}>
                    <CellExample row={row} column={column} formats={formats} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p>{say('no_rows')}</p>}
    </>
  )
}

export function CellExample({ row, column, formats }: { row: GridRow; column: GridColumn; formats: ReturnType<typeof useCellFormats> }) {
  return drawCell(row, column, formats)
}
