import { isRecord } from '#schemas/rules/is-record.ts'
/** Data with one thing changed, and what was changed. */
export interface Mutation {
  pointer: string
  what: string
  value: unknown
}

type Node = Record<string, unknown>

const mostMutations = 60

/** Ways in which data may be spoilt: a property gone, another kind of value, a number far off, a text too long, a stranger. */
export function mutations(data: Node): Mutation[] {
  const found: Mutation[] = []
  const walk = (value: unknown, pointer: string, replace: (next: unknown) => unknown): void => {
    if (found.length >= mostMutations) return
    const add = (what: string, next: unknown): void => {
      found.push({ pointer, what, value: replace(next) })
    }
    if (pointer !== '') {
      add('a value of another kind', typeof value === 'string' ? { another: 'kind' } : 'another kind')
      if (typeof value === 'number') {
        add('a number far off', 1e15 + 0.5)
        add('a number far below', -1e15 - 0.5)
      }
      if (typeof value === 'string') add('another text', '\u0001 not this one \u0001'.repeat(50))
      if (Array.isArray(value))
        add(
          'too many items',
          Array.from({ length: 500 }, () => value[0] ?? null),
        )
    }
    if (isRecord(value)) {
      if (pointer === '') add('a property that is a stranger', { ...value, 'a stranger': 1 })
      for (const key of Object.keys(value)) {
        const { [key]: _, ...rest } = value
        found.push({
          pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          what: 'a missing property',
          value: replace(rest),
        })
        walk(value[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, (next) =>
          replace(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? next : item]))),
        )
      }
    }
    if (Array.isArray(value))
      value
        .slice(0, 2)
        .forEach((item, index) =>
          walk(item, `${pointer}/${index}`, (next) => replace(value.map((other: unknown, at) => (at === index ? next : other)))),
        )
  }
  walk(data, '', (next) => next)
  return found.slice(0, mostMutations)
}
