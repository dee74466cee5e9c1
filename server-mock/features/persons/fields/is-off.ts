import { nobody } from '#server/caller.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'

/** Whether the settings of the fields of users turn a field off. */
export const isOff = ({ entities }: Pick<DocumentRegistry, 'entities'>, field: string): boolean =>
  entities.get('user')?.document.access?.fields?.[field] === nobody
