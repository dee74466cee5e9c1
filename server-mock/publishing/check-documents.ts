import { checkModule } from '#schemas/check/check-module.ts'
import { serverPaths } from '#schemas/check/module/check-paths.ts'
import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { readWidgetManifests } from '#schemas/cli/module-folder.ts'
import type { Problem } from '#schemas/check/problem.ts'
import { readSource } from '#schemas/check/source.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { WidgetDocument } from '#schemas/types/contract.d.ts'
import { hooksOf } from '#server/model/lifecycles/hooks.ts'
import type { Config } from '#server/config.ts'
import type { Feature } from '#server/feature.ts'
import { parseOnce } from './parse-once.ts'

export interface CheckOptions {
  config: Pick<Config, 'root' | 'locales'> & Partial<Pick<Config, 'proxyOrigins' | 'apiBase'>>
  features: readonly Feature[]
  /** Roles that users of this server can have; those of the product when left out. */ roles?: readonly string[]
}

/** By folder; they come with the product, so that they are the same as long as the server runs. */
const manifests = new Map<string, Record<string, WidgetDocument>>()
function widgetsOf(root: string): Record<string, WidgetDocument> {
  const widgets = manifests.get(root) ?? readWidgetManifests(root)
  manifests.set(root, widgets)
  return widgets
}

/** Checks a module against the contract and against everything else that is published. */
export function checkDocuments(
  module: string,
  files: ModuleFiles,
  others: ReadonlyMap<string, ModuleFiles>,
  { config, features, roles }: CheckOptions,
): Problem[] {
  const modules = Object.fromEntries(
    [...others].filter(([name]) => name !== module).map(([name, documents]) => [name, parseOnce(documents)]),
  )
  const handled = features.filter((feature) => feature.module === module).flatMap(({ handlers }) => Object.keys(handlers))
  const widgets = widgetsOf(config.root)
  const problems = checkModule(files, {
    modules,
    locales: config.locales,
    features: handled,
    hooks: hooksOf(features),
    ...(roles && { roles }),
    ...(config.apiBase && { serverPaths: [...serverPaths, config.apiBase.split('/')[1]!] }),
    ...(config.proxyOrigins && { proxyOrigins: config.proxyOrigins }),
    ...(Object.keys(widgets).length > 0 && { widgets }),
  })
  return problems.length > 0 && problems.some(({ file }) => file === 'module.json')
    ? problems
    : [...problems, ...nameProblems(module, files)]
}

/** Reports a module that is not the one that was to be published, or that has no name. What cannot be read is reported elsewhere. */
function nameProblems(module: string, files: ModuleFiles): Problem[] {
  const text = files['module.json']
  const { value, problems } = readSource('module.json', text ?? '')
  if (text === undefined || problems.length > 0) return []
  const name = isRecord(value) ? value.name : undefined
  if (name === module) return []
  const message =
    typeof name === 'string'
      ? `the module is named "${name}", but "${module}" was to be published`
      : `the module has no "name": write "name": "${module}"`
  return [{ severity: 'error', file: 'module.json', line: 1, column: 1, pointer: typeof name === 'string' ? '/name' : '', message }]
}
