import { isRecord } from '#schemas/rules/is-record.ts'
import type { ModalDocument } from '#schemas/types/contract.d.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { panelModule, type Scope } from '#schemas/check/scope.ts'

/** A modal that is opened from inside another one: its name as `module/name`, and the place in the document. */
interface Opening {
  modal: string
  pointer: string
}

/**
 * Reports modals of the module that open each other in a circle, so that modals could be stacked without end. Each
 * circle is reported once, in the first of its modals.
 */
export function checkModalCycles(documents: readonly CheckedDocument[], scope: Scope): void {
  const reported = new Set<string>()
  for (const document of documents.filter(({ kind }) => kind === 'modal')) {
    const start = `${scope.name}/${(document.source.value as ModalDocument).id}`
    const cycle = wayBack(scope, start)
    if (!cycle) continue
    const circle = [...new Set(cycle.way)].sort().join(' ')
    if (reported.has(circle)) continue
    reported.add(circle)
    const names = cycle.way.map((name) => (name.startsWith(`${scope.name}/`) ? name.slice(scope.name.length + 1) : name))
    error(
      document,
      cycle.pointer,
      `the modal "${names[0]}" opens itself (${names.join(' → ')}): modals would stack up without end. Close one of them first, or offer the second from the page`,
    )
  }
}

/** The shortest path from a modal back to itself, and where it begins. */
function wayBack(scope: Scope, start: string): { way: string[]; pointer: string } | undefined {
  const waiting = openings(scope, start).map(({ modal, pointer }) => ({ way: [start, modal], pointer }))
  const seen = new Set<string>()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const last = next.way.at(-1)!
    if (last === start) return next
    if (seen.has(last)) continue
    seen.add(last)
    for (const { modal } of openings(scope, last)) waiting.push({ way: [...next.way, modal], pointer: next.pointer })
  }
  return undefined
}

function openings(scope: Scope, modal: string): Opening[] {
  const [module, name] = modal.split('/') as [string, string]
  const document = scope.modules.get(module)?.modals[name]
  if (!document) return []
  const form =
    typeof document.body === 'string' && !document.body.includes('{') ? resolve(scope, module, document.body, 'forms') : undefined
  const inForm = form ? named(form.document, '/body').map((opening) => ({ ...opening, pointer: '/body', owner: form.module })) : []
  return [...named(document, '').map((opening) => ({ ...opening, owner: module })), ...inForm].flatMap(
    ({ modal: other, pointer, owner }) => {
      const target = resolve(scope, owner, other, 'modals')
      return target ? [{ modal: `${target.module}/${target.name}`, pointer }] : []
    },
  )
}

/** Every modal that a document names in an action, or to create a new choice of a field. */
function named(value: unknown, pointer: string): Opening[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => named(item, at(pointer, index)))
  if (!isRecord(value)) return []
  const own: Opening[] = []
  if (value.type === 'modal' && isRecord(value.options) && typeof value.options.modal === 'string')
    own.push({ modal: value.options.modal, pointer: at(pointer, 'options', 'modal') })
  if (isRecord(value.create) && typeof value.create.modal === 'string')
    own.push({ modal: value.create.modal, pointer: at(pointer, 'create', 'modal') })
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, item]) => (key === 'schema' || key === 'sample' ? [] : named(item, at(pointer, key)))),
  ]
}

/** Resolves a name as the server does: in the module, then in the panel module, then as `module/name`. */
function resolve(
  scope: Scope,
  module: string,
  name: string,
  kind: 'modals' | 'forms',
): { module: string; name: string; document: unknown } | undefined {
  const slash = name.indexOf('/')
  const local = name.slice(slash + 1)
  for (const owner of slash > 0 ? [name.slice(0, slash)] : [module, panelModule]) {
    const documents = scope.modules.get(owner)?.[kind]
    if (documents && Object.hasOwn(documents, local)) return { module: owner, name: local, document: documents[local] }
  }
  return undefined
}
