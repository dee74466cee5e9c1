import { isRecord } from '#schemas/rules/is-record.ts'
import type { FixtureDocument, FixtureDocumentShows } from '#schemas/types/contract.d.ts'
import type { Answering } from './edge.ts'

type Node = Record<string, unknown>

const path = 'fixture'
const gridName = 'fixture/document/shown'

/** The session that shows the document of a schema fixture: its page is opened, and a modal by the button that opens it. */
export function sessionOfSchema(fixture: FixtureDocument): FixtureDocument {
  const user = fixture.environment.user ?? { id: 1, username: 'user', name_full: 'User', roles: ['administrator'], is_admin: true }
  const isModal = fixture.shows?.kind === 'modal'
  const { expect, ...rest } = fixture
  return {
    ...rest,
    environment: { ...fixture.environment, user },
    opens: isPath(fixture.shows) ?? `/${path}`,
    ...(isModal ? { steps: [{ do: 'press', on: { role: 'button', name: 'Open' }, ...(expect && { expect }) }] } : expect && { expect }),
  }
}

/** A screen is shown at its own path, unless that has parameters. */
const isPath = (shows: FixtureDocumentShows | undefined): string | undefined => {
  const own = shows?.kind === 'screen' ? shows.document.path : undefined
  return typeof own === 'string' && !own.includes(':') ? `/${own}` : undefined
}

/** Answers what the panel needs around the document, and the document itself. */
export function answerSchema(fixture: FixtureDocument, onUnknown: (sentence: string) => void): Answering {
  const shows = fixture.shows!
  const loads: Node = isRecord(shows.loads) ? shows.loads : {}
  const answers: Record<string, () => { results: unknown; metadata?: Node }> = {
    routes: () => ({ results: [{ name: screenName(shows), path: isPath(shows)?.slice(1) ?? path, layout: 'default', guest: 'no' }] }),
    'site-settings': () => ({ results: { site_title: 'Pishkhan' } }),
    layout: () => ({ results: shows.kind === 'layout' ? shows.document : emptyLayout(fixture) }),
    screen: () => ({ results: screenOf(fixture) }),
    grid: () => gridAnswer(shows),
    publication: () => ({ results: { publication: 1 } }),
    'task-list': () => ({ results: [] }),
    'fixture-data': () => ({ results: shows.data ?? {} }),
  }
  return {
    async answer({ called }) {
      const { name } = called
      const made = Object.hasOwn(loads, name) ? { results: loads[name] } : Object.hasOwn(answers, name) ? answers[name]!() : undefined
      if (made) return { status: 200, body: { results: made.results, metadata: { publication: 1, ...made.metadata } } }
      onUnknown(`the fixture has no answer for the call ${name}: say it under "loads"`)
      return { status: 501, body: { errorCode: 'not-recorded', userMessage: 'This call is not in the fixture.', errors: {}, metadata: {} } }
    },
  }
}

const screenName = ({ kind, document }: FixtureDocumentShows): string =>
  kind === 'screen' && typeof document.name === 'string' ? document.name : 'fixture'

const emptyLayout = ({ environment }: FixtureDocument): Node => ({
  navbar: { brand: { name: 'Pishkhan', logo: null }, left: [], right: [] },
  profile: { name: environment.user?.name_full ?? 'User', avatar: [], children: [] },
  createButton: {},
  sidebar: [],
})

function screenOf({ title, shows }: FixtureDocument): unknown {
  const { kind, document, data } = shows!
  const frame = { name: 'fixture', path, title, layout: 'default', breadcrumbs: [], actions: [], modals: [], publication: 1 }
  const load = data === undefined ? {} : { load: { shown: { name: 'fixture-data' } } }
  switch (kind) {
    case 'screen':
      return document
    case 'form':
      return { ...frame, ...load, body: [{ form: document, ...(data === undefined ? {} : { data: 'shown' }) }] }
    case 'grid':
      return { ...frame, body: [{ grid: gridName }] }
    case 'modal': {
      const options = { modal: document.id, ...(data === undefined ? {} : { data: '{shown}' }) }
      return { ...frame, ...load, modals: [document], actions: [{ type: 'modal', title: 'Open', options }], body: [] }
    }
    case 'layout':
      return { ...frame, body: [] }
  }
}

function gridAnswer({ document, data }: FixtureDocumentShows): { results: unknown; metadata: Node } {
  const rows = Array.isArray(data) ? data : []
  const page = { page: 1, page_size: Math.max(rows.length, 20), total: rows.length, total_is_exact: true, pages: 1 }
  return {
    results: rows,
    metadata: {
      breadcrumbs: [],
      page_title: '',
      modals: [],
      grid: { name: gridName, ...document },
      pagination: page,
      views: { items: [], default: null, can_share: false },
      preferences: { columns: {}, version: 0 },
    },
  }
}
