import type { ModuleDocuments } from '#server/documents/registry.ts'

/** A module with nothing but its name, for tests that add what they are about. */
export const moduleOf = (name: string, part: Partial<ModuleDocuments> = {}): ModuleDocuments => ({
  entities: {}, grids: {}, forms: {}, modals: {}, screens: {}, endpoints: [], locales: {}, ...part,
  module: { name, title: name, version: '1.0.0', ...part.module },
})
