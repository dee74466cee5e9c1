import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  GridDocument,
  GridDocumentFilter,
  ModalDocument,
  ScreenDocument,
  ScreenDocumentBlock,
  ScreenDocumentDetailsBlock,
  ScreenDocumentRowsBlock,
  ScreenDocumentFindBlock,
  ScreenDocumentFormBlock,
  ScreenDocumentGridBlock,
  ScreenDocumentLoad,
  ScreenDocumentMetricBlock,
  ScreenDocumentStatesBlock,
} from '#schemas/types/contract.d.ts'
import { at, error, expectFound, visitsOf, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkCall, parametersOf, type Call } from '#schemas/check/module/check-calls.ts'
import { checkMetricBlocks } from '#schemas/check/module/check-metric.ts'
import { checkTimelineBlocks } from './check-timeline-block.ts'
import { reservedFilterKeys } from './check-grid.ts'
import { checkRecordCondition } from './record-condition.ts'
import { checkRowsBlock } from './check-rows-block.ts'
import { expectLoaded, expectRead } from './expect-loaded.ts'
import { loadedEntity } from '#schemas/check/reach.ts'
import { missing } from '#schemas/check/scope.ts'

/** Checks the blocks of a screen or a modal: what they draw exists, and the data that they read is loaded. */
export function checkBlocks(document: CheckedDocument, names: string[], before: Readonly<Record<string, ScreenDocumentLoad>> = {}): void {
  const { scope } = document
  const finds = visitsOf<ScreenDocumentFindBlock>(document, 'screen/find_block')
  for (const { pointer, value } of finds) checkFind(document, at(pointer, 'find'), value.find, names)
  const loaded = [...names, ...finds.map(({ value }) => value.find.as ?? 'found')]
  const loads = { ...before, ...Object.fromEntries(finds.map(({ value: { find } }) => [find.as ?? 'found', find])) }
  for (const { pointer, value } of visitsOf<ScreenDocumentGridBlock>(document, 'screen/grid_block')) {
    const grid = expectFound(document, at(pointer, 'grid'), scope.grid(value.grid), `there is no grid "${value.grid}"`)
    if (grid) checkGridParams(document, pointer, value, grid)
    if (value.endpoint) checkCall(document, pointer, { name: value.endpoint }, { method: 'GET', key: 'endpoint' })
  }
  for (const { pointer, value } of visitsOf<ScreenDocumentFormBlock>(document, 'screen/form_block')) {
    if (typeof value.form === 'string' && !value.form.startsWith('{')) {
      const form = expectFound(document, at(pointer, 'form'), scope.form(value.form), `there is no form "${value.form}"`)
      if (form && value.submit === 'save' && !form.entity)
        error(document, at(pointer, 'submit'), `"save" stores a record of the form's entity, and the form "${value.form}" has none`)
    }
    if (value.data !== undefined) expectLoaded(document, at(pointer, 'data'), value.data, loaded)
  }
  for (const { pointer, value } of visitsOf<ScreenDocumentBlock>(document, 'screen/block'))
    checkConditions(document, pointer, value, loaded, loads)
  checkTimelineBlocks(document)
  checkMetricBlocks(document)
  for (const { pointer, value } of visitsOf<ScreenDocumentStatesBlock>(document, 'screen/states_block')) {
    expectLoaded(document, at(pointer, 'states'), value.states, loaded)
    const entity = loadedEntity(scope, loads[value.states])
    const fields = Object.keys(entity?.lifecycle ?? {})
    if (entity && fields.length === 0)
      error(document, at(pointer, 'states'), `the entity "${entity.name}" has no "lifecycle", so there are no states to show`)
    else if (entity && value.field !== undefined && !fields.includes(value.field))
      error(
        document,
        at(pointer, 'field'),
        `"${value.field}" has no lifecycle in the entity "${entity.name}"`,
        missing(value.field, fields),
      )
    if (entity && Array.isArray(value.actions))
      value.actions.forEach((name, index) => {
        const names = transitionsOf(entity).map((each) => each.name)
        if (!names.includes(name))
          error(
            document,
            at(pointer, 'actions', index),
            `there is no transition "${name}" in the entity "${entity.name}"`,
            missing(name, names),
          )
      })
  }
  for (const visit of visitsOf<ScreenDocumentRowsBlock>(document, 'screen/rows_block')) checkRowsBlock(document, visit, loaded, loads)
  for (const { pointer, value } of visitsOf<ScreenDocumentDetailsBlock>(document, 'screen/details_block')) {
    expectLoaded(document, at(pointer, 'details'), value.details, loaded)
    const entity = loadedEntity(scope, loads[value.details])
    if (entity)
      value.fields?.forEach((field, index) => {
        const path = typeof field === 'string' ? field : field.key
        const here = typeof field === 'string' ? at(pointer, 'fields', index) : at(pointer, 'fields', index, 'key')
        expectRead(document, here, entity, path)
      })
  }
}

