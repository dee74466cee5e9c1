/** Somebody of a list of members, or somebody who was found. */
export interface Person {
  id: number | string
  name_full?: string | null
  email?: string | null
}

/** Whether the chosen person can be added: somebody is chosen who is not in the list. */
export const canAdd = (members: readonly Person[], chosen: unknown): boolean => isChosen(chosen) && !isMember(members, chosen)

export const isMember = (members: readonly Person[], chosen: unknown): boolean =>
  isChosen(chosen) && members.some(({ id }) => String(id) === String(chosen))

const isChosen = (chosen: unknown): chosen is number | string => (typeof chosen === 'number' || typeof chosen === 'string') && chosen !== ''
