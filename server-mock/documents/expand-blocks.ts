import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import type {
  Action,
  EntityDocument,
  GridColumn,
  GridDocumentColumn,
  ScreenBlock,
  ScreenDocumentBlock,
  ScreenDocumentBlockAccess,
  ScreenDocumentFormBlock,
  ScreenDocumentLoad,
} from '#schemas/types/contract.d.ts'
import { actionsWithFormats } from './condition-formats.ts'
import { expandAction, expandActions, withIds } from './expand-action.ts'
import { expandColumns } from './expand-column.ts'
import { expandForm } from './expand-form.ts'
import type { ModalCollector } from './expand-modal.ts'
import { entityAccess, findEntity } from './entity-field.ts'
import { compact, localised, may, textOf, type Expansion } from './expansion.ts'
import { findGrid, findMetric, gridAccess, mayReadMetric } from './reach.ts'
import { rowsBlock } from './rows-block.ts'
import { statesBlock } from './states-block.ts'
import { transitionActions } from './transition-actions.ts'
import type { Owned } from './registry.ts'

/** What is loaded for the blocks, by the name that they use. */
export type Loads = Record<string, Pick<ScreenDocumentLoad, 'name' | 'params'>>

/** Whether the reader has the permission of a block or a tab, or one of several. */
const mayAny = (expansion: Expansion, access: ScreenDocumentBlockAccess | undefined): boolean =>
  Array.isArray(access) ? access.some((one) => may(expansion, one)) : may(expansion, access)

/**
 * Blocks as the panel draws them; blocks, tabs and lists that the reader may not open are left out, and tabs, columns and panels that
 * this empties. Conditions on a loaded record compare its decimals as numbers.
 */
export function expandBlocks(
  expansion: Expansion,
  blocks: readonly ScreenDocumentBlock[],
  modals: ModalCollector,
  loads: Loads,
): ScreenBlock[] {
  return blocks.flatMap(({ access, ...block }) => {
    if (!mayAny(expansion, access)) return []
    return expandBlock(expansion, block, modals, loads).map((expanded) =>
      block.visible === undefined
        ? expanded
        : compact<ScreenBlock>({
            ...expanded,
            visible: withFieldFormats(block.visible, recordSchema(expansion, loads, block.record)),
            record: block.record,
          }),
    )
  })
}

function expandBlock(expansion: Expansion, block: ScreenDocumentBlock, modals: ModalCollector, loads: Loads): ScreenBlock[] {
  const inner = (body: readonly ScreenDocumentBlock[]) => expandBlocks(expansion, body, modals, loads)
  // Its other properties are those of further blocks.
  if ('rows' in block) return rowsBlock(expansion, block, loadedEntity(expansion, loads[block.rows.split('.')[0]!]), modals)
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
  if ('timeline' in block) {
    const entity = findEntity(expansion.registry, block.timeline)
    return entity && hasTimeline(expansion, entity)
      ? [compact({ timeline: entity.document.name, of: block.of, filter: block.filter, order: block.order })]
      : []
  }
  if ('metric' in block) {
    const found = findMetric(expansion, block.metric)
    return found && mayReadMetric(expansion, found.metric.document) ? [compact({ metric: found.path, params: block.params })] : []
  }
  if ('details' in block)
    return [
      compact({
        details: block.details,
        title: block.title && textOf(expansion, block.title),
        fields: detailFields(expansion, block.fields, modals, loads[block.details]),
      }),
    ]
  if ('columns' in block) {
    const columns = block.columns.map((column) => ({ ...column, body: inner(column.body) }))
    return columns.some(({ body }) => body.length > 0) ? [{ columns }] : []
  }
  if ('tabs' in block) {
    const tabs = block.tabs
      .filter((tab) => mayAny(expansion, tab.access))
      .map((tab) => ({ key: tab.key, title: textOf(expansion, tab.title), body: inner(tab.body) }))
      .filter((tab) => tab.body.length > 0)
    return tabs.length ? [{ tabs }] : []
  }
  if ('panel' in block) {
    const body = inner(block.body)
    return body.length ? [compact({ panel: textOf(expansion, block.panel), collapsed: block.collapsed, body })] : []
  }
  if ('states' in block) return statesBlock(expansion, block, loadedEntity(expansion, loads[block.states]), modals)
  if ('actions' in block)
    return [
      compact<ScreenBlock>({
        actions:
          typeof block.actions === 'string'
            ? block.actions
            : actionsWithFormats(
                blockActions(expansion, block.actions, modals, loads, block.record),
                recordSchema(expansion, loads, block.record),
              ),
        record: block.record,
      }),
    ]
  return [localised(expansion, block) as ScreenBlock]
}

/** Whether the reader is shown the timeline of the entity's records. */
export const hasTimeline = (expansion: Expansion, { document }: Owned<EntityDocument>): boolean =>
  document.timeline !== undefined && document.generic !== 'none' && may(expansion, entityAccess(document, 'read'))

/** The schema of the record that a condition is about: that of the named load, else of the only load that brings a record. */
export function recordSchema(expansion: Expansion, loads: Loads, named: string | undefined): Record<string, unknown> {
  const brought = (named === undefined ? Object.values(loads) : [loads[named]]).flatMap((load) => loadedEntity(expansion, load) ?? [])
  return brought.length === 1 ? brought[0]!.document.schema : {}
}

/** Buttons of a block; `transitions` stands for those of the record that it is about. */
function blockActions(
  expansion: Expansion,
  actions: readonly (Action | 'transitions')[],
  modals: ModalCollector,
  loads: Loads,
  record: string | undefined,
): Action[] {
  return withIds(
    actions.flatMap((action) => {
      if (action !== 'transitions') return expandAction(expansion, action, modals)
      const [name, entity] = Object.entries(loads)
        .map(([key, load]) => [key, loadedEntity(expansion, load)] as const)
        .find(([key, loaded]) => loaded?.document.lifecycle !== undefined && (record === undefined || record === key)) ?? ['', undefined]
      return entity ? transitionActions(expansion, entity, modals, { record: name, refresh: 'screen' }) : []
    }),
  )
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
  return expandColumns(expansion, entity, named, modals)
}

function loadedEntity({ registry }: Expansion, load: Loads[string] | undefined): Owned<EntityDocument> | undefined {
  const model = load?.params?.model
  return findEntity(registry, typeof model === 'string' ? model : findOperation(registry, load?.name))
}

function findOperation(registry: Expansion['registry'], name: string | undefined): string | undefined {
  const endpoint = registry.endpoints.get(`1/${name}`)?.document
  return endpoint?.operation === 'single' || endpoint?.operation === 'form' ? endpoint.entity : undefined
}
