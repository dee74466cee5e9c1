import { describe, expect, test } from 'vitest'
import {
  builderConditions,
  builderOf,
  builtTerm,
  canAdd,
  changeNode,
  isBuilderGroup,
  newCondition,
  newGroup,
  unfinished,
  type BuilderGroup,
} from '#renderer/grid/filter/builder-tree.ts'
import { completed, isBlank, newDraft, offeredOperators, withOperator } from '#renderer/grid/filter/condition-draft.ts'
import { filterOperators, parseWhere, whereLimits } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'

const filter = (kind: GridFilter['kind']): GridFilter => ({
  key: kind,
  title: kind,
  kind,
  groups: true,
  operators: [...filterOperators[kind]],
})
const text = 'a:contains(x),or(b:empty,and(c:is(1),d:is(2)))'

describe('groups that are built', () => {
  test('are asked as they were read', () => {
    const { of } = parseWhere(text)
    expect(builtTerm(builderOf(of))).toEqual({ join: 'and', of })
    expect(builderOf([of[1]!]).join).toBe('or')
  })

  test('lose a part, and with it the groups that it leaves empty', () => {
    const root = builderOf(parseWhere('a:empty,or(b:empty,and(c:empty))').of)
    const find = (key: string) => [...builderConditions(root)].find((node) => node.key === key)!
    const without = changeNode(root, find('c').id, () => null)
    expect([...builderConditions(without)].map(({ key }) => key)).toEqual(['a', 'b'])
    expect(isBuilderGroup((without.of[1] as BuilderGroup).of[0]!)).toBe(false)
    const none = ['a', 'b', 'c'].reduce((tree, key) => changeNode(tree, find(key).id, () => null), root)
    expect(none).toEqual({ id: root.id, join: 'and', of: [] })
  })

  test('are asked only when each condition is finished', () => {
    const root = changeNode(builderOf([]), 0, (node) => node)
    const group = { ...root, of: [newCondition(filter('text')), newGroup(filter('select'), 'or')] }
    expect(unfinished(group)?.key).toBe('text')
    expect(() => builtTerm(group)).toThrow()
  })

  test('hold no more conditions than an address', () => {
    const of = (count: number) => Array.from({ length: count }, () => newCondition(filter('text')))
    expect(canAdd({ id: 0, join: 'and', of: of(whereLimits.conditions - 1) })).toBe(true)
    expect(canAdd({ id: 0, join: 'and', of: of(whereLimits.conditions) })).toBe(false)
  })
})

describe('a condition while it is entered', () => {
  test('keeps its values among operators that take the same', () => {
    expect(withOperator({ operator: 'any_of', values: ['a'] }, 'none_of')).toEqual({ operator: 'none_of', values: ['a'] })
    expect(withOperator({ operator: 'contains', values: ['a'] }, 'starts_with').values).toEqual(['a'])
    expect(withOperator({ operator: 'between', values: ['1', '2'] }, 'is').values).toEqual([])
    expect(withOperator({ operator: 'within', values: ['today'] }, 'between')).toEqual({ operator: 'within', values: ['today'] })
  })

  test('is asked when it is whole, and taken away when nothing is entered', () => {
    expect(completed('k', { operator: 'between', values: ['', '5'] })).toEqual({ key: 'k', operator: 'between', values: ['', '5'] })
    expect(completed('k', { operator: 'between', values: ['', ''] })).toBeNull()
    expect(completed('k', { operator: 'empty', values: [] })).toEqual({ key: 'k', operator: 'empty', values: [] })
    expect(completed('k', { operator: 'is', values: null })).toBeNull()
    expect([
      isBlank({ operator: 'is', values: [] }),
      isBlank({ operator: 'is', values: null }),
      isBlank({ operator: 'empty', values: [] }),
    ]).toEqual([true, false, false])
  })

  test('days that move are entered where fixed ones are', () => {
    expect(offeredOperators(filter('date-range'))).toEqual(['between', 'empty', 'filled'])
    expect(newDraft(filter('select'))).toEqual({ operator: 'any_of', values: [] })
  })
})
