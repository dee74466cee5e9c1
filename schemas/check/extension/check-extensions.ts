import { checkDocument } from '#schemas/check/check-document.ts'
import { error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { requiredModules } from '#schemas/check/module/check-requires.ts'
import type { DocumentKind, ModuleDocuments } from '#schemas/check/module-documents.ts'
import { checkContract } from '#schemas/check/schema/contract-check.ts'
import { Scope } from '#schemas/check/scope.ts'
import { extendedDocument, extendModules, type ExtendableKind, type ExtendedPart } from '#schemas/extensions/extend-modules.ts'
import type { ExtensionDocument } from '#schemas/types/contract.d.ts'
import { checkExtension } from './check-extension.ts'

/**
 * Checks what a module adds to documents of others: by itself, and in its place. The documents are checked as they are once they are
 * extended, and what is wrong in an added part is reported where the extension says it.
 */
export function checkExtensions(documents: readonly CheckedDocument[], scope: Scope, locales: readonly CheckedDocument[]): void {
  const extensions = new Map(documents.filter(({ kind }) => kind === 'extension').map((document) => [document.name, document]))
  if (extensions.size === 0) return
  const others = Object.values(scope.context.modules).filter(({ module }) => module.name !== scope.name)
  const { modules, parts, faults } = extendModules([scope.own, ...others])
  const known = requiredModules(scope)
  for (const document of extensions.values()) {
    checkExtension(document, document.source.value as ExtensionDocument)
    checkOwner(document, scope, known)
  }
  for (const { module, extension, pointer, message, ...more } of faults) {
    const document = module === scope.name ? extensions.get(extension) : undefined
    if (document) error(document, pointer, message, { ...more, atKey: pointer.startsWith('/properties/') })
  }
  const byName = new Map(modules.map((extended) => [extended.module.name, extended]))
  const own = parts.filter(({ module, extension }) => module === scope.name && extensions.has(extension))
  for (const target of new Set(own.map(({ document }) => document)))
    checkExtended(
      target,
      own.filter(({ document }) => document === target),
      { extensions, locales, byName, scope },
    )
}

/** Checks that the extended document belongs to another module, which this one requires. */
function checkOwner(document: CheckedDocument, scope: Scope, known: ReadonlySet<string>): void {
  const { module } = extendedDocument((document.source.value as ExtensionDocument).extends)
  if (module === scope.name) error(document, '/extends', 'this document is of the module itself: write there what it is to have')
  else if (scope.modules.has(module) && !known.has(module))
    error(
      document,
      '/extends',
      `extends a document of the module "${module}": add it to "requires" in module.json ` +
        `("requires": ${JSON.stringify([...(scope.own.module.requires ?? []), module])})`,
    )
}

const documentKinds: Record<ExtendableKind, DocumentKind> = {
  entities: 'entity',
  grids: 'grid',
  forms: 'form',
  screens: 'screen',
  module: 'module',
  layout: 'layout',
}

interface Surroundings {
  extensions: ReadonlyMap<string, CheckedDocument>
  locales: readonly CheckedDocument[]
  byName: ReadonlyMap<string, ModuleDocuments>
  scope: Scope
}

/** Checks a document with all that is added to it, and reports what is wrong in the parts of this module. */
function checkExtended(target: string, parts: readonly ExtendedPart[], { extensions, locales, byName, scope }: Surroundings): void {
  const { module, kind, document: name } = extendedDocument(target)
  const base = byName.get(module)!
  const value: unknown = kind === 'module' ? base.module : kind === 'layout' ? base.layout : base[kind][name]
  // The innermost part that a pointer is in.
  const byPlace = [...parts].sort((a, b) => b.to.length - a.to.length)
  const extended: CheckedDocument = {
    kind: documentKinds[kind],
    name,
    visits: [],
    scope: new Scope(base, scope.context, byName),
    source: {
      file: target,
      text: '',
      value,
      problems: [],
      report: (severity, pointer, message, extra) => {
        const part = byPlace.find(({ to }) => pointer === to || pointer.startsWith(`${to}/`))
        if (part) extensions.get(part.extension)!.source.report(severity, part.from + pointer.slice(part.to.length), message, extra)
      },
    },
  }
  checkContract(extended.source, extended.kind, (definition, pointer, visited) =>
    extended.visits.push({ definition, pointer, value: visited }),
  )
  checkDocument(extended, locales)
}
