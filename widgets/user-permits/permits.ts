export interface Opened {
  kind: 'page' | 'record' | 'step'
  title: string
}

/** A permission, and why the user has it. */
export interface Permission {
  name: string
  title: string
  opens: readonly Opened[]
  /** Titles of the user's active roles that grant it. */
  granted_by: readonly string[]
  can_set: boolean
}

export interface Group {
  name: string
  title: string
  permissions: readonly Permission[]
}

export interface Permits {
  id: number
  version: number
  name_full: string | null
  permits: readonly string[]
  modules: readonly Group[]
}

/** Whether two lists name the same permits, in whatever order. */
export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

export const toggled = (permits: readonly string[], name: string): string[] =>
  permits.includes(name) ? permits.filter((each) => each !== name) : [...permits, name]

/**
 * The groups with what holds each word of the search in its names, in what it opens, or in the name of its module; `heldOnly` keeps what
 * the user has.
 */
export function findPermissions(groups: readonly Group[], search: string, permits: readonly string[], heldOnly: boolean): Group[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const fits = (group: Group, { name, title, opens, granted_by: roles }: Permission) => {
    const text = [group.title, name, title, ...opens.map((each) => each.title), ...roles].join(' ').toLocaleLowerCase()
    return words.every((word) => text.includes(word)) && (!heldOnly || roles.length > 0 || permits.includes(name))
  }
  return groups
    .map((group) => ({ ...group, permissions: group.permissions.filter((permission) => fits(group, permission)) }))
    .filter(({ permissions }) => permissions.length > 0)
}
