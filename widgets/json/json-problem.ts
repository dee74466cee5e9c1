import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { isJson } from '#schemas/rules/values/is-json.ts'

/** A syntax error of a JSON text: offset and length, line and column counted from one. */
export interface JsonProblem {
  kind: 'value' | 'property' | 'colon' | 'comma' | 'brace' | 'bracket' | 'string' | 'number' | 'comment' | 'extra' | 'symbol' | 'character'
  at: number
  length: number
  line: number
  column: number
}

const kinds: Record<string, JsonProblem['kind']> = {
  ValueExpected: 'value',
  PropertyNameExpected: 'property',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'brace',
  CloseBracketExpected: 'bracket',
  UnexpectedEndOfString: 'string',
  InvalidNumberFormat: 'number',
  UnexpectedEndOfNumber: 'number',
  InvalidCommentToken: 'comment',
  UnexpectedEndOfComment: 'comment',
  EndOfFileExpected: 'extra',
  InvalidUnicode: 'character',
  InvalidEscapeCharacter: 'character',
  InvalidCharacter: 'character',
  UnexpectedEndOfUnicode: 'character',
}

/** The first thing wrong with a JSON text; undefined when nothing is, and for an empty text. */
export function jsonProblem(text: string): JsonProblem | undefined {
  if (text.trim() === '' || isJson(text)) return undefined
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  const first = errors[0]
  const at = first?.offset ?? text.length
  const before = text.slice(0, at).split('\n')
  return {
    kind: (first && kinds[printParseErrorCode(first.error)]) ?? 'symbol',
    at,
    length: first?.length ?? 0,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  }
}
