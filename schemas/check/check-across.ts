import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import { error, expectFound, warn, type CheckedDocument } from './checked-document.ts'
import { gridPath, missing, panelModule, type Scope } from './scope.ts'

/** Names and paths that no two documents may share, in the module and across modules. */
export function checkAcross(documents: CheckedDocument[], scope: Scope): void {
  const others = [...scope.modules].filter(([name]) => name !== scope.name)
  const own = new Map<string, string>()
  const claim = (document: CheckedDocument, pointer: string, kind: string, name: string, owner: string | undefined): void => {
    const key = `${kind} ${name}`
    if (owner !== undefined) error(document, pointer, `the ${kind} "${name}" belongs to the module "${owner}"`)
    else if (own.has(key)) error(document, pointer, `the ${kind} "${name}" is already taken by ${own.get(key)!}`)
    else own.set(key, document.source.file)
  }

  for (const document of documents) {
    const value = document.source.value as Record<string, string> & { entity: string; path: string }
    if (document.kind === 'entity') {
      claim(document, '/name', 'entity', value.name!, others.find(([, module]) => Object.hasOwn(module.entities, value.name!))?.[0])
      if (value.name !== document.name) error(document, '/name', `the file must be called entities/${value.name!}.json`)
    }
    if (document.kind === 'screen') {
      claim(document, '/name', 'screen', value.name!, others.find(([, module]) => Object.hasOwn(module.screens, value.name!))?.[0])
      const shape = shapeOf(value.path)
      claim(document, '/path', 'path', shape, others.find(([, module]) => Object.values(module.screens).some(screen => shapeOf(screen.path) === shape))?.[0])
    }
    if (document.kind === 'grid') claim(document, value.part ? '/part' : '', 'grid', gridPath(scope.name, document.name, value as never), undefined)
    if (document.kind === 'form' && value.name !== undefined && value.name !== document.name) error(document, '/name', `the file must be called forms/${value.name}.json`)
  }
  checkMenu(documents, scope)
  checkRequires(documents, scope)
}

const shapeOf = (path: string): string => path.replace(/:[a-z_]+/g, ':')

/** Menu entries hang under an entry that is there. */
function checkMenu(documents: CheckedDocument[], scope: Scope): void {
  const entries = (menu: LayoutDocumentMenuEntry[] | undefined): LayoutDocumentMenuEntry[] => (menu ?? []).flatMap(entry => [entry, ...entries(entry.children)])
  const ids = new Set([...scope.modules.values()].flatMap(({ module, layout }) => [...entries(module.menu), ...entries(layout?.sidebar), ...entries(layout?.settings)].map(entry => entry.id).filter(id => id !== undefined)))
  for (const document of documents) {
    for (const { pointer, value } of document.visits.filter(visit => visit.definition === 'layout/menu_entry')) {
      const entry = value as LayoutDocumentMenuEntry
      const isItem = (entry.type ?? 'item') === 'item'
      if (entry.parent !== undefined && !ids.has(entry.parent)) expectFound(document, `${pointer}/parent`, missing(entry.parent, ids), `no menu entry has the id "${entry.parent}"`)
      if (isItem && entry.label === undefined) error(document, pointer, 'a menu entry needs a "label"')
      if (isItem && entry.to === undefined && !entry.children?.length && entry.id === undefined) warn(document, pointer, 'this entry leads nowhere and has no entries under it')
    }
  }
}

/** A module says which others it needs. */
function checkRequires(documents: CheckedDocument[], scope: Scope): void {
  const known = new Set([scope.name, panelModule])
  const open = [...(scope.own.module.requires ?? [])]
  for (const name of open) if (!known.has(name)) { known.add(name); open.push(...(scope.modules.get(name)?.module.requires ?? [])) }
  for (const document of documents) {
    for (const { definition, pointer, value } of document.visits) {
      if (definition !== 'name' || typeof value !== 'string') continue
      const module = value.includes('/') ? value.split('/')[0]! : undefined
      if (module !== undefined && scope.modules.has(module) && !known.has(module)) warn(document, pointer, `refers to the module "${module}": add it to "requires" in module.json`)
    }
  }
}
