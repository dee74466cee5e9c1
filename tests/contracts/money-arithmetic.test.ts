import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { productModules } from '#tests/helpers/product-modules.ts'

interface Property {
  format?: string
  properties?: Record<string, Property>
  items?: Property
}

/** Names of fields with amounts, of all modules. */
function decimalNames(properties: Readonly<Record<string, Property>>, found: Set<string>): void {
  for (const [name, property] of Object.entries(properties)) {
    if (property.format === 'decimal') found.add(name)
    decimalNames(property.properties ?? {}, found)
    decimalNames(property.items?.properties ?? {}, found)
  }
}

/** Places of a text where an amount becomes a float, or is computed with by hand. */
function handArithmetic(text: string, names: ReadonlySet<string>): string[] {
  const amount = String.raw`(?:\.|\[')(?:${[...names].join('|')})\b(?:'\])?`
  const patterns = [
    // Number(row.price), parseFloat(values['price'] ?? '0')
    new RegExp(String.raw`\b(?:Number|parseFloat|parseInt)\([^()]*${amount}[^()]*\)`, 'g'),
    // row.price * 2, -row.price, 2 + row.price: a text behind "+" makes a text and is no arithmetic
    new RegExp(String.raw`${amount}!?\s*(?:[*/%]|-(?!>))=?\s*[\w(]`, 'g'),
    new RegExp(String.raw`[\w)\]]\s+[*/%-]\s+[\w.]+${amount}`, 'g'),
    new RegExp(String.raw`(?:[(=,?:]|=>|return)\s*[-+][\w.]+${amount}`, 'g'),
  ]
  const code = text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([found]) => found))
}

/** Amounts in one module that are something else in every list: how many there are. */
const ambiguous: readonly string[] = ['count', 'quantity']

/** Places that are no arithmetic on money, with what they are. */
const allowed: Readonly<Record<string, string>> = { "Number('amount' in quantity ? quantity.amount : 0)": 'how many codes are taken' }

describe('amounts are computed by formulas, ledgers and decimals alone', () => {
  const names = new Set<string>()
  for (const { entities } of productModules())
    for (const { schema } of Object.values(entities)) decimalNames(schema.properties as Record<string, Property>, names)
  for (const name of ambiguous) names.delete(name)
  const files = ['server-mock/features', 'widgets']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file))
    .sort()

  it('knows amounts, and files that might compute with them', () => {
    expect(names.size).toBeGreaterThan(3)
    expect(files.length).toBeGreaterThan(50)
  })

  it('finds floats and sums that are written by hand', () => {
    const known = new Set(['price'])
    expect(handArithmetic('const a = Number(row.price)', known)).toHaveLength(1)
    expect(handArithmetic("const a = parseFloat(values['price'] ?? '0')", known)).toHaveLength(1)
    expect(handArithmetic('const a = row.price * 2', known)).toHaveLength(1)
    expect(handArithmetic('const a = total - row.price', known)).toHaveLength(1)
    expect(handArithmetic('const a = +row.price', known)).toHaveLength(1)
    expect(handArithmetic('const a = addDecimal(row.price, other.price)', known)).toEqual([])
    expect(handArithmetic('// Number(row.price) is wrong\nconst a = { price: row.price }', known)).toEqual([])
  })

  it.each(files)('%s', (file) =>
    expect(handArithmetic(readFileSync(file, 'utf8'), names).filter((place) => !Object.hasOwn(allowed, place))).toEqual([]),
  )
})
