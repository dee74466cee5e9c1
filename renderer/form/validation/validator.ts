import {
  createErrorHandler,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils'
import { isValid, validateSchema, type SchemaError } from '#schemas/rules/json-schema/json-schema.ts'

type AnyData = Record<string, unknown>

/** Steps of a path; the library reads a dot inside a name as a step too. */
const toProperty = (pointer: string): string => pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

const toLibraryError = ({ pointer, keyword, value }: SchemaError): RJSFValidationError => {
  const property = toProperty(pointer)
  return { name: keyword, property, message: keyword, params: { value }, stack: `${property} ${keyword}`.trim() }
}

/** Answers the drawing library's questions about schemas without compiling them: no eval in the browser. */
export const formValidator: ValidatorType<AnyData> = {
  isValid: (schema, data, root) => isValid(schema, data, root && { root }),
  rawValidation: <Result>(schema: RJSFSchema, data?: AnyData) => ({ errors: validateSchema(schema, data).map(toLibraryError) as Result[] }),
  validateFormData(data, schema, customValidate, transformErrors, uiSchema): ValidationData<AnyData> {
    const found = validateSchema(schema, data).map(toLibraryError)
    const errors = transformErrors ? transformErrors(found, uiSchema) : found
    const result: ValidationData<AnyData> = { errors, errorSchema: toErrorSchema<AnyData>(errors) }
    if (!customValidate) return result
    const handler = customValidate(data, createErrorHandler<AnyData>(data ?? {}), uiSchema, result.errorSchema)
    const own = unwrapErrorHandler<AnyData>(handler)
    return validationDataMerge<AnyData>(result, own)
  },
  reset: () => {},
}
