import { createElement, type ComponentType, type ReactNode } from 'react'
import { lazyComponent, type Part } from '#renderer/documents/lazy-component.tsx'
import { Loading } from '#renderer/ui/loading.tsx'
import type { WidgetDocument } from '#schemas/types/contract.d.ts'
import type { BlockWidgetProps, CellProps, FieldWidgetProps, Widget } from './widget.ts'

interface PropsOfKind {
  field: FieldWidgetProps
  block: BlockWidgetProps
  dashboard: BlockWidgetProps
  cell: CellProps
}

type Manifest = Omit<WidgetDocument, 'kind'> & { kind: string }
/** A component declares the types of its value and props; the schemas of its manifest check documents against them. */
type Load = () => Promise<{ default: ComponentType<never> }>
/** How the form frames a field widget; other kinds have no options. */
type WidgetOptions = Pick<
  Extract<Widget, { manifest: { kind: 'field' } }>,
  'label' | 'errors' | 'line' | 'several' | 'limited' | 'isPeriod' | 'longText' | 'choosesRecords' | 'readValue'
>

const blockBone = createElement(Loading)
const bones: Record<keyof PropsOfKind, ReactNode> = {
  field: createElement('div', { className: 'pf-input pf-input-waiting', 'aria-busy': true }),
  cell: createElement('span', { className: 'grid-bone' }),
  block: blockBone,
  dashboard: blockBone,
}

/** Joins a manifest (`widget.json`) with its component, which is loaded when a document first uses it. */
export function defineWidget(kind: keyof PropsOfKind, manifest: Manifest, load: Load, options: WidgetOptions = {}): Widget {
  if (manifest.kind !== kind) throw new Error(`The widget ${manifest.name} is listed as ${kind}, but its manifest says ${manifest.kind}.`)
  return {
    manifest,
    component: lazyComponent(load, { waiting: bones[kind], missing: kind === 'cell' ? 'throw' : 'notice' }) as ComponentType<never>,
    ...options,
  } as Widget
}

/** The content of the widgets' `example.json` files, by path: `./text/example.json`. */
export type WidgetExamples = Readonly<Record<string, { document: unknown; data: Record<string, unknown> }>>

let widgets: readonly Widget[] = []
let examples: () => Promise<WidgetExamples> = async () => ({})

/**
 * Takes the list of widgets over, and how their examples are fetched; the composition root calls it once. Throws on two
 * widgets of one name and kind.
 */
export function setWidgets(list: readonly Widget[], loadExamples?: () => Promise<WidgetExamples>): void {
  if (loadExamples) examples = loadExamples
  const seen = new Set<string>()
  for (const { manifest } of list) {
    const key = `${manifest.kind} ${manifest.name}`
    if (seen.has(key)) throw new Error(`Two widgets are called ${manifest.name} (${manifest.kind}).`)
    seen.add(key)
  }
  widgets = list
}

export const allWidgets = () => widgets
export const loadExamples = () => examples()

/** The widget of a name, of that kind where one is given; undefined for an unknown one. */
export function findWidget(name: string): Widget | undefined
export function findWidget<Kind extends keyof PropsOfKind>(
  name: string,
  kind: Kind,
): Extract<Widget, { manifest: { kind: Kind } }> | undefined
export function findWidget(name: string, kind?: keyof PropsOfKind): Widget | undefined {
  const named = widgets.filter((widget) => widget.manifest.name === name)
  return kind
    ? named.find((widget) => widget.manifest.kind === kind)
    : (named.find((widget) => widget.manifest.kind === 'field') ?? named[0])
}

/** Fetches the code of widgets before they are drawn. One that does not come is told where it stands. */
export async function preloadWidgets(wanted: readonly (Widget | undefined)[]): Promise<void> {
  await Promise.all(wanted.map((widget) => (widget?.component as Partial<Part<ComponentType<never>>> | undefined)?.preload?.()))
}
