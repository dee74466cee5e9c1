import { Ajv, type Options } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json'
import { testPattern } from '#schemas/rules/pattern-safety.ts'
import { isMultipleOf } from '#schemas/rules/same-value.ts'
import { fitsFormat } from '#schemas/rules/schema-formats.ts'

/**
 * Ajv as it judges what people send, at publish and on the server. It agrees with `validateSchema`, which judges in the
 * browser: the same formats, multiples of decimal fractions as they are written, patterns that cannot run away, and a
 * `$ref` that stands for the whole schema, as in draft-07.
 */
export function createSchemaAjv({ code, ...options }: Options = {}): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true, ownProperties: true, logger: false, ignoreKeywordsWithRef: true, code: { regExp: heldPattern, ...code }, ...options })
  ajv.addMetaSchema(draft06)
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: (step: number, value: number) => isMultipleOf(value, step) })
  ajv.removeKeyword('format')
  ajv.addKeyword({ keyword: 'format', schemaType: 'string', validate: fitsFormat })
  ajv.addVocabulary(['rules', 'references'])
  return ajv
}

/** A pattern of which nobody can tell in time whether it matches lets the text pass. Ajv keeps expressions by their text. */
const heldPattern = Object.assign((pattern: string) => ({ test: (text: string) => testPattern(pattern, text) ?? true, toString: () => `/${pattern}/` }), { code: 'new RegExp' })