/** Checks the form of a search, its call, and the name of what it finds. */
function checkFind(document: CheckedDocument, pointer: string, find: ScreenDocumentFindBlock['find'], names: readonly string[]): void {
  if (typeof find.form === 'string')
    expectFound(document, at(pointer, 'form'), document.scope.form(find.form), `there is no form "${find.form}"`)
  checkCall(document, pointer, find as Call, { method: 'GET' })
  const { as = 'found' } = find
  if (names.includes(as))
    error(document, find.as === undefined ? pointer : at(pointer, 'as'), `something else is there under the name "${as}": take another one`)
}

/** Checks the record of a block, and that its conditions are about a record that is loaded and about fields that it has. */
function checkConditions(
  document: CheckedDocument,
  pointer: string,
  { record, visible, ...block }: ScreenDocumentBlock,
  loaded: string[],
  loads: Readonly<Record<string, ScreenDocumentLoad>>,
): void {
  if (record !== undefined) expectLoaded(document, at(pointer, 'record'), record, loaded)
  const brought = Object.entries(loads).flatMap(([name, load]) => {
    const entity = record === undefined || record === name ? loadedEntity(document.scope, load) : undefined
    return entity ? [{ name, entity }] : []
  })
  if (visible !== undefined && record === undefined && brought.length > 1)
    error(
      document,
      at(pointer, 'visible'),
      `several records are loaded: name the one that is meant, e.g. "record": "${brought[0]!.name}"`,
      { allowed: brought.map(({ name }) => name) },
    )
  else if (visible !== undefined && loaded.every((name) => notRecords.has(name)))
    error(document, at(pointer, 'visible'), 'is tested on a loaded record, and this page loads none', { atKey: true })
  if (brought.length !== 1) return
  const { entity } = brought[0]!
  checkRecordCondition(document, at(pointer, 'visible'), visible, entity)
  // Conditions of what is done with rows are about a row.
  if ('actions' in block && !('rows' in block) && Array.isArray(block.actions))
    block.actions.forEach((action, index) => {
      if (typeof action !== 'string') checkRecordCondition(document, at(pointer, 'actions', index, 'when'), action.when, entity)
    })
}

/** Names under which a page or dialog has values that are no loaded record. */
const notRecords = new Set(['route', 'row', 'params', 'form'])

/** Checks the parameters of a grid block: the grid's document or the endpoint of its rows must offer them. */
function checkGridParams(document: CheckedDocument, pointer: string, block: ScreenDocumentGridBlock, grid: GridDocument): void {
  const call = block.endpoint ?? grid.endpoint
  const ofCall = call === undefined ? undefined : document.scope.endpoint(call).found?.params
  if (call !== undefined && (!isRecord(ofCall) || ofCall.additionalProperties !== false)) return
  const offered = [
    ...Object.keys(grid.params ?? {}),
    ...(grid.filters ?? []).map((filter) => (typeof filter === 'string' ? filter : filter.key)),
    ...Object.keys(isRecord(ofCall) && isRecord(ofCall.properties) ? ofCall.properties : {}),
  ]
  for (const [name, value] of Object.entries(block.params ?? {}))
    if (call === undefined && offered.includes(name)) checkParamValue(document, at(pointer, 'params', name), name, value, grid)
    else if (!offered.includes(name) && !(reservedFilterKeys as readonly string[]).includes(name))
      error(
        document,
        at(pointer, 'params', name),
        `the grid "${block.grid}" takes no parameter "${name}": name the field that it is compared with in the grid's "params", e.g. "params": { "${name}": "${name}" }`,
        { ...missing(name, offered), atKey: true },
      )
}

