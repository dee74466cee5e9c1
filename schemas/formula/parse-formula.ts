import {
  FormulaError,
  divisionScale,
  functions,
  maxCharacters,
  maxDepth,
  maxDigits,
  maxParts,
  type FormulaNode,
  type FunctionName,
} from './formula.ts'

interface Token {
  kind: 'name' | 'number' | 'sign' | 'end'
  text: string
  from: number
  to: number
}

const tokens = /\s*(?:([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)|(\d+(?:\.\d+)?)|([-+*/(),]))/y
/** How strongly an operator holds its sides together. */
const powers: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 }

/**
 * Reads a formula: decimals, fields, `+ - * /`, brackets and the functions of `functions`.
 * @throws FormulaError with the place of what is wrong.
 */
export const parseFormula = (text: string): FormulaNode => new Parser(text).parse()

class Parser {
  readonly #text: string
  #at = 0
  #parts = 0
  #token: Token = { kind: 'end', text: '', from: 0, to: 0 }

  constructor(text: string) {
    this.#text = text
  }

  parse(): FormulaNode {
    if (this.#text.length > maxCharacters)
      fail(`a formula has at most ${maxCharacters.toLocaleString('en')} characters`, { from: maxCharacters, to: this.#text.length })
    this.#next()
    if (this.#isEnd()) fail('a formula is not empty', this.#token)
    const tree = this.#sum(0, 0)
    if (!this.#isEnd()) fail(unexpected(this.#token), this.#token)
    return tree
  }

  #isEnd(): boolean {
    return this.#token.kind === 'end'
  }

  #next(): Token {
    const token = this.#token
    tokens.lastIndex = this.#at
    const match = tokens.exec(this.#text)
    if (match) {
      const text = match[1] ?? match[2] ?? match[3]!
      this.#at = tokens.lastIndex
      const kind = match[1] !== undefined ? 'name' : match[2] !== undefined ? 'number' : 'sign'
      this.#token = { kind, text, from: this.#at - text.length, to: this.#at }
      return token
    }
    const rest = this.#text.slice(this.#at)
    const from = this.#at + rest.length - rest.trimStart().length
    if (from === this.#text.length) this.#token = { kind: 'end', text: '', from, to: from }
    else {
      const sign = String.fromCodePoint(this.#text.codePointAt(from)!)
      const hint = /\p{Nd}/u.test(sign) ? ': numbers are written with the digits 0 to 9' : ''
      fail(`“${sign}” means nothing here${hint}`, { from, to: from + sign.length })
    }
    return token
  }

  #part(node: FormulaNode): FormulaNode {
    if (++this.#parts > maxParts) fail(`a formula has at most ${maxParts} parts`, node)
    return node
  }

  #is(sign: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign
  }

  #close(open: Token): Token {
    if (!this.#is(')'))
      fail(
        this.#token.kind === 'end' ? 'this bracket is not closed' : unexpected(this.#token),
        this.#token.kind === 'end' ? open : this.#token,
      )
    return this.#next()
  }

  #sum(power: number, depth: number): FormulaNode {
    let left = this.#factor(depth)
    while (this.#token.kind === 'sign' && (powers[this.#token.text] ?? 0) > power) {
      const operator = this.#next().text as '+' | '-' | '*' | '/'
      const right = this.#sum(powers[operator]!, depth)
      left = this.#part({ kind: 'operator', operator, left, right, from: left.from, to: right.to })
    }
    return left
  }

  #factor(depth: number): FormulaNode {
    const token = this.#token
    if (depth > maxDepth) fail(`brackets and signs stand at most ${maxDepth} deep in each other`, token)
    if (token.kind === 'end') fail('the formula ends too early', token)
    if (this.#is('-')) {
      this.#next()
      const of = this.#factor(depth + 1)
      return this.#part({ kind: 'negate', of, from: token.from, to: of.to })
    }
    if (this.#is('(')) {
      this.#next()
      const inner = this.#sum(0, depth + 1)
      return { ...inner, from: token.from, to: this.#close(token).to }
    }
    if (token.kind === 'sign') fail(unexpected(token), token)
    this.#next()
    if (token.kind === 'number') {
      if (token.text.replace('.', '').length > maxDigits) fail(`a number has at most ${maxDigits} digits`, token)
      return this.#part({ kind: 'number', value: token.text, from: token.from, to: token.to })
    }
    return this.#is('(')
      ? this.#call(token, depth)
      : this.#part({ kind: 'path', path: token.text.split('.'), from: token.from, to: token.to })
  }

  #call(name: Token, depth: number): FormulaNode {
    const open = this.#next()
    const args: FormulaNode[] = []
    if (!this.#is(')')) {
      args.push(this.#sum(0, depth + 1))
      while (this.#is(',')) {
        this.#next()
        args.push(this.#sum(0, depth + 1))
      }
    }
    const { to } = this.#close(open)
    if (!Object.hasOwn(functions, name.text)) fail(`there is no function "${name.text}"`, name, Object.keys(functions))
    const node: FormulaNode & { kind: 'call' } = { kind: 'call', name: name.text as FunctionName, args, from: name.from, to }
    checkArguments(node)
    return this.#part(node)
  }
}

/** What each function takes, in words. */
const takes: Readonly<Record<FunctionName, string>> = {
  sum: 'one field of rows, e.g. sum(lines.amount)',
  count: 'rows or one field of rows, e.g. count(lines)',
  avg: 'one field of rows, e.g. avg(lines.amount)',
  min: 'one field of rows or up to 20 values, e.g. min(price, 100)',
  max: 'one field of rows or up to 20 values, e.g. max(price, 100)',
  round: 'a value and how many decimals, e.g. round(amount, 2)',
  abs: 'one value, e.g. abs(difference)',
  div: 'two values and how many decimals, e.g. div(amount, count, 2)',
}

function checkArguments(node: FormulaNode & { kind: 'call' }): void {
  const { least, most } = functions[node.name]
  if (node.args.length < least || node.args.length > most) fail(`${node.name} takes ${takes[node.name]}`, node)
  const last = node.args.at(-1)!
  if (
    ['round', 'div'].includes(node.name) &&
    !(last.kind === 'number' && /^\d{1,2}$/.test(last.value) && Number(last.value) <= divisionScale)
  )
    fail(`${node.name} takes ${takes[node.name]}: the decimals are a number from 0 to ${divisionScale}`, last)
}

const unexpected = ({ kind, text }: Token): string => (kind === 'end' ? 'the formula ends too early' : `“${text}” means nothing here`)

function fail(message: string, { from, to }: { from: number; to: number }, allowed?: string[]): never {
  throw new FormulaError({ message, from, to, ...(allowed && { allowed }) })
}
