import { Suspense, useState, type ComponentType } from 'react'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer, ModalAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { wrongType } from '#renderer/documents/document-problems.ts'
import { lazyComponent, type Part } from '#renderer/documents/lazy-component.tsx'
import { preloadWidgets } from '#renderer/registry/widgets.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import { kindOf, type BlockKind } from './block-kinds.ts'
import { isBlockShown } from './block-visibility.ts'
import { BlockNotice, ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { ColumnsBlock } from './columns-block.tsx'
import { blocksOf, innerBodies } from './inner-bodies.ts'
import { PageBodyContext } from './page-body.ts'
import { createPageForms, PageFormsContext } from './page-forms.ts'
import { PanelBlock } from './panel-block.tsx'
import { SignaturesBlock } from './signatures-block.tsx'
import { TabsBlock } from './tabs-block.tsx'
import { TextBlock } from './text-block.tsx'
import { findBlock, WidgetBlock } from './widget-block.tsx'
import { askForDependentFields } from '#renderer/form/data/dependent-fields.ts'
import './blocks.css'

const waiting = { waiting: <Loading /> }
/** One component per kind. Large ones are loaded when a screen first uses them. */
const drawn: Record<BlockKind, ComponentType<BlockProps>> = {
  rows: lazyComponent(() => import('#renderer/screen/rows/rows-block.tsx'), waiting),
  signatures: SignaturesBlock,
  columns: ColumnsBlock,
  grid: lazyComponent(() => import('./grid-block.tsx'), waiting),
  form: lazyComponent(() => {
    // Forms on pages usually have lists or groups, so that code is loaded in parallel.
    void askForDependentFields()
    return import('./form-block.tsx')
  }, waiting),
  find: lazyComponent(() => {
    void askForDependentFields()
    return import('./find-block.tsx')
  }, waiting),
  details: lazyComponent(() => import('./details-block.tsx'), waiting),
  timeline: lazyComponent(() => import('./timeline-block.tsx'), waiting),
  metric: lazyComponent(() => import('./metric-block.tsx'), waiting),
  states: lazyComponent(() => import('./states-block.tsx'), waiting),
  tabs: TabsBlock,
  panel: PanelBlock,
  widget: WidgetBlock,
  actions: lazyComponent(() => import('./actions-block.tsx'), waiting),
  html: lazyComponent(() => import('./html-block.tsx'), waiting),
  text: TextBlock,
}

/** Fetches the code of blocks and of those inside them, and of their forms' controls. A part that does not come is told in its place. */
export async function preloadBlocks(body: unknown): Promise<void> {
  await Promise.all(
    blocksOf(body).flatMap((block) => {
      const kind = kindOf(block)
      const part = kind && (drawn[kind] as Partial<Part<ComponentType<never>>>)
      return [
        part?.preload?.(),
        kind === 'widget' && preloadWidgets([findBlock(String(block.widget))]),
        ...[block.form, block.create, block.find].map(preloadForm),
        ...innerBodies(block).map(preloadBlocks),
      ]
    }),
  )
}

/** The controls of a form, which a block has itself or in what it does. */
async function preloadForm(holder: unknown): Promise<void> {
  const form = isRecord(holder) && (isRecord(holder.form) ? holder.form : holder)
  if (!form || !isRecord(form.schema)) return
  const { preloadControls } = await import('#renderer/form/fields/preload-controls.ts')
  await preloadControls(form as unknown as FormAnswer)
}

interface BlocksProps {
  body: readonly ScreenBlock[]
  data: Record<string, unknown>
  modals?: readonly ModalAnswer[]
  document?: string
}

/** The blocks of a screen or modal. Its forms and its buttons find each other. */
export function Blocks({ body, data, modals, document = 'screen' }: BlocksProps) {
  const [forms] = useState(createPageForms)
  return (
    <PageFormsContext value={forms}>
      <PageBodyContext value={body}>
        <BlockList body={body} data={data} modals={modals} document={document} pointer="/body" />
      </PageBodyContext>
    </PageFormsContext>
  )
}

/** Blocks from top to bottom, without those that the record hides; one that fails says so in its own place. */
export function BlockList({ body, pointer, ...rest }: Omit<BlockProps, 'block'> & { body: unknown }) {
  if (!Array.isArray(body)) return <ProblemNotices document={rest.document} problems={[wrongType(pointer, 'array', body)]} />
  return (
    <div className="pf-blocks">
      {(body as ScreenBlock[]).map((block, index) => {
        if (!isBlockShown(block, rest.data)) return null
        const here = `${pointer}/${index}`
        const kind = kindOf(block)
        const Block = kind && drawn[kind]
        if (!isRecord(block)) return <ProblemNotices key={here} document={rest.document} problems={[wrongType(here, 'object', block)]} />
        if (!Block)
          return (
            <BlockNotice
              key={here}
              document={rest.document}
              pointer={here}
              messageKey="form.blocks.unknown_kind"
              values={{ keys: Object.keys(block).join(', ') }}
            />
          )
        return (
          <BlockBoundary key={here} document={rest.document} pointer={here} kind="block" value={block}>
            <Suspense fallback={<Loading />}>
              <Block block={block} {...rest} pointer={here} />
            </Suspense>
          </BlockBoundary>
        )
      })}
    </div>
  )
}