/** Checks that a parameter, of one value or of several with commas between them, names values that its field can have. */
function checkParamValue(document: CheckedDocument, pointer: string, name: string, value: unknown, grid: GridDocument): void {
  const filter = (grid.filters ?? []).find((entry) => typeof entry !== 'string' && entry.key === name) as GridDocumentFilter | undefined
  const path = String(grid.params?.[name] ?? filter?.field ?? name)
  const entity = document.scope.entity(grid.entity).found
  const field = entity && document.scope.field(entity, path).found
  const allowed = field?.enum
  // A filter of texts finds parts of values.
  if (!Array.isArray(allowed) || filter?.kind === 'text') return
  const texts = allowed.map(String)
  const given = [value].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  const asked = given.map(String).filter((one) => one !== '' && !one.includes('{'))
  for (const one of asked.flatMap((text) => (texts.includes(text) ? [] : text.split(','))))
    if (!texts.includes(one))
      error(document, pointer, `${JSON.stringify(one)} is no value of "${path}", so the grid would show nothing`, missing(one, texts))
}

export function checkScreen(document: CheckedDocument, screen: ScreenDocument): void {
  if (screen.name !== document.name) warn(document, '/name', `the file should be called screens/${screen.name}.json`)
  if (screen.path.startsWith('/'))
    error(document, '/path', `a path has no leading slash: "${screen.path.slice(1)}"`, { suggestion: screen.path.slice(1) })
  const parameters = parametersOf(screen.path).map((parameter) => parameter.name)
  if (new Set(parameters).size < parameters.length) error(document, '/path', 'a parameter is there twice')
  for (const [name, load] of Object.entries(screen.load ?? {}) as [string, ScreenDocumentLoad][])
    checkCall(document, at('/load', name), load as Call, { method: 'GET' })
  screen.modals?.forEach((name, index) =>
    expectFound(document, at('/modals', index), document.scope.modal(name), `there is no modal "${name}"`),
  )
  const loaded = Object.keys(screen.load ?? {})
  checkBlocks(document, [...loaded, 'route'], screen.load)
  if ((screen.guest ?? 'no') !== 'no' && (screen.layout ?? 'default') === 'default')
    error(
      document,
      screen.layout === undefined ? '/guest' : '/layout',
      `the layout "default" has menus, which a visitor who is not signed in is not given: say "layout": "auth", "error" or "print"`,
      { allowed: ['auth', 'error', 'print'] },
    )
  checkVisitors(document, screen)
  if (screen.guest === 'only' && screen.access !== undefined)
    error(document, '/access', 'a screen for visitors who are not signed in ("guest": "only") cannot need a permission', { atKey: true })
  for (const { pointer } of screen.guest === 'only' ? visitsOf(document, 'screen/block_access') : [])
    error(
      document,
      pointer,
      'nobody sees this: the screen is for visitors who are not signed in ("guest": "only"), who have no permission',
      { atKey: true },
    )
}

/** What a screen for visitors asks for must be answered to visitors. */
function checkVisitors(document: CheckedDocument, screen: ScreenDocument): void {
  if ((screen.guest ?? 'no') === 'no') return
  for (const [name, load] of Object.entries(screen.load ?? {}) as [string, ScreenDocumentLoad][]) {
    const endpoint = document.scope.endpoint(load.name, load.version).found
    if (endpoint && (endpoint.access ?? 'user') !== 'guest')
      error(
        document,
        at('/load', name, 'name'),
        `"${load.name}" does not answer visitors who are not signed in, for whom this screen is: name an endpoint with "access": "guest"`,
      )
  }
  for (const { pointer } of visitsOf<ScreenDocumentMetricBlock>(document, 'screen/metric_block'))
    error(document, at(pointer, 'metric'), 'a metric does not answer visitors who are not signed in, for whom this screen is')
  for (const { pointer } of visitsOf<ScreenDocumentGridBlock>(document, 'screen/grid_block'))
    error(document, at(pointer, 'grid'), 'a list does not answer visitors who are not signed in, for whom this screen is')
}

export function checkModal(document: CheckedDocument, modal: ModalDocument, pointer = ''): void {
  const { fetch } = modal
  if (fetch) checkCall(document, at(pointer, 'fetch'), fetch as Call)
  if (typeof modal.body === 'string')
    expectFound(document, at(pointer, 'body'), document.scope.form(modal.body), `there is no form "${modal.body}"`)
  const ids = new Set<string>()
  modal.buttons?.forEach((button, index) => {
    if (ids.has(button.id)) error(document, at(pointer, 'buttons', index, 'id'), `the button "${button.id}" is there twice`)
    ids.add(button.id)
  })
  if (pointer === '') {
    if (modal.id !== document.name) error(document, '/id', `the file must be called modals/${modal.id}.json`)
    checkBlocks(document, ['results', 'row', 'params', 'form', 'route'])
  }
}
