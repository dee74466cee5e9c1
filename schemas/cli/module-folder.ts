import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Problem } from '#schemas/check/problem.ts'
import type { CheckContext } from '#schemas/check/scope.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { parseModule, withoutMark } from '#schemas/check/parse-module.ts'
import { locales } from '#schemas/rules/locales.ts'
import type { WidgetDocument } from '#schemas/types/contract.d.ts'
import { productRoot } from './contract-bundle.ts'
import { decodeFile } from './decode-file.ts'
import { UsageError } from './usage-error.ts'

/** A module's folder: its JSON files by path, and the files that could not be read. */
export interface ModuleFolder {
  files: Record<string, string>
  problems: Problem[]
}

/**
 * Reads a module's folder, without `fixtures`, hidden files and files that are not JSON. Links are errors, since they
 * may lead out of the module; so are files that are not UTF-8.
 * @throws UsageError when it is not a folder, or has no module.json
 */
export function scanModuleFolder(folder: string): ModuleFolder {
  const root = resolve(folder)
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`${folder} is no folder`)
  const files: Record<string, string> = {}
  const problems: Problem[] = []
  const fail = (file: string, message: string, line = 1, column = 1): void => {
    problems.push({ severity: 'error', file, line, column, pointer: '', message })
  }
  const walk = (directory: string, depth: number): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))) {
      const path = join(directory, entry.name)
      const name = relative(root, path).split(sep).join('/')
      if (entry.name.startsWith('.') || name === 'fixtures' || name === 'node_modules' || depth > 5) continue
      if (entry.isSymbolicLink() && (name.endsWith('.json') || isFolder(path)))
        fail(name, `this is a symbolic link to ${readlinkSync(path)}, which is not followed: put the file itself here`)
      else if (entry.isDirectory()) walk(path, depth + 1)
      else if (entry.isFile() && entry.name.endsWith('.json')) {
        const decoded = decodeFile(readFileSync(path))
        if ('text' in decoded) files[name] = withoutMark(decoded.text)
        else fail(name, decoded.fault.message, decoded.fault.line, decoded.fault.column)
      }
    }
  }
  walk(root, 0)
  if (files['module.json'] === undefined && !problems.some(({ file }) => file === 'module.json'))
    throw new UsageError(`${folder} has no module.json, so it is no module`)
  return { files, problems }
}

/** Whether a path, or the target of a link, is a folder. */
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * The JSON files of a module's folder.
 * @throws UsageError also when one of them cannot be read
 */
export function readModuleFolder(folder: string): Record<string, string> {
  const { files, problems } = scanModuleFolder(folder)
  const [first] = problems
  if (first) throw new UsageError(`${join(folder, first.file)}:${first.line}:${first.column} ${first.message}`)
  return files
}

/** The name in a module's `module.json`; `module` if it has none. */
export function moduleName(files: Readonly<Record<string, string>>): string {
  let name: unknown
  try {
    name = (JSON.parse(withoutMark(files['module.json'] ?? 'null')) as { name?: unknown } | null)?.name
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
 * The context for checking a module without a server: the product's modules and widgets. Calls without an operation are
 * handled by the product's own code.
 */
export function offlineContext(modules = readProductModules(), widgets = readWidgetManifests()): CheckContext {
  const features = Object.values(modules).flatMap((documents) =>
    documents.endpoints.filter((endpoint) => !endpoint.operation).map((endpoint) => endpoint.name),
  )
  return { modules, widgets, locales, features }
}
