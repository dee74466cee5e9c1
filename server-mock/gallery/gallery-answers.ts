import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import type { Called } from '#schemas/fixtures/recorded-answer.ts'
import { answerInState, enumOf, type AnswerShape } from '#schemas/gallery/answer-in-state.ts'
import type { GalleryState } from '#schemas/gallery/gallery-state.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { interpolate, valueAt } from '#schemas/rules/text/interpolate.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { Answering, EdgeAnswer } from '#server/replay/edge.ts'
import type { AnswerCache, CachedAnswer } from './answer-cache.ts'
import type { ModalScreen } from './plan-surfaces.ts'

type Node = Record<string, unknown>

/** A page with nothing on it, from which each state is opened. */
export const blankPath = 'gallery'

/** Calls of the panel itself; they are answered in every state. */
const frameCalls = new Set([
  'routes',
  'layout',
  'site-settings',
  'publication',
  'constants',
  'modules',
  'task-list',
  'unread-count',
  'notification-count',
  'help-for',
  'login',
  'renew-token',
])

export interface GalleryScene {
  state: GalleryState
  /** Calls that wait for an answer that never comes. */
  hanging: number
  /** Data that was answered since the scene began, by call. */
  given: Map<string, { called: Called; locale: string; body: unknown }>
}

export interface GalleryAnswers extends Answering {
  scene: GalleryScene
  /** Begins another state: what still hangs is let go. */
  show: (state: GalleryState) => void
  /** What the data of the last scene would be in a state, to be compared. */
  dataIn: (state: GalleryState, given: GalleryScene['given']) => string
}

interface Sources {
  cache: AnswerCache
  modules: Readonly<Record<string, ModuleDocuments>>
  modalScreens: ReadonlyMap<string, ModalScreen>
  /** Body of a failure, in the words of the server. */
  failure: (status: '403' | '422' | '500', locale: string) => Promise<Node>
  /** Sentence of a field that the server does not take. */
  fieldSentence: (locale: string) => string
  isGuest: boolean
}

