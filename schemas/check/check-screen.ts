import type { ModalDocument, ScreenDocument, ScreenDocumentDetailsBlock, ScreenDocumentFormBlock, ScreenDocumentGridBlock, ScreenDocumentLoad } from '#schemas/types/contract.d.ts'
import { pathsIn } from '#schemas/rules/interpolate.ts'
import { at, error, expectFound, visitsOf, warn, type CheckedDocument } from './checked-document.ts'
import { checkCall, parametersOf, type Call } from './check-calls.ts'
import { missing } from './scope.ts'

/** Blocks of a screen or a modal: what they draw exists, and the data they read has been loaded. */
export function checkBlocks(document: CheckedDocument, loaded: string[]): void {
  const { scope } = document
  for (const { pointer, value } of visitsOf<ScreenDocumentGridBlock>(document, 'screen/grid_block')) {
    expectFound(document, at(pointer, 'grid'), scope.grid(value.grid), `there is no grid "${value.grid}"`)
    if (value.endpoint) checkCall(document, pointer, { name: value.endpoint }, { method: 'GET', key: 'endpoint' })
  }
  for (const { pointer, value } of visitsOf<ScreenDocumentFormBlock>(document, 'screen/form_block')) {
    if (typeof value.form === 'string' && !value.form.startsWith('{')) {
      const form = expectFound(document, at(pointer, 'form'), scope.form(value.form), `there is no form "${value.form}"`)
      if (form && value.submit === 'save' && !form.entity) error(document, at(pointer, 'submit'), `"save" stores a record of the form's entity, and the form "${value.form}" has none`)
    }
    if (value.data !== undefined) expectLoaded(document, at(pointer, 'data'), value.data, loaded)
  }
  for (const { pointer, value } of visitsOf<ScreenDocumentDetailsBlock>(document, 'screen/details_block')) expectLoaded(document, at(pointer, 'details'), value.details, loaded)
}

function expectLoaded(document: CheckedDocument, pointer: string, name: string, loaded: string[]): void {
  const root = name.replace(/^\{|\}$/g, '').split('.')[0]!
  expectFound(document, pointer, loaded.includes(root) ? { found: true, module: '' } : missing(root, loaded), `nothing is loaded under the name "${root}"`)
}

export function checkScreen(document: CheckedDocument, screen: ScreenDocument): void {
  if (screen.name !== document.name) warn(document, '/name', `the file should be called screens/${screen.name}.json`)
  const parameters = parametersOf(screen.path).map(parameter => parameter.name)
  if (new Set(parameters).size < parameters.length) error(document, '/path', 'a parameter is there twice')
  for (const [name, load] of Object.entries(screen.load ?? {}) as [string, ScreenDocumentLoad][]) checkCall(document, at('/load', name), load as Call, { method: 'GET' })
  screen.modals?.forEach((name, index) => expectFound(document, at('/modals', index), document.scope.modal(name), `there is no modal "${name}"`))
  const loaded = Object.keys(screen.load ?? {})
  checkBlocks(document, [...loaded, 'route'])
  checkInsertions(document, [...loaded, 'route', 'session', 'form', 'row', 'selection', 'params', 'results'])
  for (const { pointer, text } of insertions(document.source.value, '')) {
    for (const path of pathsIn(text)) {
      const [root, name] = path.split('.')
      if (root === 'route' && name !== undefined && name !== 'query' && !parameters.includes(name)) warn(document, pointer, `the path of this screen (${screen.path}) has no parameter "${name}"`, missing(`route.${name}`, parameters.map(parameter => `route.${parameter}`)))
    }
  }
}

export function checkModal(document: CheckedDocument, modal: ModalDocument, pointer = ''): void {
  const { fetch } = modal
  if (fetch) checkCall(document, at(pointer, 'fetch'), fetch as Call)
  if (typeof modal.body === 'string') expectFound(document, at(pointer, 'body'), document.scope.form(modal.body), `there is no form "${modal.body}"`)
  const ids = new Set<string>()
  modal.buttons?.forEach((button, index) => {
    if (ids.has(button.id)) error(document, at(pointer, 'buttons', index, 'id'), `the button "${button.id}" is there twice`)
    ids.add(button.id)
  })
  if (pointer === '') {
    if (modal.id !== document.name) error(document, '/id', `the file must be called modals/${modal.id}.json`)
    checkBlocks(document, ['results', 'row', 'params', 'form', 'route'])
    checkInsertions(document, ['results', 'row', 'params', 'form', 'route', 'selection', 'session', 'metadata'])
  }
}

/** What a text inserts begins with a name that is there when the text is drawn. */
export function checkInsertions(document: CheckedDocument, roots: string[]): void {
  for (const { pointer, text } of insertions(document.source.value, '')) {
    for (const path of pathsIn(text)) {
      const root = path.split('.')[0]!
      if (!roots.includes(root)) warn(document, pointer, `{${path}} inserts nothing: there is no "${root}" here`, missing(root, roots))
    }
  }
}

/** Texts with insertions, outside JSON Schemas and remote values that other code fills. */
function* insertions(value: unknown, pointer: string): Generator<{ pointer: string; text: string }> {
  if (typeof value === 'string') { if (value.includes('{')) yield { pointer, text: value } } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) if (!['schema', 'pattern', '$schema'].includes(key)) yield* insertions(item, at(pointer, key))
  }
}
