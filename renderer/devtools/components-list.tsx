import '#renderer/form/form.css'
import './devtools.css'
import { createContext, Suspense, use, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FormAnswer, GridRow, ScreenBlock } from '#schemas/types/contract.d.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { allWidgets, loadExamples, type WidgetExamples } from '#renderer/registry/widgets.ts'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Loading } from '#renderer/ui/loading.tsx'
import { PanelLink } from '#renderer/shell/panel-link.tsx'
import { showToast } from '#renderer/ui/toast-store.ts'
import { blockExamples, cellExamples } from './part-examples.ts'
import { PropsTable } from './props-table.tsx'
import { CellExample, TriedForm } from './tried-document.tsx'
import { useTexts } from './use-texts.ts'

const Blocks = lazyComponent(() => import('#renderer/screen/blocks/blocks.tsx').then((module) => ({ default: module.Blocks })), {
  waiting: <Loading />,
})

type Group = 'field' | 'block' | 'dashboard' | 'cell' | 'screen-block' | 'grid-cell'
interface Part {
  key: string
  group: Group
  name: string
  title: string
  props?: Record<string, unknown>
  value?: unknown
  document: unknown
  data: Record<string, unknown>
  missing: boolean
}

const groups: readonly Group[] = ['field', 'block', 'dashboard', 'cell', 'screen-block', 'grid-cell']

let loading: Promise<WidgetExamples> | undefined
const examplesOnce = () => (loading ??= loadExamples())

/** Whether the list is drawn as an example of itself, which would not end. */
const IsExampleContext = createContext(false)

/** Every widget, block and cell, each with a live example and its props. */
export default function ComponentsList() {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const examples = use(examplesOnce())
  const isExample = use(IsExampleContext)
  const parts = useMemo(() => partsOf(examples), [examples])
  const [query] = useSearchParams()
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLowerCase()
  const shown = parts.filter((part) => `${part.name} ${part.title} ${part.group}`.toLowerCase().includes(words))
  const open = parts.find(({ key }) => key === query.get('part')) ?? shown[0]
  return (
    <div className="dt dt-parts-list">
      <nav className="dt-nav" aria-label={say('components')}>
        <label>
          <span className="pk-visually-hidden">{say('search')}</span>
          <input
            className="pf-input"
            type="search"
            dir="auto"
            placeholder={say('search')}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </label>
        <p className="dt-kind" role="status">
          {say('count', { count: formatNumber(shown.length) })}
        </p>
        {groups.map((group) => {
          const own = shown.filter((part) => part.group === group)
          return (
            own.length > 0 && (
              <section key={group}>
                <h2>{say(`group.${group}`)}</h2>
                <ul>
                  {own.map((part) => (
                    <li key={part.key}>
                      <PanelLink to={`/developer-tools/components-list?part=${part.key}`} aria-current={part === open ? 'true' : undefined}>
                        <bdi dir="ltr">{part.name}</bdi>
                      </PanelLink>
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </nav>
      {open && !isExample && <PartPage key={open.key} part={open} />}
    </div>
  )
}

function PartPage({ part }: { part: Part }) {
  const say = useTexts()
  const text = JSON.stringify(part.document, null, 2)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => showToast({ tone: 'success', text: say('copied') }),
      () => showToast({ tone: 'danger', text: say('copy_failed') }),
    )
  return (
    <article className="dt-part" data-part={part.key}>
      <h2>
        <code dir="ltr">{part.name}</code> <span className="dt-kind">{say(`group.${part.group}`)}</span>
      </h2>
      {part.title && (
        <p>
          <bdi>{part.title}</bdi>
        </p>
      )}
      <h3>{say('live')}</h3>
      <div className="dt-stage">
        {part.missing ? (
          <p className="pf-notice" data-tone="warning">
            {say('no_example')}
          </p>
        ) : (
          <BlockBoundary document={part.key} kind="block" value={part.document}>
            <IsExampleContext value>
              <Suspense fallback={<Loading />}>
                <Example part={part} />
              </Suspense>
            </IsExampleContext>
          </BlockBoundary>
        )}
      </div>
      <PropsTable title={say('props')} schema={part.props} empty={say('no_props')} />
      {part.value !== undefined && (
        <>
          <h3>{say('value')}</h3>
          <pre className="dt-json" dir="ltr" tabIndex={0}>
            {JSON.stringify(part.value, null, 2)}
          </pre>
        </>
      )}
      <h3>{say('example_document')}</h3>
      <pre className="dt-json" dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <p>
        <button type="button" className="pk-button" onClick={copy}>
          {say('copy')}
        </button>
      </p>
    </article>
  )
}

function Example({ part }: { part: Part }) {
  if (part.group === 'grid-cell') return <CellRow name={part.name} />
  if (part.group === 'field') return <TriedForm form={part.document as FormAnswer} data={part.data} />
  return <Blocks body={[part.document as ScreenBlock]} data={{ route: {}, ...part.data }} document={part.key} />
}

function CellRow({ name }: { name: string }) {
  const formats = useCellFormats()
  const { values, column } = cellExamples[name as keyof typeof cellExamples]
  return (
    <table className="pk-plain-table">
      <tbody>
        {values.map((value, index) => (
          <tr key={index}>
            <td>
              <code dir="ltr">{JSON.stringify(value)}</code>
            </td>
            <td>
              <CellExample
                row={{ id: index, value } as GridRow}
                column={{ key: 'value', title: name, cell: name, ...column }}
                formats={formats}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function partsOf(examples: WidgetExamples): Part[] {
  const widgets = allWidgets().map(({ manifest }): Part => {
    const example = examples[`./${manifest.name}/example.json`]
    return {
      key: `${manifest.kind}/${manifest.name}`,
      group: manifest.kind,
      name: manifest.name,
      title: manifest.title ?? '',
      props: manifest.props as Record<string, unknown> | undefined,
      value: manifest.value,
      document: example?.document,
      data: example?.data ?? {},
      missing: !example,
    }
  })
  const blocks = Object.entries(blockExamples).map(([name, { document, data }]): Part => ({
    key: `screen-block/${name}`,
    group: 'screen-block',
    name,
    title: '',
    document,
    data: data ?? {},
    missing: false,
  }))
  const cells = Object.entries(cellExamples).map(([name, { column }]): Part => ({
    key: `grid-cell/${name}`,
    group: 'grid-cell',
    name,
    title: '',
    document: { key: 'value', cell: name, ...column },
    data: {},
    missing: false,
  }))
  return [...widgets, ...blocks, ...cells].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.name.localeCompare(b.name))
}
