import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { CheckContext } from '#schemas/check/scope.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { locales } from '#schemas/rules/locales.ts'
import type { WidgetDocument } from '#schemas/types/contract.d.ts'
import { productRoot } from './contract-bundle.ts'
import { UsageError } from './usage-error.ts'

/** The JSON files of a module's folder by path inside it, fixtures and hidden files left out. Links are not followed. */
export function readModuleFolder(folder: string): Record<string, string> {
  const root = resolve(folder)
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`${folder} is no folder`)
  const files: Record<string, string> = {}
  const walk = (directory: string, depth: number): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))) {
      const path = join(directory, entry.name)
      const name = relative(root, path).split(sep).join('/')
      if (entry.name.startsWith('.') || name === 'fixtures' || name === 'node_modules' || depth > 5) continue
      if (entry.isDirectory()) walk(path, depth + 1)
      else if (entry.isFile() && entry.name.endsWith('.json')) files[name] = readFileSync(path, 'utf8')
    }
  }
  walk(root, 0)
  if (!files['module.json']) throw new UsageError(`${folder} has no module.json, so it is no module`)
  return files
}

/** Name that a module's `module.json` gives it. `module` when it gives none. */
export function moduleName(files: Readonly<Record<string, string>>): string {
  let name: unknown
  try {
    name = (JSON.parse(files['module.json'] ?? 'null') as { name?: unknown } | null)?.name
  } catch {
    name = undefined
  }
  return typeof name === 'string' && name !== '' ? name : 'module'
}

/** The product's own modules, as far as they can be read. */
export function readProductModules(root = productRoot): Record<string, ModuleDocuments> {
  const folder = join(root, 'modules')
  const modules: Record<string, ModuleDocuments> = {}
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    if (!existsSync(join(folder, name, 'module.json'))) continue
    const documents = parseModule(readModuleFolder(join(folder, name)))
    modules[documents.module.name] = documents
  }
  return modules
}

export function readWidgetManifests(root = productRoot): Record<string, WidgetDocument> {
  const folder = join(root, 'widgets')
  const manifests = (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => join(folder, name, 'widget.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as WidgetDocument)
  return Object.fromEntries(manifests.map((manifest) => [manifest.name, manifest]))
}

/**
 * What a module is checked against without a server: the product's modules and widgets. Their calls without an operation
 * are served by the product's own code.
 */
export function offlineContext(modules = readProductModules(), widgets = readWidgetManifests()): CheckContext {
  const features = Object.values(modules).flatMap((documents) =>
    documents.endpoints.filter((endpoint) => !endpoint.operation).map((endpoint) => endpoint.name),
  )
  return { modules, widgets, locales, features }
}
