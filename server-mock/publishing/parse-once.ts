import type { ModuleDocuments, ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'

const parsed = new WeakMap<ModuleFiles, ModuleDocuments>()

/** The documents of files that nobody changes any more: one publication needs those of every module several times. */
export function parseOnce(files: ModuleFiles): ModuleDocuments {
  const documents = parsed.get(files) ?? parseModule(files)
  parsed.set(files, documents)
  return documents
}
