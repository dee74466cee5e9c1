import { describe, expect, it } from 'vitest'
import { findRows } from '#widgets/permission-matrix/find-rows.ts'
import { namesOf, type RoleRow } from '#widgets/role-assignments/role-row.ts'
import { findPermissions, isSame, toggled } from '#widgets/user-permits/permits.ts'

const permission = (name: string, title: string, more: object = {}) => ({
  name,
  title,
  opens: [],
  roles: [],
  granted_by: [],
  can_set: true,
  ...more,
})
const groups = [
  {
    name: 'content',
    title: 'Content',
    permissions: [permission('content.read', 'See', { granted_by: ['Editor'], opens: [{ kind: 'page' as const, title: 'Posts' }] })],
  },
  { name: 'stock', title: 'Stock', permissions: [permission('stock.read', 'See'), permission('stock.write', 'Create and change')] },
]
const names = (found: readonly { permissions: readonly { name: string }[] }[]) =>
  found.flatMap((group) => group.permissions.map(({ name }) => name))

describe('permissions are found', () => {
  it.each([
    ['posts', ['content.read']],
    ['STOCK change', ['stock.write']],
    ['see', ['content.read', 'stock.read']],
    ['nothing of the kind', []],
    ['  ', ['content.read', 'stock.read', 'stock.write']],
  ])('by each word of "%s"', (search, expected) => {
    expect(names(findRows(groups, search))).toEqual(expected)
    expect(names(findPermissions(groups, search, [], false))).toEqual(expected)
  })
  it('by the roles that give them, and by whether the user has them', () => {
    expect(names(findPermissions(groups, 'editor', [], false))).toEqual(['content.read'])
    expect(names(findPermissions(groups, '', ['stock.write'], true))).toEqual(['content.read', 'stock.write'])
  })
})

describe('permits', () => {
  it('are the same in whatever order', () => {
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(true)
    expect(isSame(['a'], ['a', 'b'])).toBe(false)
  })
  it('are ticked and unticked', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  })
})

it('a role of an organization is named with it, another without', () => {
  const row = { user: { id: 7, name_full: null }, organization: { id: 3, title: 'Aras' }, role: 'editor' } as RoleRow
  expect(namesOf({}, row)).toEqual({ id: 7, role: 'editor', organization_id: 3 })
  expect(namesOf({ id: 7 }, { ...row, organization: null })).toEqual({ id: 7, role: 'editor' })
})
