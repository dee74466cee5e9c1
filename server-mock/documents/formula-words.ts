import { computationOf } from '#schemas/formula/computed-words.ts'
import { whereFields } from '#schemas/formula/dependencies.ts'
import { roundingOf, type FormulaNode } from '#schemas/formula/formula.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { entityAccess, fieldLabel, fieldName, findEntity, mayReadField, type FieldSchema } from './entity-field.ts'
import { may, messageOf, textOf, within, type Expansion } from './expansion.ts'
import type { Owned } from './registry.ts'

/**
 * How a field's value comes about, in the words of the labels: `Count × Unit price − Discount`. Undefined where the reader may not read
 * everything that it is computed from, and for values that features of the server compute.
 */
export function formulaWords(expansion: Expansion, entity: Owned<EntityDocument>, field: string): string | undefined {
  const property = entity.document.schema.properties[field] as FieldSchema | undefined
  const computation = computationOf(property)
  if (!computation || computation.kind === 'last') return undefined
  const words = new FormulaWords(expansion, entity)
  const say = (key: string, values: Record<string, unknown>) => messageOf(expansion, `formula.${key}`, values)
  try {
    switch (computation.kind) {
      case 'fetch':
        return say(computation.follow ? 'follow' : 'fetch', { field: words.label(computation.path) })
      case 'share':
        return say('share', { amount: words.label(computation.path), by: words.label([computation.by]) })
      case 'formula': {
        const texts = [...new Set(computation.cases.map(({ tree }) => words.of(tree)))]
        const chosenBy = [...new Set(computation.cases.flatMap(({ when }) => fieldsOfCondition(when)))].map((path) =>
          words.label(path.split('.')),
        )
        const text = texts.length === 1 ? texts[0]! : say('choice', { formulas: words.either(texts), fields: words.list(chosenBy) })!
        if (computation.where === undefined) return text
        const list = words.listNamed(computation.cases.map(({ tree }) => tree))
        const fields = whereFields(computation.where).map((path) => words.label([...list, ...path.split('.')], false))
        return say('where', { formula: text, fields: words.list(fields) })
      }
    }
  } catch (fault) {
    if (fault instanceof Unreadable) return undefined
    throw fault
  }
}

/** A formula names something that the reader may not read. */
class Unreadable extends Error {}

const signs = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const
const powers = { '+': 1, '-': 1, '*': 2, '/': 2 } as const

class FormulaWords {
  readonly #expansion: Expansion
  readonly #entity: Owned<EntityDocument>

  constructor(expansion: Expansion, entity: Owned<EntityDocument>) {
    this.#expansion = expansion
    this.#entity = entity
  }

  of(node: FormulaNode, around = 0): string {
    const { locale } = this.#expansion.reader
    switch (node.kind) {
      case 'number':
        return formatNumber(node.value, locale)
      case 'path':
        return this.label(node.path)
      case 'negate':
        return `−${this.of(node.of, 3)}`
      case 'operator': {
        const power = powers[node.operator]
        // `a - (b - c)` keeps its brackets, `a + b + c` needs none.
        const isStrict = node.operator === '-' || node.operator === '/'
        const text = `${this.of(node.left, power)} ${signs[node.operator]} ${this.of(node.right, isStrict ? power + 1 : power)}`
        return power < around ? `(${text})` : text
      }
      case 'call':
        return this.#call(node, around)
    }
  }

  #call(node: FormulaNode & { kind: 'call' }, around: number): string {
    const { locale } = this.#expansion.reader
    const [first] = node.args as [FormulaNode]
    if (node.name === 'div') {
      const text = `${this.of(first, 2)} ÷ ${this.of(node.args[1]!, 3)}`
      return around > 2 ? `(${text})` : text
    }
    const value = node.args.length === 1 || node.name === 'round' ? this.of(first) : this.list(node.args.map((arg) => this.of(arg)))
    return messageOf(this.#expansion, `formula.${node.name}`, {
      value,
      ...(node.name === 'round' && { decimals: localiseDigits(roundingOf(node), locale) }),
    })!
  }

  /** Name of the list that formulas go over. */
  listNamed(trees: readonly FormulaNode[]): string[] {
    const visit = (node: FormulaNode): string[] =>
      node.kind === 'path' && this.#isMany(node.path[0]!)
        ? [node.path[0]!]
        : 'args' in node
          ? node.args.flatMap(visit)
          : 'left' in node
            ? [...visit(node.left), ...visit(node.right)]
            : node.kind === 'negate'
              ? visit(node.of)
              : []
    return trees.flatMap(visit).slice(0, 1)
  }

  #isMany(head: string): boolean {
    const property = this.#property(this.#entity.document, head)
    return property ? property.rows !== undefined : findEntity(this.#expansion.registry, head) !== undefined
  }

  #property({ schema: { properties } }: EntityDocument, name: string): FieldSchema | undefined {
    return Object.hasOwn(properties, name) ? (properties[name] as FieldSchema) : undefined
  }

  /** Label of the field at a path, with that of the record or list in which it is: `Sale price (Ware)`. */
  label(path: readonly string[], isPlaced = true): string {
    const { registry } = this.#expansion
    let owner = this.#entity
    let place: string | undefined
    for (const [at, step] of path.entries()) {
      const name = fieldName(owner.document, step)
      const property = this.#property(owner.document, name)
      if (!property) {
        const other = findEntity(registry, step)
        if (!other || !may(this.#expansion, entityAccess(other.document, 'read'))) throw new Unreadable()
        place = textOf(within(this.#expansion, other.module), other.document.title)
        owner = other
        continue
      }
      if (!mayReadField(this.#expansion, owner, name)) throw new Unreadable()
      const label = fieldLabel(this.#expansion, owner, name)
      const target = findEntity(registry, property.references ?? property.rows)
      if (at === path.length - 1 || !target) return place === undefined || !isPlaced ? label : `${label} (${place})`
      if (property.references !== undefined && !may(this.#expansion, entityAccess(target.document, 'read'))) throw new Unreadable()
      // What rows take from the record that they belong to is that record's.
      place = name === parentOf(owner.document) ? textOf(within(this.#expansion, target.module), target.document.title) : label
      owner = target
    }
    return place ?? ''
  }

  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.#expansion.reader.locale, { type: 'conjunction', style: 'long' }).format(texts)
  }

  either(texts: readonly string[]): string {
    return new Intl.ListFormat(this.#expansion.reader.locale, { type: 'disjunction', style: 'long' }).format(texts)
  }
}
