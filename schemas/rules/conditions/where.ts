/**
 * The conditions of a list as one text, for an address that people can read and edit:
 * `status:any_of(draft,published),or(title:contains(foo bar),price:between(10,))`. Conditions in a row must all hold;
 * `and(…)` and `or(…)` group them. A value with a comma, a bracket, a quotation mark or a space at an end is written in
 * `"…"`, with `\"` and `\\` inside.
 */
export interface WhereGroup {
  join: 'and' | 'or'
  of: WhereNode[]
}

/** `values` by operator: see `operatorValues`. */
export interface WhereCondition {
  key: string
  operator: WhereOperator
  values: string[]
}
export type WhereNode = WhereGroup | WhereCondition

/** Operators of each kind of filter. */
export const filterOperators = {
  text: ['contains', 'not_contains', 'is', 'is_not', 'starts_with', 'empty', 'filled'],
  select: ['any_of', 'none_of', 'empty', 'filled'],
  'remote-select': ['any_of', 'none_of', 'empty', 'filled'],
  boolean: ['is', 'empty', 'filled'],
  'date-range': ['between', 'within', 'empty', 'filled'],
  'number-range': ['between', 'is', 'is_not', 'empty', 'filled'],
} as const satisfies Record<string, readonly string[]>

export type FilterKind = keyof typeof filterOperators
export type WhereOperator = (typeof filterOperators)[FilterKind][number]

/**
 * Least and most number of values of an operator. `between` has two ends, of which either may be empty; `within` has a
 * relative range; `any_of` and `none_of` any number of values.
 */
export const operatorValues: Record<WhereOperator, readonly [number, number]> = {
  contains: [1, 1],
  not_contains: [1, 1],
  is: [1, 1],
  is_not: [1, 1],
  starts_with: [1, 1],
  between: [2, 2],
  within: [1, 1],
  any_of: [1, 200],
  none_of: [1, 200],
  empty: [0, 0],
  filled: [0, 0],
}

/**
 * Limits of the text: characters, conditions, nested groups (the outermost included), and words to search for in all
 * conditions together.
 */
export const whereLimits = { length: 4000, conditions: 20, depth: 3, words: 40 } as const

/** Why a text cannot be read as conditions; `at` is the index of the character. */
export class WhereError extends Error {
  readonly reason: 'syntax' | 'limit'
  readonly at: number
  constructor(reason: WhereError['reason'], at: number) {
    super(`${reason} at ${at}`)
    this.name = 'WhereError'
    this.reason = reason
    this.at = at
  }
}

export const isWhereGroup = (node: WhereNode): node is WhereGroup => 'join' in node

const isOperator = (name: string): name is WhereOperator => Object.hasOwn(operatorValues, name)
const namePattern = /[A-Za-z_][A-Za-z0-9_.]*/y

/** A condition that could not be read, as it was written. */
export interface UnknownCondition {
  key: string
  written: string
}

/**
 * Reads conditions; an empty text gives an empty group. With `leaveOut`, a condition with an unknown operator or a wrong
 * number of values is passed to it and skipped; otherwise it throws.
 * @throws `WhereError`
 */
