import { parseModule } from '#schemas/check/parse-module.ts'
import type { ModuleDocuments } from '#server/documents/registry.ts'
import { readProductModules } from '#server/publishing/product-modules.ts'

/** The documents of the modules that come with the product: the list that the contract suites go through. */
export const productModules = (): ModuleDocuments[] => [...readProductModules('modules').values()].map(parseModule)
