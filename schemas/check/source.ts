import { findNodeAtLocation, findNodeAtOffset, getNodePath, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { showControls } from '#schemas/rules/text/show-controls.ts'
import { withoutMark } from './parse-module.ts'
import type { Problem } from './problem.ts'

/** The text of one document, its value, and a way to report problems by JSON pointer. */
export interface Source {
  file: string
  text: string
  /** Undefined if the text is not JSON. */
  value: unknown
  /** Adds a problem at a pointer: at the property's name with `atKey`, otherwise at its value. */
  report: (
    severity: Problem['severity'],
    pointer: string,
    message: string,
    extra?: { allowed?: string[]; suggestion?: string; atKey?: boolean },
  ) => void
  problems: Problem[]
}

export const maxFileLength = 1_000_000
const maxNesting = 100

const syntaxMessages: Record<string, string> = {
  InvalidSymbol: 'this is not JSON',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a property name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace } is missing',
  CloseBracketExpected: 'a closing bracket ] is missing',
  EndOfFileExpected: 'nothing may follow the document',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'this string does not end',
  UnexpectedEndOfNumber: 'this is not a number',
  InvalidUnicode: 'this is not a \\u escape',
  InvalidEscapeCharacter: 'this escape does not exist',
  InvalidCharacter: 'this character must be escaped',
}

/** Reads a document; its `problems` contain the JSON syntax errors. */
export function readSource(file: string, text: string): Source {
  const problems: Problem[] = []
  let starts: number[] | undefined
  const at = (offset: number) => positionAt((starts ??= lineStarts(text)), offset)
  const children: ChildIndex = new Map()
  let root: Node | undefined
  const fail = (offset: number, message: string) => {
    problems.push({ severity: 'error', file, ...at(offset), pointer: root ? enclosing(root, offset) : '', message: showControls(message) })
  }
  let value: unknown

  if (text.trim() === '') fail(0, 'the file is empty: a document is a JSON object, at least {}')
  else if (text.length > maxFileLength) fail(0, `the file is larger than ${maxFileLength / 1000} KB`)
  else if (nestingOf(text) > maxNesting) fail(0, `the document is nested more than ${maxNesting} levels deep`)
  else {
    const errors: ParseError[] = []
    root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
    const first = errors[0]
    if (first) fail(first.offset, syntaxMessages[printParseErrorCode(first.error)] ?? 'this is not JSON')
    else if (root) {
      value = JSON.parse(withoutMark(text))
      for (const node of duplicateKeys(root)) fail(node.offset, `the property "${String(node.value)}" is there twice`)
    }
  }

  return {
    file,
    text,
    value,
    problems,
    report: (severity, pointer, message, { atKey, allowed, suggestion } = {}) => {
      const names = {
        ...(allowed && { allowed: allowed.map(showControls) }),
        ...(suggestion !== undefined && { suggestion: showControls(suggestion) }),
      }
      problems.push({
        severity,
        file,
        ...at(root ? offsetOf(root, pointer, atKey ?? false, children) : 0),
        pointer,
        message: showControls(message),
        ...names,
      })
    },
  }
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))

/** Pointer of the innermost object or list around an offset, as far as the text can be parsed. */
function enclosing(root: Node, offset: number): string {
  let node = findNodeAtOffset(root, offset, true)
  while (node && node.type !== 'object' && node.type !== 'array') node = node.parent
  return node ? pointerTo('', ...getNodePath(node)) : ''
}

/** Children of objects by key, built on first use, so that a thousand problems do not each search the document. */
type ChildIndex = Map<Node, Map<unknown, Node>>

function childOf(node: Node, step: string, index: ChildIndex): Node | undefined {
  if (node.type !== 'object') return findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step])
  let named = index.get(node)
  if (!named) {
    named = new Map(
      (node.children ?? []).flatMap(({ children: [key, value] = [] }): [unknown, Node][] => (key && value ? [[key.value, value]] : [])),
    )
    index.set(node, named)
  }
  return named.get(step)
}

/** Offset of a pointer's target; of the nearest existing parent if the target does not exist. */
function offsetOf(root: Node, pointer: string, atKey: boolean, index: ChildIndex): number {
  const steps = stepsOf(pointer)
  let node = root
  for (const [at, step] of steps.entries()) {
    const child = childOf(node, step, index)
    if (!child) return node.offset
    node = child
    if (atKey && at === steps.length - 1 && node.parent?.type === 'property') return node.parent.offset
  }
  return node.offset
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function positionAt(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}

/** Deepest nesting of brackets outside strings. It is measured before a recursive parser reads the text. */
function nestingOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (inString) {
      if (letter === '\\') index++
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, ++depth)
    else if (letter === '}' || letter === ']') depth--
  }
  return deepest
}

function* duplicateKeys(node: Node): Generator<Node> {
  const seen = new Set<unknown>()
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined
    if (key && seen.has(key.value)) yield key
    if (key) seen.add(key.value)
    yield* duplicateKeys(child)
  }
}

export { pointerTo as at }
const pointerTo = (pointer: string, ...steps: (string | number)[]): string =>
  pointer + steps.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
