import type { EntityDocument, FormDocument } from '#schemas/types/contract.d.ts'

/** Name of the form in which rows are added and edited where none is named: the one that is called like their entity, and is of it. */
export function childForm(child: EntityDocument, find: (name: string) => FormDocument | undefined): string | undefined {
  const names = [child.name, child.name.replaceAll('_', '-')]
  return names.find((name) => find(name)?.entity === child.name)
}
