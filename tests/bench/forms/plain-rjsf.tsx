import Form from '@rjsf/antd'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import type { FormEngineUnderTest } from './main.tsx'

/** What the library's own documentation leads to. */
const plainRjsf: FormEngineUnderTest = {
  prepare: () => Promise.resolve(),
  draw: ({ schema, data }) => <Form schema={schema as RJSFSchema} formData={data} validator={validator} />,
}
export default plainRjsf
