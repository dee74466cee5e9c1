import { extendedDocument, type ExtendableKind } from '#schemas/extensions/extend-modules.ts'
import { hasErrors } from '#schemas/check/check-module.ts'
import { documentOf, type DocumentKind, type ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule, withoutMark } from '#schemas/check/parse-module.ts'
import type { Problem } from '#schemas/check/problem.ts'
import type { Caller } from '#server/caller.ts'
import { buildRegistry, gridPath } from '#server/documents/build-registry.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { expandLayout } from '#server/documents/expand-layout.ts'
import { createModalCollector, expandModal } from '#server/documents/expand-modal.ts'
import { expandScreen } from '#server/documents/expand-screen.ts'
import type { DocumentRegistry, ModuleDocuments } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Feature } from '#server/feature.ts'
import { metricAnswer } from '#server/model/metrics/metric-answer.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { administratorRole, developerRole } from '#server/plugins/authentication.ts'
import { checkDocuments } from './check-documents.ts'
import { parseOnce } from './parse-once.ts'
import { readRoles } from './read-roles.ts'
import { readCurrentFiles } from './store.ts'

const triedKinds = ['form', 'grid', 'modal', 'screen', 'metric', 'entity', 'layout', 'extension'] as const
type TriedKind = (typeof triedKinds)[number]

export interface TriedDocument {
  kind: TriedKind
  /** The answer that the panel would get; null with errors, and where `refused` gives the reason. */
  answer: object | null
  /** Code with which the server would refuse this role. */
  refused?: string
  /** Of this document; of others, only what it breaks. */
  problems: Problem[]
}

export interface Trial {
  module: string
  path: string
  text?: string
  role?: string
}

/** What trying a document needs of the rest of the server. */
interface Surroundings {
  /** Features whose endpoints a module may count on. */
  features: readonly Feature[]
  /** What the layout says of the site. */
  readSite: (context: CallContext) => Promise<{ site_title: string; panel_logo: string | null; copyright: string | null }>
}

/**
 * What a document would be answered as if it were published, without keeping anything: the checks of publishing, then the
 * expansion for the caller, or for somebody who has only `role`. Throws `not-found` for a document without text that is
 * not published, and a 422 for a role that there is none of.
 */
export async function tryDocument(
  context: CallContext,
  surroundings: Surroundings,
  { module, path, text, role }: Trial,
): Promise<TriedDocument> {
  const { trx, config } = context
  const { features, readSite } = surroundings
  const document = documentOf(path)
  const kind = triedKinds.find((each) => each === document?.kind)
  const current = await readCurrentFiles(trx)
  const own = current.get(module) ?? newModule(module, [...current.keys()])
  if (!document || !kind || (text === undefined && !Object.hasOwn(own, path) && kind !== 'layout')) throw new ApiError('not-found')
  const roles = await readRoles(trx)
  if (role !== undefined && !(roles ?? []).includes(role)) throw new ApiError('422', { errors: { role: [role] } })
  const files = text === undefined ? own : { ...own, [path]: text }
  const problems =
    text === undefined
      ? []
      : checkDocuments(module, files, current, { config, features, roles }).filter(
          (problem) => (problem.file === path && (current.has(module) || !isOfNewModule(problem))) || problem.severity === 'error',
        )
  if (hasErrors(problems)) return { kind, answer: null, problems }
  const documents = parseModule(files)
  const all = [...current].filter(([name]) => name !== module).map(([, others]) => parseOnce(others))
  const registry = buildRegistry([...all, documents], context.registry.publication, config.modules)
  const caller = role === undefined ? context.caller : callerOf(context.caller, registry, role)
  const target =
    kind === 'extension' ? extendedBy(registry, documents, document.name) : { kind, documents, name: nameOf(document, files[path]) }
  if (!target) return { kind, answer: null, problems }
  try {
    return { kind: target.kind, answer: await expand({ ...context, registry, caller }, readSite, target), problems }
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal
    return { kind: target.kind, answer: null, refused: refusal.code, problems }
  }
}

/** A module that is only tried has nothing of its own but its name. */
const newModule = (name: string, requires: string[]): ModuleFiles => ({
  'module.json': JSON.stringify({ name, title: name, version: '0.0.1', requires }),
})

/** Nothing in a new module uses what is tried in it yet. */
const isOfNewModule = ({ severity, pointer }: Problem) => severity === 'warning' && pointer === ''

/** The caller, as if this were all that he is. */
function callerOf(caller: Caller, registry: DocumentRegistry, role: string): Caller {
  return {
    ...caller,
    roles: [role],
    isAdmin: role === administratorRole,
    isDeveloper: role === developerRole,
    permissions: new Set(registry.grants.get(role) ?? []),
  }
}

/** The name under which a document is known: its own, else that of its file. */
function nameOf({ kind, name }: { kind: DocumentKind; name: string }, text: string | undefined): string {
  const written = text === undefined ? {} : (JSON.parse(withoutMark(text)) as { id?: unknown; name?: unknown })
  const own = kind === 'modal' ? written.id : kind === 'grid' ? undefined : written.name
  return typeof own === 'string' ? own : name
}

/** What is drawn: a document of a module, by its kind and name. */
interface Drawn {
  kind: TriedKind
  documents: ModuleDocuments
  name: string
}

const extendedKinds: Record<ExtendableKind, TriedKind> = {
  entities: 'entity',
  grids: 'grid',
  forms: 'form',
  screens: 'screen',
  module: 'layout',
  layout: 'layout',
}

/** The document that an extension adds to, which is what shows it. */
function extendedBy(registry: DocumentRegistry, { extensions }: ModuleDocuments, extension: string): Drawn | undefined {
  const { module, kind, document } = extendedDocument(extensions[extension]!.extends)
  const documents = registry.modules.get(module)
  return documents && { kind: extendedKinds[kind], documents, name: document }
}

async function expand(context: CallContext, readSite: Surroundings['readSite'], { documents, kind, name }: Drawn): Promise<object | null> {
  const { registry, config } = context
  const reader = { ...context.caller, locales: config.locales }
  const module = documents.module.name
  const grid = documents.grids[name]
  const modal = documents.modals[name]
  if (kind === 'form') return expandForm(registry, reader, module, name)
  if (kind === 'screen') return expandScreen(registry, reader, name)
  if (kind === 'grid' && grid) return gridAnswer(context, gridPath(module, name, grid), { page_size: 15 })
  if (kind === 'metric') return metricAnswer(context, `${module}/${name}`, {})
  if (kind === 'modal' && modal) {
    const modals = createModalCollector()
    return { ...expandModal({ registry, reader, module }, modal, modals), modals: modals.all() }
  }
  if (kind !== 'layout') return null
  const { site_title: site, panel_logo: logo, copyright } = await readSite(context)
  return expandLayout(registry, reader, { name: site, logo, copyright: copyright ?? null })
}
