import type { Rolldown } from 'vite'

/**
 * Parts of the panel that are opened together, by the modules with which they begin. A part is one file, and what several of them
 * need another: a first form would otherwise ask for eighty files, which costs the browser more than what stands in them.
 */
const parts: Record<string, RegExp> = {
  list: /renderer\/grid\/grid-block[.]tsx$/,
  form: /renderer\/(?:form\/form|form\/fields\/preload-controls|screen\/blocks\/form-block)[.]tsx?$/,
  record: /renderer\/screen\/blocks\/(?:details|states|actions)-block[.]tsx$/,
  rows: /renderer\/screen\/rows\/(?:rows-block|row-form)[.]tsx$/,
  controls: /widgets\/(?:date|number|money|select|remote-select|textarea)\/[a-z-]+[.]tsx$/,
}

/** Groups of `codeSplitting`: what every page needs is one file, and so is what a part needs. */
export function filesOfParts(): Rolldown.CodeSplittingGroup[] {
  const first = { name: 'panel', tags: ['$initial' as const], test: /[\\/](?:node_modules|renderer|schemas|widgets)[\\/]/, priority: 1 }
  return [first, { name: namePart, debugName: 'parts', includeDependenciesRecursively: false }]
}

/** The parts that need a module, as the name of its file; null for a module that none of them needs. */
function namePart(id: string, modules: Rolldown.ChunkingContext): string | null {
  const needing = new Set([id])
  for (const one of needing) for (const importer of modules.getModuleInfo(one)?.importers ?? []) needing.add(importer)
  const paths = [...needing].map((one) => one.replaceAll('\\', '/'))
  const names = Object.keys(parts).filter((name) => paths.some((path) => parts[name]!.test(path)))
  return names.join('-') || null
}
