import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { mapTexts } from '#schemas/rules/text/map-texts.ts'
import { textKey } from '#schemas/rules/text/text-key.ts'

/** Documents that a part names by a property: `"modal": "lend"`, `"form": "book"`. A modal's body may be a form's name. */
const named = { modal: 'modals', modals: 'modals', form: 'forms', body: 'forms', grid: 'grids' } as const

/**
 * A copy of a part that can stand in a document of another module: its texts and the documents that it names are still those of the
 * module that adds it. `$ratings` becomes `$club/ratings`, the modal `rate` becomes `club/rate`.
 */
export const qualify = <T>(part: T, owner: ModuleDocuments): T =>
  mapTexts(part, (text, key) => {
    const kind = key !== undefined && Object.hasOwn(named, key) ? named[key as keyof typeof named] : undefined
    if (kind && Object.hasOwn(owner[kind], text)) return `${owner.module.name}/${text}`
    return qualifyText(text, owner)
  })

export function qualifyText(text: string, { module }: ModuleDocuments): string {
  const message = text.startsWith('$$') ? undefined : textKey(text)
  return message && message.module === undefined ? `$${module.name}/${message.key}` : text
}

/** An action that is named alone: a modal of the module that adds it, else what the other module's documents mean by it. */
export const qualifyAction = (name: string, owner: ModuleDocuments): string =>
  Object.hasOwn(owner.modals, name) ? `${owner.module.name}/${name}` : name
