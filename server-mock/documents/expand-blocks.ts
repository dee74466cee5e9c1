import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import type {
  EntityDocument,
  GridColumn,
  GridDocumentColumn,
  ScreenBlock,
  ScreenDocumentBlock,
  ScreenDocumentFormBlock,
  ScreenDocumentLoad,
} from '#schemas/types/contract.d.ts'
import { actionsWithFormats } from './condition-formats.ts'
import { expandAction, expandActions } from './expand-action.ts'
import { expandColumn } from './expand-column.ts'
import { expandForm } from './expand-form.ts'
import type { ModalCollector } from './expand-modal.ts'
import { findEntity } from './entity-field.ts'
import { compact, localised, may, textOf, type Expansion } from './expansion.ts'
import { findGrid, gridAccess } from './reach.ts'
import type { Owned } from './registry.ts'

/** What is loaded for the blocks, by the name that they use. */
export type Loads = Record<string, Pick<ScreenDocumentLoad, 'name' | 'params'>>

/**
 * Blocks as the panel draws them; lists that the reader may not open are left out, and tabs and panels that this empties. Conditions on a
 * loaded record compare its decimals as numbers.
 */
export function expandBlocks(
  expansion: Expansion,
  blocks: readonly ScreenDocumentBlock[],
  modals: ModalCollector,
  loads: Loads,
): ScreenBlock[] {
  return blocks.flatMap((block) =>
    expandBlock(expansion, block, modals, loads).map((expanded) =>
      block.visible === undefined
        ? expanded
        : compact<ScreenBlock>({
            ...expanded,
            visible: withFieldFormats(block.visible, recordSchema(expansion, loads, block.record)),
            record: block.record,
          }),
    ),
  )
}

function expandBlock(expansion: Expansion, block: ScreenDocumentBlock, modals: ModalCollector, loads: Loads): ScreenBlock[] {
  const inner = (body: readonly ScreenDocumentBlock[]) => expandBlocks(expansion, body, modals, loads)
  if ('grid' in block) {
    const ownedGrid = findGrid(expansion, block.grid)
    if (ownedGrid && !may(expansion, gridAccess(expansion.registry, ownedGrid.grid.document))) return []
    return [{ ...localised(expansion, block), grid: ownedGrid?.path ?? block.grid }]
  }
  if ('find' in block) {
    const { form, as = 'found', empty, params, name, version, mock } = block.find
    const found = { ...loads, [as]: { name, params } }
    return [
      {
        find: compact({
          form: expandForm(expansion.registry, expansion.reader, expansion.module, form, modals),
          name,
          version,
          mock,
          params,
          as,
          empty: empty && textOf(expansion, empty),
        }),
        body: expandBlocks(expansion, block.body, modals, found),
      },
    ]
  }
  if ('form' in block) return [formBlock(expansion, block, modals)]
  if ('details' in block)
    return [
      compact({
        details: block.details,
        title: block.title && textOf(expansion, block.title),
        fields: detailFields(expansion, block.fields, modals, loads[block.details]),
      }),
    ]
  if ('columns' in block) return [{ columns: block.columns.map((column) => ({ ...column, body: inner(column.body) })) }]
  if ('tabs' in block) {
    const tabs = block.tabs
      .map((tab) => ({ key: tab.key, title: textOf(expansion, tab.title), body: inner(tab.body) }))
      .filter((tab) => tab.body.length > 0)
    return tabs.length ? [{ tabs }] : []
  }
  if ('panel' in block) {
    const body = inner(block.body)
    return body.length ? [compact({ panel: textOf(expansion, block.panel), collapsed: block.collapsed, body })] : []
  }
  if ('actions' in block)
    return [
      compact<ScreenBlock>({
        actions:
          typeof block.actions === 'string'
            ? block.actions
            : actionsWithFormats(expandActions(expansion, block.actions, modals), recordSchema(expansion, loads, block.record)),
        record: block.record,
      }),
    ]
  return [localised(expansion, block) as ScreenBlock]
}

/** The schema of the record that a condition is about: that of the named load, else of the only load that brings a record. */
export function recordSchema(expansion: Expansion, loads: Loads, named: string | undefined): Record<string, unknown> {
  const brought = (named === undefined ? Object.values(loads) : [loads[named]]).flatMap((load) => loadedEntity(expansion, load) ?? [])
  return brought.length === 1 ? brought[0]!.document.schema : {}
}

function formBlock(expansion: Expansion, block: ScreenDocumentFormBlock, modals: ModalCollector): ScreenBlock {
  const { form, submit } = block
  const isInserted = typeof form === 'string' && form.startsWith('{')
  return compact<ScreenBlock>({
    data: block.data,
    form: isInserted ? form : expandForm(expansion.registry, expansion.reader, expansion.module, form, modals),
    submit:
      submit === undefined || typeof submit === 'string'
        ? submit
        : Array.isArray(submit)
          ? expandActions(expansion, submit, modals)
          : expandAction(expansion, submit, modals),
  })
}

/** Titles and cells of the fields of a loaded record; all that its entity has, where the block names none. */
function detailFields(
  expansion: Expansion,
  fields: readonly (string | GridDocumentColumn)[] | undefined,
  modals: ModalCollector,
  load: Loads[string] | undefined,
): GridColumn[] {
  const entity = loadedEntity(expansion, load)
  const named = fields ?? Object.keys(entity?.document.schema.properties ?? {})
  return named.flatMap((field) => expandColumn(expansion, entity, field, modals) ?? [])
}

function loadedEntity({ registry }: Expansion, load: Loads[string] | undefined): Owned<EntityDocument> | undefined {
  const model = load?.params?.model
  return findEntity(registry, typeof model === 'string' ? model : findOperation(registry, load?.name))
}

function findOperation(registry: Expansion['registry'], name: string | undefined): string | undefined {
  const endpoint = registry.endpoints.get(`1/${name}`)?.document
  return endpoint?.operation === 'single' ? endpoint.entity : undefined
}
