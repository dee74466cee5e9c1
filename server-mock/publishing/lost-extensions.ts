import { setImmediate } from 'node:timers/promises'
import { documentOf, type ModuleFiles } from '#schemas/check/module-documents.ts'
import { newProblems, type Problem } from '#schemas/check/problem.ts'
import { extendedDocument, extendModules } from '#schemas/extensions/extend-modules.ts'
import { panelModule } from '#server/documents/messages.ts'
import { checkDocuments, type CheckOptions } from './check-documents.ts'
import { parseOnce } from './parse-once.ts'

/**
 * What extensions of other modules lose when a version of a module becomes current. A part whose anchor is gone stands at the end of its
 * list, and one whose name the module now has itself is left out: both are warnings. Where the extended document or a field that a part is
 * about is gone, nothing sensible is left, and that is an error.
 */
export async function lostExtensions(
  current: ReadonlyMap<string, ModuleFiles>,
  next: ReadonlyMap<string, ModuleFiles>,
  module: string,
  options: CheckOptions,
): Promise<Problem[]> {
  const lost: Problem[] = []
  const bearable = new Set<string>()
  const touched = [module, ...[current, next].flatMap((modules) => extendedModules(modules.get(module)))]
  for (const [name, files] of next) {
    if (name === module || !hasExtensions(files)) continue
    const used = usedModules(files, next)
    if (!touched.some((one) => used.has(one))) continue
    if (bearable.size === 0) for (const fault of bearableFaults(next)) bearable.add(fault)
    // One module at a time, so that other requests are served in between.
    await setImmediate()
    const problems = extensionErrors(name, files, next, options)
    if (problems.length === 0) continue
    for (const problem of newProblems(problems, extensionErrors(name, files, current, options))) {
      const file = `${name}/${problem.file}`
      const isBearable = bearable.has(JSON.stringify([file, problem.pointer, problem.message]))
      lost.push({ ...problem, file, ...(isBearable && { severity: 'warning', message: `${problem.message}: ${outcomeOf(problem)}` }) })
    }
  }
  return lost
}

const extensionErrors = (name: string, files: ModuleFiles, modules: ReadonlyMap<string, ModuleFiles>, options: CheckOptions): Problem[] =>
  checkDocuments(name, files, modules, options).filter(({ severity, file }) => severity === 'error' && file.startsWith('extensions/'))

const outcomeOf = ({ pointer }: Problem): string =>
  /\/(after|before|in)$/.test(pointer) ? 'what is added stands at the end from now on' : 'that of the extension is left out from now on'

/** Faults with which an extended document can still be shown. */
const bearableFaults = (modules: ReadonlyMap<string, ModuleFiles>): string[] =>
  extendModules([...modules.values()].map(parseOnce))
    .faults.filter(({ pointer }) => pointer !== '/extends' && !pointer.startsWith('/properties/'))
    .map(({ module, extension, pointer, message }) => JSON.stringify([`${module}/extensions/${extension}.json`, pointer, message]))

/** The modules to which a module adds something. */
const extendedModules = (files: ModuleFiles | undefined): string[] =>
  files === undefined ? [] : Object.values(parseOnce(files).extensions).map((extension) => extendedDocument(extension.extends).module)

/** The modules whose documents its extensions may name: those that it extends or requires, itself or through others. */
function usedModules(files: ModuleFiles, modules: ReadonlyMap<string, ModuleFiles>): ReadonlySet<string> {
  const used = new Set<string>([panelModule, ...extendedModules(files), ...requiredModules(files)])
  // A set is gone through to its end, with what is added meanwhile.
  for (const name of used) for (const further of requiredModules(modules.get(name))) used.add(further)
  return used
}

const requiredModules = (files: ModuleFiles | undefined): string[] => (files && parseOnce(files).module.requires) ?? []

/** Whether a module adds something to others; also to a third one, beside what the published module adds there. */
const hasExtensions = (files: ModuleFiles): boolean => Object.keys(files).some((path) => documentOf(path)?.kind === 'extension')
