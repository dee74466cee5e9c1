import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import type { Called } from '#schemas/fixtures/recorded-answer.ts'
import type { Surface } from '#schemas/gallery/result.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { interpolateDeep, valueAt } from '#schemas/rules/text/interpolate.ts'
import type { AnswerCache } from './answer-cache.ts'

type Node = Record<string, unknown>

export interface Plan {
  surfaces: Surface[]
  missed: { id: string; reason: string }[]
  /** Screens that open a modal, by the path of its surface. */
  modalScreens: ReadonlyMap<string, ModalScreen>
  /** The calls that answer the documents of each surface. */
  calls: ReadonlyMap<string, readonly Called[]>
}

/** Where a modal is found, so that it can be opened with the same data around it. */
export interface ModalScreen {
  modal: string
  /** The call whose answer has the modal. */
  within: { name: string; params: Record<string, string> }
  /** Record that the modal is opened for. */
  row?: Node
  /** Loads of the screen that has it. */
  load?: Node
}

const locale = 'en'
const mostRounds = 4

/**
 * What there is to draw of a module: its screens, the grids that none of them shows, and its modals. Parameters in the paths of screens
 * are taken from the links that other pages and the menu have.
 */
export async function planSurfaces(documents: ModuleDocuments, cache: AnswerCache): Promise<Plan> {
  const module = documents.module.name
  const ask = async (name: string, params: Record<string, string> = {}): Promise<Node | undefined> => {
    const { status, body } = await cache.read({ method: 'GET', name, params }, locale)
    return status === 200 && isRecord(body) ? body : undefined
  }
  const guests = new Set(
    nodes((await ask('routes'))?.results)
      .filter(({ guest }) => guest === 'only')
      .map(({ name }) => String(name)),
  )
  const paths = new Map<string, Record<string, string>>()
  const grids = new Map<string, Node>()
  const modalScreens = new Map<string, ModalScreen>()
  const calls = new Map<string, Called[]>()
  const noteCall = (surface: string, name: string, params: Record<string, string>): void =>
    void calls.set(surface, [...(calls.get(surface) ?? []), { method: 'GET', name, params }])
  const pathOfModal = (id: string): string => `gallery/${idOfModal(module, id).slice('modal-'.length)}`
  const open = new Map(Object.entries(documents.screens))
  const broken: Plan['missed'] = []
  const noteTargets = (value: unknown, context: Node): void =>
    eachTarget(value, (name, params) => {
      const screen = open.get(name)
      if (!screen || paths.has(name)) return
      const given = paramsFor(screen.path, interpolateDeep(params, context))
      if (given) paths.set(name, given)
    })
  const noteModals = (list: unknown, from: Omit<ModalScreen, 'modal'>): void => {
    for (const { id } of nodes(list))
      if (typeof id === 'string' && Object.hasOwn(documents.modals, id) && !modalScreens.has(pathOfModal(id)))
        modalScreens.set(pathOfModal(id), { modal: id, ...from })
  }
  const readGrid = async (name: string, params: Record<string, string>): Promise<void> => {
    const body = await ask(name, params)
    if (!isRecord(body?.metadata) || !isRecord(body.metadata.grid)) return
    grids.set(String(body.metadata.grid.name), body)
    const rows = nodes(body.results)
    eachNode(body.metadata, (node) => {
      const row = rows.find((each) => typeof node.flag !== 'string' || each[node.flag] === true) ?? rows[0]
      noteTargets(node, { row })
    })
    noteModals(body.metadata.modals, { within: { name, params }, ...(rows[0] && { row: rows[0] }) })
  }
  noteTargets((await ask('layout'))?.results, {})
  for (const [name, { path }] of open) if (!path.includes(':')) paths.set(name, {})
  const read = new Set<string>()
  for (let round = 0; round < mostRounds; round++) {
    for (const [name, params] of [...paths].filter(([each]) => !read.has(each))) {
      read.add(name)
      noteCall(name, 'screen', { name, ...params })
      const body = await ask('screen', { name, ...params })
      if (!isRecord(body?.results)) continue
      const screen = body.results
      const loads = isRecord(screen.load) ? screen.load : {}
      const loaded: Node = { route: params }
      for (const [as, call] of Object.entries(loads)) {
        if (!isRecord(call) || typeof call.name !== 'string') continue
        const answer = await ask(call.name, textParams(interpolateDeep(call.params ?? {}, { route: params })))
        if (!answer && !guests.has(name))
          broken.push({ id: name, reason: `what it shows cannot be read (${call.name}) at /${filled(open.get(name)!.path, params)}` })
        loaded[as] = answer?.results
      }
      noteTargets(screen, loaded)
      noteModals(screen.modals, {
        within: { name: 'screen', params: { name, ...params } },
        load: interpolateDeep(loads, { route: params }),
      })
      const shown: Node[] = []
      eachNode(screen.body, (node) => void (typeof node.grid === 'string' && shown.push(node)))
      for (const { grid, endpoint, params: given } of shown) {
        const [of, kind, part] = String(grid).split('/')
        const own = textParams(interpolateDeep(given ?? {}, loaded))
        const call =
          typeof endpoint === 'string'
            ? ([endpoint, own] as const)
            : of && kind && part
              ? (['grid', { module: of, class: kind, part, ...own }] as const)
              : undefined
        if (!call) continue
        noteCall(name, ...call)
        await readGrid(...call)
      }
    }
    for (const [name, screen] of open) {
      if (paths.has(name)) continue
      const ids = await idsOf(screen as unknown as Node, documents, ask)
      const given = paramsFor(screen.path, ids)
      if (given && round > 0) paths.set(name, given)
    }
  }
  for (const [name, { entity, ...grid }] of Object.entries(documents.grids)) {
    const { class: kind, part } = grid as { class?: string; part?: string }
    const path = `${module}/${kind ?? entity}/${part ?? name}`
    if (![...grids.keys()].includes(path)) {
      const params = { module, class: String(kind ?? entity), part: part ?? name }
      noteCall(idOfGrid(path), 'grid', params)
      await readGrid('grid', params)
      if (grids.has(path)) grids.set(path, { ...grids.get(path), isAlone: true })
    }
  }
  const surfaces: Surface[] = [
    ...[...open].flatMap(([name, { path }]): Surface[] => {
      const params = paths.get(name)
      return params
        ? [{ id: name, module, kind: 'screen', path: `/${filled(path, params)}`, ...(guests.has(name) && { isForGuests: true }) }]
        : []
    }),
    ...[...grids].flatMap(([path, { isAlone }]): Surface[] =>
      isAlone === true ? [{ id: idOfGrid(path), module, kind: 'grid', path: `/grid/${path}` }] : [],
    ),
    ...[...modalScreens].map(([path, { modal }]): Surface => ({ id: idOfModal(module, modal), module, kind: 'modal', path: `/${path}` })),
  ]
  const missed = [
    ...broken,
    ...[...open.keys()].filter((name) => !paths.has(name)).map((id) => ({ id, reason: `no link leads to ${open.get(id)!.path}` })),
    ...Object.keys(documents.modals)
      .filter((id) => !modalScreens.has(pathOfModal(id)))
      .map((id) => ({ id: idOfModal(module, id), reason: 'no screen or grid that is drawn has this modal' })),
  ]
  for (const { modal, within } of modalScreens.values()) noteCall(idOfModal(module, modal), within.name, within.params)
  return { surfaces, missed, modalScreens, calls }
}

