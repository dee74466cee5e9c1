import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  EndpointDocument,
  FormDocument,
  GridDocument,
  ModalDocument,
  NotificationDocument,
  ScreenDocument,
  ScreenDocumentFindBlock,
  ScreenDocumentFormBlock,
  ScreenDocumentLoad,
} from '#schemas/types/contract.d.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { textKey } from '#schemas/rules/text/text-key.ts'
import { at, error, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { parametersOf, type Call } from '#schemas/check/module/check-calls.ts'
import { anyReach, answerReach, formReach, namesReach, recordReach, schemaReach, type Reach, type Roots } from '#schemas/check/reach.ts'
import { missing, type Scope } from '#schemas/check/scope.ts'

const selection = namesReach(['ids', 'count', 'count_text'])

/**
 * Checks that the insertions in a document's texts exist when the texts are drawn. Those of texts named as `$key` are
 * reported in `locales/`.
 */
export function checkInsertions(document: CheckedDocument, locales: readonly CheckedDocument[]): void {
  const { scope, kind } = document
  const value = document.source.value
  if (kind === 'endpoints')
    (value as { endpoints: EndpointDocument[] }).endpoints.forEach((endpoint, index) =>
      checkEndpoint({ document, locales }, at('/endpoints', index), scope.complete(endpoint)),
    )
  if (kind === 'grid') {
    const entity = scope.entity((value as GridDocument).entity).found
    check({ document, locales }, value, '', {
      row: entity && recordReach(scope, entity),
      form: undefined,
      route: undefined,
      selection,
      session: undefined,
      params: undefined,
    })
  }
  if (kind === 'form')
    check({ document, locales }, value, '', {
      form: formReach(scope, value as FormDocument),
      item: undefined,
      row: undefined,
      route: undefined,
      params: undefined,
      session: undefined,
      selection,
      ...parentRoots(scope, value as FormDocument),
    })
  if (kind === 'metric') check({ document, locales }, value, '', { params: undefined, session: undefined })
  if (kind === 'notification') {
    const { on } = value as NotificationDocument
    const entity = on.entity === undefined ? undefined : scope.entity(on.entity).found
    check(
      { document, locales },
      value,
      '',
      on.event === undefined ? { record: entity && recordReach(scope, entity) } : { event: undefined },
    )
  }
  if (kind === 'modal') check({ document, locales }, value, '', modalRoots(document, value as ModalDocument))
  if (kind === 'screen') {
    const { load, ...shown } = value as ScreenDocument
    const roots = screenRoots(document, value as ScreenDocument)
    check({ document, locales }, shown, '', roots)
    // A page asks for all that it loads at once: no call waits for the answer of another.
    check({ document, locales }, load, '/load', { route: roots.route, params: undefined, session: undefined })
  }
}

/** A form of rows has the record that they belong to, where it adds a row on the page of that record. */
function parentRoots(scope: Scope, { entity }: FormDocument): Roots {
  const child = entity === undefined ? undefined : scope.entity(entity).found
  const parent = child && parentOf(child)
  const found = parent === undefined ? undefined : scope.entity(parent).found
  return found ? { parent: recordReach(scope, found) } : {}
}

function checkEndpoint(place: Place, pointer: string, endpoint: EndpointDocument): void {
  if (!endpoint.operation) return
  const [params, payload] = [schemaReach(endpoint.params), schemaReach(endpoint.payload)]
  // A GET request has its arguments in the query. A record may always be named by `id` and `version`.
  const roots: Roots = { params: withRecord(params), payload: withRecord(payload), session: undefined }
  for (const part of ['values', 'where'] as const) check(place, endpoint[part], at(pointer, part), { ...roots, now: undefined })
  if (endpoint.operation !== 'proxy' || endpoint.url === undefined) return
  const known = [
    ...new Set([endpoint.params, endpoint.payload].flatMap((schema) => Object.keys(isRecord(schema?.properties) ? schema.properties : {}))),
  ]
  check(place, endpoint.url, at(pointer, 'url'), { ...roots, ...Object.fromEntries(known.map((name) => [name, undefined])) })
}

const withRecord = (reach: Reach | undefined): Reach | undefined =>
  reach && ((path) => (path === 'id' || path === 'version' ? { found: true, module: '' } : reach(path)))

/** Grids whose rows open a modal; undefined if something else opens it too, or if none is known. */
function openingGrids(scope: Scope, modal: string): GridDocument[] | undefined {
  const opens = (module: string, value: unknown): boolean => {
    const isNamed = (name: unknown) => (name === modal && module === scope.name) || name === `${scope.name}/${modal}`
    if (typeof value !== 'object' || value === null) return false
    if (isRecord(value) && isRecord(value.options) && isNamed(value.options.modal)) return true
    return Object.values(value).some((inner) => opens(module, inner))
  }
  const named = (module: string, list: unknown): boolean =>
    Array.isArray(list) && list.some((entry) => (module === scope.name && entry === modal) || entry === `${scope.name}/${modal}`)
  const grids: GridDocument[] = []
  for (const [module, documents] of scope.modules) {
    for (const grid of Object.values(documents.grids)) {
      const { columns, row, ...others } = grid
      if (opens(module, others) || named(module, grid.toolbar) || named(module, grid.bulk)) return undefined
      if (opens(module, { columns, row }) || named(module, row)) grids.push(grid)
    }
    const { screens, forms, modals } = documents
    if (opens(module, { screens, forms, modals }) || Object.values(screens).some((screen) => named(module, screen.modals))) return undefined
  }
  return grids.length > 0 ? grids : undefined
}

/** What the searches of a page or dialog find, by its name. */
const findsOf = (document: CheckedDocument): [string, ScreenDocumentFindBlock['find']][] =>
  visitsOf<ScreenDocumentFindBlock>(document, 'screen/find_block').map(({ value: { find } }) => [find.as ?? 'found', find])

function modalRoots(document: CheckedDocument, modal: ModalDocument): Roots {
  const { scope } = document
  const form =
    typeof modal.body === 'string' ? scope.form(modal.body).found : isRecord(modal.body) ? (modal.body as FormDocument) : undefined
  // The response may contain another form than the document's.
  const reach = form && !modal.fetch ? formReach(scope, form) : undefined
  const entities = openingGrids(scope, modal.id)?.map((grid) => scope.entity(grid.entity).found) ?? []
  const row = anyReach(entities.map((entity) => entity && recordReach(scope, entity)))
  return {
    form: reach,
    item: undefined,
    results: modal.fetch && answerReach(scope, modal.fetch),
    metadata: undefined,
    row,
    params: undefined,
    route: undefined,
    selection,
    session: undefined,
    ...Object.fromEntries(findsOf(document).map(([name, find]) => [name, answerReach(scope, find)])),
  }
}

function screenRoots(document: CheckedDocument, screen: ScreenDocument): Roots {
  const { scope } = document
  const finds = findsOf(document)
  const forms = [
    ...visitsOf<ScreenDocumentFormBlock>(document, 'screen/form_block').map(({ value }) => value.form),
    ...finds.map(([, { form }]) => form),
  ].map((form) => (typeof form === 'string' ? scope.form(form).found : form))
  const loads: [string, ScreenDocumentLoad][] = [...(Object.entries(screen.load ?? {}) as [string, ScreenDocumentLoad][]), ...finds]
  const parameters = parametersOf(screen.path).map((parameter) => parameter.name)
  return {
    row: undefined,
    results: undefined,
    params: undefined,
    item: undefined,
    session: undefined,
    site: undefined,
    selection,
    form: anyReach(forms.map((form) => form && formReach(scope, form))),
    ...Object.fromEntries(loads.map(([name, load]) => [name, answerReach(scope, load)])),
    route: namesReach([...parameters, 'query']),
  }
}

/** A document, and its module's texts in each locale. */
interface Place {
  document: CheckedDocument
  locales: readonly CheckedDocument[]
}

function check({ document, locales }: Place, value: unknown, pointer: string, reachable: Roots): void {
  for (const { pointer: here, text, call } of insertions(value, pointer)) {
    const roots = call === undefined ? reachable : { ...reachable, results: answerReach(document.scope, call as Call), metadata: undefined }
    const message = textKey(text)
    if (message === undefined) checkText(document, here, text, roots)
    else
      for (const locale of locales) {
        // A document that is extended holds texts of several modules.
        if (locale.scope.name !== (message.module ?? document.scope.name)) continue
        const named = (locale.source.value as Record<string, unknown>)[message.key]
        if (typeof named === 'string') checkText(locale, at('', message.key), named, roots, ` (${document.source.file} shows this text)`)
      }
  }
}

function checkText(document: CheckedDocument, here: string, written: string, roots: Roots, where = ''): void {
  // Conditions may be left out with what they insert: `{params.type?}`.
  const text = here.endsWith('/where') ? written.replaceAll('?}', '}') : written
  const open = /\{([A-Za-z_][A-Za-z0-9_]*)[A-Za-z0-9_.-]*(?![A-Za-z0-9_.}-])/.exec(text)
  if (open && Object.hasOwn(roots, open[1]!)) error(document, here, `the insertion "${open[0]}" is not closed: a } is missing`)
  for (const path of pathsIn(text)) {
    const [root, ...steps] = path.split('.')
    if (!Object.hasOwn(roots, root!)) {
      error(document, here, `{${path}} inserts nothing: there is no "${root}" here${where}`, missing(root!, Object.keys(roots)))
      continue
    }
    const answer = steps.length > 0 ? roots[root!]?.(steps.join('.')) : undefined
    if (!answer || answer.found !== undefined) continue
    const { allowed, suggestion } = answer as { allowed: string[]; suggestion?: string }
    error(document, here, `{${path}} inserts nothing: "${root}" has no "${steps.join('.')}" here${where}`, {
      allowed: allowed.map((name) => `${root}.${name}`),
      ...(suggestion === undefined ? {} : { suggestion: `${root}.${suggestion}` }),
    })
  }
}

/**
 * Texts with insertions and message keys, each with the call whose success it belongs to; without those in JSON Schemas,
 * modals inside actions, and samples.
 */
function* insertions(value: unknown, pointer: string, call?: unknown): Generator<{ pointer: string; text: string; call?: unknown }> {
  if (typeof value === 'string') {
    if (value.includes('{') || value.startsWith('$')) yield { pointer, text: value, call }
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value))
      if (
        !['schema', 'pattern', '$schema', 'visible', 'when', 'required', 'disabled', 'sample'].includes(key) &&
        !(key === 'modal' && isRecord(item))
      )
        yield* insertions(item, at(pointer, key), key === 'success' && isRecord(value) && typeof value.name === 'string' ? value : call)
  }
}
