export interface Role {
  value: string
  title: string
}

export interface Permission {
  name: string
  title: string
  opens: readonly { kind: 'page' | 'record' | 'step'; title: string }[]
  /** Slugs of the roles that grant it. */
  roles: readonly string[]
}

export interface Group {
  name: string
  title: string
  permissions: readonly Permission[]
}

/** The groups with the permissions that hold each word of the search in their names, in what they open, or in the name of their module. */
export function findRows(groups: readonly Group[], search: string): Group[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ name, title, opens }) => {
        const text = [group.title, name, title, ...opens.map((each) => each.title)].join(' ').toLocaleLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ permissions }) => permissions.length > 0)
}