/** Modals of two modules may have the same name. */
const idOfModal = (module: string, modal: string): string => (modal.startsWith(module) ? `modal-${modal}` : `modal-${module}-${modal}`)
const idOfGrid = (path: string): string => `grid-${path.replaceAll('/', '-')}`

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function eachNode(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) eachNode(each, visit)
  else if (isRecord(value)) {
    visit(value)
    for (const each of Object.values(value)) eachNode(each, visit)
  }
}

/** Every link to a route by its name. */
function eachTarget(value: unknown, visit: (name: string, params: Node) => void): void {
  eachNode(value, (node) => {
    for (const key of ['to', 'link', 'open']) {
      const target = node[key]
      if (isRecord(target) && typeof target.name === 'string') visit(target.name, isRecord(target.params) ? target.params : {})
      else if (typeof target === 'string') visit(target, {})
    }
  })
}

/** The parameters that a path cannot do without. */
const namesIn = (path: string): string[] => [...path.matchAll(/:([A-Za-z_]\w*)(?![\w?])/g)].map(([, name]) => name!)

/** The parameters of a path as texts; undefined if one of them is missing. */
function paramsFor(path: string, given: Node): Record<string, string> | undefined {
  const texts = textParams(given)
  return namesIn(path).every((name) => (texts[name] ?? '') !== '')
    ? Object.fromEntries(namesIn(path).map((name) => [name, texts[name]!]))
    : undefined
}

export const textParams = (params: unknown): Record<string, string> =>
  isRecord(params)
    ? Object.fromEntries(
        Object.entries(params).flatMap(([key, value]) =>
          typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
        ),
      )
    : {}

const filled = (path: string, params: Record<string, string>): string =>
  path.replace(/:([A-Za-z_]\w*)[?]?/g, (_, name: string) => encodeURIComponent(params[name] ?? '')).replace(/\/+$/, '')

/** Ids for a path whose records no link names: the first record of the entity that is loaded by each parameter. */
async function idsOf(
  screen: Node,
  documents: ModuleDocuments,
  ask: (name: string, params: Record<string, string>) => Promise<Node | undefined>,
): Promise<Node> {
  const ids: Node = {}
  for (const call of Object.values(isRecord(screen.load) ? screen.load : {})) {
    if (!isRecord(call) || !isRecord(call.params)) continue
    const model = call.params.model ?? documents.endpoints.find(({ name }) => name === call.name)?.entity
    if (typeof model !== 'string') continue
    const list = await ask('list', { model, page_size: '1' })
    const first = valueAt(list?.results, '0')
    for (const [key, value] of Object.entries(call.params)) {
      const param = /^\{route[.](\w+)\}$/.exec(String(value))?.[1]
      // A field of the record by its name, such as a slug, else the record itself.
      const given = valueAt(first, key)
      const fitting = isRecord(given) ? (given.slug ?? given.id) : (given ?? valueAt(first, 'id'))
      if (param !== undefined && fitting !== undefined) ids[param] ??= fitting
    }
  }
  return ids
}