/** Stands in the place of the server: answers as it does, with what the present state changes. */
export function galleryAnswers({ cache, modules, modalScreens, failure, fieldSentence, isGuest }: Sources): GalleryAnswers {
  const entities = new Map(Object.values(modules).flatMap((module) => Object.entries(module.entities)))
  const endpoints = new Map(Object.values(modules).flatMap((module) => module.endpoints.map((endpoint) => [endpoint.name, endpoint])))
  const entityOfGrid = new Map<string, string>()
  let release = (): void => undefined
  let ended = new Promise<void>((done) => (release = done))

  const shapeOf = ({ name, params = {} }: Called, body: unknown, locale: string): AnswerShape => {
    const metadata = isRecord(body) && isRecord(body.metadata) ? body.metadata : {}
    const grid = isRecord(metadata.grid) ? metadata.grid : {}
    const endpoint = endpoints.get(name)
    // Rows that are read again come without the document of their grid.
    const list = JSON.stringify([name, params.module, params.class, params.part])
    if (typeof grid.entity === 'string') entityOfGrid.set(list, grid.entity)
    const entity = entities.get(entityOfGrid.get(list) ?? params.model ?? params.entity ?? endpoint?.entity ?? '')
    if (entity) return { schema: entity.schema, locale, ...statusOf(entity) }
    const results = endpoint?.results as Node | undefined
    const schema = results?.type === 'array' && isRecord(results.items) ? results.items : results
    return { ...(schema && { schema }), locale }
  }
  const synthetic = async (called: Called, locale: string): Promise<CachedAnswer | undefined> => {
    const { name, params = {} } = called
    if (name === 'routes') {
      const { status, body } = await cache.read(called, locale, isGuest)
      if (!isRecord(body) || !Array.isArray(body.results)) return { status, body }
      const added = [blankPath, ...modalScreens.keys()].map((path) => ({
        name: path.replaceAll('/', '-'),
        path,
        layout: 'default',
        guest: 'yes',
      }))
      return { status, body: { ...body, results: [...(body.results as unknown[]), ...added] } }
    }
    if (name === 'screen' && params.name === blankPath)
      return answered({ name: blankPath, path: blankPath, title: '…', layout: 'default', body: [] })
    if (name === 'screen' && params.name?.startsWith(`${blankPath}-`) === true) {
      const [path, place] = [...modalScreens].find(([each]) => each.replaceAll('/', '-') === params.name) ?? []
      if (path === undefined || !place) return undefined
      return answered(await modalScreenOf(path, place, locale))
    }
    return undefined
  }
  const modalScreenOf = async (path: string, { modal, within, row, load }: ModalScreen, locale: string): Promise<Node> => {
    const { body } = await cache.read({ method: 'GET', ...within }, locale)
    const found = isRecord(body)
      ? [body.results, body.metadata].flatMap((part) => (isRecord(part) && Array.isArray(part.modals) ? part.modals : []))
      : []
    const document = found.find((each) => isRecord(each) && each.id === modal)
    return {
      name: path.replaceAll('/', '-'),
      path,
      title: modal,
      layout: 'default',
      ...(load && { load }),
      modals: found.map((each) => (isRecord(each) && each.id === modal && row ? withRow(each, row) : each)),
      actions: [{ type: 'modal', title: 'Open', options: { modal: isRecord(document) ? document.id : modal } }],
      body: [],
    }
  }
  const answers: GalleryAnswers = {
    scene: { state: 'many', hanging: 0, given: new Map() },
    show(state) {
      release()
      ended = new Promise<void>((done) => (release = done))
      answers.scene = { state, hanging: 0, given: new Map() }
    },
    dataIn: (state, given) =>
      JSON.stringify([...given].map(([key, { called, locale, body }]) => [key, answerInState(state, body, shapeOf(called, body, locale))])),
    async answer({ called, headers }): Promise<EdgeAnswer> {
      const { scene } = answers
      const locale = headers['x-locale'] ?? 'en'
      const { name, method } = called
      if (name === 'live') return { status: 404, body: { errorCode: 'endpoint-404', userMessage: '', errors: {}, metadata: {} } }
      if (method !== 'GET') {
        if (scene.state !== 'refused') return answered({})
        const body = await failure('422', locale)
        const sentence = fieldSentence(locale)
        return {
          status: 422,
          body: { ...body, errors: Object.fromEntries(fieldsSent(called.payload).map((field) => [field, [sentence]])) },
        }
      }
      const made = await synthetic(called, locale)
      const isData = !frameCalls.has(name) && !(name === 'screen' && made) && (name !== 'screen' || scene.state === 'no-right')
      if (isData && scene.state === 'no-right' && name === 'screen') return { status: 403, body: await failure('403', locale) }
      if (isData && scene.state === 'loading') {
        scene.hanging++
        await ended
        return { status: 503, body: {} }
      }
      if (isData && scene.state === 'no-right') return { status: 403, body: await failure('403', locale) }
      if (isData && scene.state === 'server-error') return { status: 500, body: await failure('500', locale) }
      const { status, body } = made ?? (await cache.read(called, locale, isGuest))
      if (!isData || status !== 200) return { status, body }
      scene.given.set(JSON.stringify([called, locale]), { called, locale, body })
      return { status, body: answerInState(scene.state, body, shapeOf(called, body, locale)) }
    },
  }
  return answers
}

const ofRow = /\{row[.]([A-Za-z0-9_.-]+)\}/g

/** A modal as it is opened for a record: what it inserts of the row stands there. */
function withRow(value: unknown, row: Node): unknown {
  if (typeof value === 'string') {
    const [whole, path] = /^\{row[.]([A-Za-z0-9_.-]+)\}$/.exec(value) ?? []
    if (whole !== undefined) return valueAt(row, path!) ?? null
    return value.replace(ofRow, (_, name: string) => interpolate(`{row.${name}}`, { row }))
  }
  if (Array.isArray(value)) return value.map((each) => withRow(each, row))
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withRow(each, row)])) : value
}

const answered = (results: unknown): CachedAnswer => ({ status: 200, body: { results, metadata: { publication: 1 } } })

/** The field of the lifecycle, else a closed list that is called status. */
function statusOf(entity: EntityDocument): { status?: string } {
  const properties = entity.schema.properties as Record<string, Node>
  const status = Object.keys(entity.lifecycle ?? {})[0] ?? ['status', 'state'].find((name) => enumOf(properties[name]).length > 1)
  return status === undefined ? {} : { status }
}

/** Fields of the record that a call sends: those in `data`, or beside its id. */
function fieldsSent(payload: unknown): string[] {
  if (!isRecord(payload)) return []
  const data = isRecord(payload.data) ? payload.data : payload
  return Object.keys(data).filter((key) => !['id', 'version', 'model'].includes(key))
}