export function parseWhere(text: string, leaveOut?: (condition: UnknownCondition) => void): WhereGroup {
  if (text.length > whereLimits.length) throw new WhereError('limit', whereLimits.length)
  let at = 0
  let conditions = 0

  const spaces = () => {
    while (text[at] === ' ') at++
  }
  const fail = (reason: WhereError['reason'] = 'syntax', place = at): never => {
    throw new WhereError(reason, place)
  }
  const expect = (letter: string) => {
    spaces()
    if (text[at] !== letter) fail()
    at++
  }
  const name = (): string => {
    spaces()
    namePattern.lastIndex = at
    const fieldName = namePattern.exec(text)?.[0] ?? fail()
    at += fieldName.length
    spaces()
    return fieldName
  }
  /** Reads one or more items separated by commas; the character that ends the list is not consumed. */
  const list = <T>(read: () => T): T[] => {
    const items = [read()]
    for (spaces(); text[at] === ','; spaces()) {
      at++
      items.push(read())
    }
    return items
  }
  const value = (): string => {
    spaces()
    if (text[at] !== '"') {
      const [bare = ''] = /^[^,()"]*/.exec(text.slice(at))!
      at += bare.length
      return bare.trimEnd()
    }
    let quoted = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      quoted += text[at] ?? fail()
    }
    at++
    return quoted
  }
  const condition = (key: string, start: number): WhereNode[] => {
    at++
    const place = at
    const operator = name()
    const isKnown = isOperator(operator)
    if (!isKnown && !leaveOut) fail('syntax', place)
    if (++conditions > whereLimits.conditions) fail('limit', place)
    const [least, most] = isKnown ? operatorValues[operator] : [0, Infinity]
    let values: string[] = []
    if (text[at] === '(') {
      at++
      spaces()
      values = most === 0 ? [] : list(value)
      expect(')')
    }
    if (isKnown && values.length >= least && values.length <= most)
      return [{ key, operator, values: operator === 'any_of' || operator === 'none_of' ? [...new Set(values)] : values }]
    if (!leaveOut) fail('syntax', place)
    leaveOut?.({ key, written: text.slice(start, at).trim() })
    return []
  }
  const node = (depth: number): WhereNode[] => {
    spaces()
    const place = at
    const word = name()
    if (text[at] === ':') return condition(word, place)
    if ((word !== 'and' && word !== 'or') || text[at] !== '(') return fail('syntax', text[at] === '(' ? place : at)
    if (depth > whereLimits.depth) fail('limit', place)
    at++
    const of = list(() => node(depth + 1)).flat()
    expect(')')
    return of.length > 0 ? [{ join: word, of }] : []
  }
  /** Nesting depth of a part. The outermost group need not be written, so its parts are one level deeper than written. */
  const depthOf = (part: WhereNode): number => (isWhereGroup(part) ? 1 + Math.max(0, ...part.of.map(depthOf)) : 0)

  spaces()
  if (at === text.length) return { join: 'and', of: [] }
  const nodes = list(() => node(1)).flat()
  if (at < text.length) fail()
  const [only] = nodes
  const root: WhereGroup = nodes.length === 1 && isWhereGroup(only!) ? only : { join: 'and', of: nodes }
  if (depthOf(root) > whereLimits.depth) fail('limit', 0)
  return root
}

/** Writes conditions in the form that `parseWhere` reads. Empty groups are left out. */
export function printWhere(root: WhereGroup): string {
  const { join, of } = root
  const filled = of.filter((node) => !isWhereGroup(node) || printNode(node) !== '')
  const isBare = join === 'and' && !(filled.length === 1 && isWhereGroup(filled[0]!))
  return isBare ? filled.map(printNode).join(',') : printNode({ join, of: filled })
}

function printNode(node: WhereNode): string {
  if (!isWhereGroup(node)) return printCondition(node)
  const parts = node.of.map(printNode).filter((part) => part !== '')
  return parts.length === 0 ? '' : `${node.join}(${parts.join(',')})`
}

/** One condition as text: `price:between(10,)`. */
export function printCondition({ key, operator, values }: WhereCondition): string {
  return `${key}:${operator}${operatorValues[operator][1] === 0 ? '' : `(${values.map(printValue).join(',')})`}`
}

const printValue = (value: string): string => (/[,()"\\]|^\s|\s$/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value)

/** Every condition in a group with its path: `[1, 0]` is the first part of the group's second part. */
export function* whereConditions(
  group: WhereGroup,
  place: readonly number[] = [],
): Generator<{ condition: WhereCondition; place: number[] }> {
  for (const [at, node] of group.of.entries()) {
    if (isWhereGroup(node)) yield* whereConditions(node, [...place, at])
    else yield { condition: node, place: [...place, at] }
  }
}
