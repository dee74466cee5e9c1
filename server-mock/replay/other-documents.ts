import type { DocumentChange } from '#schemas/cli/replay/result.ts'
import { jsonChanges } from '#schemas/fixtures/json-changes.ts'
import { formatCall, type Called, type RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FixtureDocument } from '#schemas/types/contract.d.ts'
import { publishToDemo, signInToDemo, startDemo } from '#server/mock/demo-server.ts'

type Node = Record<string, unknown>

/** A recording in which the documents of one module are other ones. */
export interface OtherDocuments {
  /** The answers as they would be, and where their documents differ. */
  apply: (fixture: FixtureDocument, answers: readonly RecordedAnswer[]) => Promise<{ answers: RecordedAnswer[]; changes: DocumentChange[] }>
  /** Answers a reading call that was not recorded, from demo data. */
  read: (fixture: FixtureDocument, called: Called) => Promise<RecordedAnswer | undefined>
  stop: () => Promise<void>
}

/** Calls whose answers are documents. Grids answer theirs beside the rows. */
const documentCalls = new Set(['routes', 'layout', 'screen', 'form', 'modal'])
const gridParts = ['grid', 'modals', 'page_title', 'breadcrumbs']

/**
 * Starts a server with demo data in memory of this process, asks it for the documents of the sessions, publishes the module there, and
 * asks again: what differs is put into the recording. Documents that the module does not change stay as they were recorded. Where servers
 * with both versions run already, none is started.
 * @throws Error with the problems when the module cannot be published
 */
export async function openOtherDocuments(
  root: string,
  folder: string,
  recordings: readonly { fixture: FixtureDocument; answers: readonly RecordedAnswer[] }[],
  servers?: { before: string; after: string },
): Promise<OtherDocuments> {
  const own = servers ? undefined : await startDemo(root)
  const { before: former, after: present } = servers ?? { before: own!.url, after: own!.url }
  const tokens = new Map<string, string>()
  const ask = async (server: string, fixture: FixtureDocument, { name, version, params }: Called): Promise<RecordedAnswer | undefined> => {
    const { user, locale, timezone = 'Asia/Tehran' } = fixture.environment
    const signedIn = user && `${server} ${keyOf(user)}`
    if (signedIn && !tokens.has(signedIn)) tokens.set(signedIn, await signInToDemo(server, [user.username, ...user.roles]))
    const response = await fetch(`${server}/api/v${version ?? 1}/${name}?${new URLSearchParams(params).toString()}`, {
      headers: {
        'x-locale': locale,
        'x-timezone': timezone,
        'x-field-names': 'entity',
        ...(signedIn && { authorization: `Bearer ${tokens.get(signedIn)!}` }),
      },
    })
    if (!response.ok || response.headers.has('content-disposition')) return undefined
    return { step: 0, method: 'GET', name, status: response.status, body: await response.json() }
  }
  const before = new Map<string, unknown>()
  try {
    for (const { fixture, answers } of recordings)
      for (const answer of answers.filter(hasDocument)) before.set(placeOf(fixture, answer), documentOf(await ask(former, fixture, answer)))
    if (own) await publishToDemo(own.url, folder, 'replay')
  } catch (fault) {
    await own?.stop()
    throw fault
  }
  return {
    stop: async () => own?.stop(),
    read: (fixture, called) => (called.method === 'GET' ? ask(present, fixture, called) : Promise.resolve(undefined)),
    async apply(fixture, answers) {
      const changes: DocumentChange[] = []
      const seen = new Map<string, unknown>()
      const applied: RecordedAnswer[] = []
      for (const answer of answers) {
        const place = placeOf(fixture, answer)
        const was = before.get(place)
        if (was === undefined) {
          applied.push(answer)
          continue
        }
        if (!seen.has(place)) {
          const now = documentOf(await ask(present, fixture, answer))
          const found = now === undefined ? [] : jsonChanges(was, now)
          changes.push(...found.map((change) => ({ document: nameOf(answer), ...change })))
          seen.set(place, found.length > 0 ? now : undefined)
        }
        const now = seen.get(place)
        applied.push(now === undefined ? answer : withDocument(answer, now))
      }
      return { answers: applied, changes: uniqueChanges(changes) }
    },
  }
}

const keyOf = ({ username, roles }: { username?: string; roles: string[] }): string => username ?? roles.join()
const placeOf = ({ environment }: FixtureDocument, answer: RecordedAnswer): string =>
  JSON.stringify([environment.user && keyOf(environment.user), environment.locale, formatCall(answer)])

const metadataOf = (answer: RecordedAnswer): Node => (isRecord(answer.body) && isRecord(answer.body.metadata) ? answer.body.metadata : {})
const hasDocument = (answer: RecordedAnswer): boolean =>
  answer.method === 'GET' && answer.status === 200 && (documentCalls.has(answer.name) || isRecord(metadataOf(answer).grid))

/** The document in an answer, without what depends on records or on the publication. */
function documentOf(answer: RecordedAnswer | undefined): unknown {
  if (!answer || !isRecord(answer.body)) return undefined
  const { grid, modals, page_title, breadcrumbs } = metadataOf(answer)
  if (isRecord(grid)) return withoutNumbers({ grid, modals, page_title, breadcrumbs })
  return withoutNumbers(answer.body.results)
}

const counted = new Set(['publication', 'count', 'count_is_exact', 'badge', 'profile'])
function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (counted.has(key) ? [] : [[key, withoutNumbers(each)]])))
}

/** The recorded answer with another document; numbers stay as they were recorded. */
function withDocument(answer: RecordedAnswer, document: unknown): RecordedAnswer {
  const body = answer.body as Node
  const isGrid = isRecord(metadataOf(answer).grid)
  if (!isGrid) return { ...answer, body: { ...body, results: withNumbers(document, body.results) } }
  const recorded = Object.fromEntries(gridParts.map((part) => [part, metadataOf(answer)[part]]))
  return { ...answer, body: { ...body, metadata: { ...metadataOf(answer), ...(withNumbers(document, recorded) as Node) } } }
}

function withNumbers(document: unknown, recorded: unknown): unknown {
  if (Array.isArray(document)) {
    const list = Array.isArray(recorded) ? recorded : []
    const sameEntry = (entry: unknown, at: number): unknown =>
      isRecord(entry) && ('key' in entry || 'id' in entry)
        ? list.find((other) => isRecord(other) && other.key === entry.key && other.id === entry.id)
        : list[at]
    return document.map((entry, at) => withNumbers(entry, sameEntry(entry, at)))
  }
  if (!isRecord(document)) return document
  const numbers = isRecord(recorded) ? Object.entries(recorded).filter(([key]) => counted.has(key)) : []
  return {
    ...Object.fromEntries(
      Object.entries(document).map(([key, each]) => [key, withNumbers(each, isRecord(recorded) ? recorded[key] : undefined)]),
    ),
    ...Object.fromEntries(numbers),
  }
}

function nameOf({ name, params = {}, body }: RecordedAnswer): string {
  const grid = isRecord(body) && isRecord(body.metadata) && isRecord(body.metadata.grid) ? body.metadata.grid.name : undefined
  if (typeof grid === 'string') return `grid ${grid}`
  return [name, params.name ?? params.form ?? params.modal].filter((part) => part !== undefined).join(' ')
}

function uniqueChanges(changes: readonly DocumentChange[]): DocumentChange[] {
  const seen = new Set<string>()
  return changes.filter((change) => !seen.has(JSON.stringify(change)) && seen.add(JSON.stringify(change)))
}
