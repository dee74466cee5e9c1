import { StrictMode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { Form } from '#renderer/form/form.tsx'
import { checkForm, isFatal } from '#renderer/form/validation/check-form.ts'
import { askForDependentFields } from '#renderer/form/data/dependent-fields.ts'
import { initialData } from '#renderer/form/data/initial-data.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { buildPayload } from '#renderer/form/data/payload.ts'
import { validateForm } from '#renderer/form/validation/validate-form.ts'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { generateValid } from './generate-valid.ts'
import { differenceOf, isReadOnlyAt, withoutReadOnly } from './difference.ts'
import { dataOf, formOf, type WrittenCase } from './form-of-schema.ts'
import { mutations } from './mutations.ts'
import { schemaFault } from './schema-fault.ts'

/** One thing that went wrong with one schema: in the schema, in its data, or in what the form made of them. */
export interface Finding {
  step: 'schema' | 'draw' | 'open' | 'round-trip' | 'accept' | 'refuse' | 'judge'
  pointer: string
  reason: string
}

export interface CaseResult {
  findings: Finding[]
  drawn: number
  roundTrips: number
  refusals: number
  notes: string[]
  /** What a browser may be given to draw and to send back. */
  form?: FormAnswer
  samples?: Data[]
}

type Data = Record<string, unknown>

/**
 * Puts a schema that somebody else wrote through the form: draws it, opens it with data that fits, sends that back
 * untouched, and expects what does not fit to be refused.
 */
export async function checkCase(written: WrittenCase): Promise<CaseResult> {
  const result: CaseResult = { findings: [], drawn: 0, roundTrips: 0, refusals: 0, notes: [] }
  const tell = (step: Finding['step'], pointer: string, reason: string): void => {
    result.findings.push({ step, pointer, reason })
  }
  await askForDependentFields()
  const fault = schemaFault(written.schema)
  if (fault) {
    tell('schema', fault.pointer, fault.reason)
    return result
  }
  const form = formOf(written)
  for (const { pointer, key } of checkForm(form).filter(isFatal)) tell('schema', pointer, key)
  if (result.findings.length > 0) return result

  const samples = written.data === undefined ? await generateValid(form.schema as object) : [dataOf(written)]
  Object.assign(result, { form, samples })
  if (samples.length === 0) result.notes.push('no data that fits could be made up')
  for (const data of [undefined, ...samples]) {
    const drawn = await draw(form, data)
    if (typeof drawn === 'string') tell('draw', '', `${data === undefined ? 'a new record' : 'a record'}: ${drawn}`)
    else result.drawn++
  }
  const server = judgeOf(form.schema as object, (written.schema as Data).$schema)
  for (const data of samples) checkData(form, data, server, result, tell)
  return result
}

/** Draws the form as the server would, all its parts included; what was wrong, or nothing. */
async function draw(form: FormAnswer, data: Data | undefined): Promise<string | undefined> {
  const faults: unknown[] = []
  try {
    const stream = await renderToReadableStream(
      <StrictMode>
        <Form form={form} data={data} onSubmit={() => Promise.resolve()} />
      </StrictMode>,
      {
        onError: (fault) => {
          faults.push(fault)
        },
      },
    )
    await stream.allReady
    const html = await new Response(stream).text()
    if (faults.length === 0 && !/<(?:input|textarea|select|button|fieldset)/.test(html)) return 'nothing was drawn'
  } catch (fault) {
    faults.push(fault)
  }
  return faults.length === 0 ? undefined : String((faults[0] as Error).message ?? faults[0])
}

function checkData(
  form: FormAnswer,
  data: Data,
  server: Judge | undefined,
  result: CaseResult,
  tell: (step: Finding['step'], pointer: string, reason: string) => void,
): void {
  const schema = form.schema as object
  let opened: Data
  try {
    opened = initialData(form, normaliseSchema(form.schema), data)
  } catch (fault) {
    return tell('open', '', String((fault as Error).message))
  }
  // A record that holds nothing is a new one, which gets the schema's defaults.
  const difference =
    Object.keys(data).length === 0
      ? undefined
      : differenceOf(withoutReadOnly(form.schema, data), withoutReadOnly(form.schema, buildPayload(form, opened, opened)), '')
  if (difference) tell('round-trip', difference.pointer, difference.reason)
  else result.roundTrips++
  const agrees = (value: Data): boolean => server === undefined || server(value) === isValid(schema, value)
  if (!agrees(data))
    tell('judge', '', `the server says that the data ${isValid(schema, data) ? 'does not fit' : 'fits'}, the form says the opposite`)
  if (!isValid(schema, data)) return
  const problems = Object.entries(validateForm(form, opened, 'en', opened))
  if (problems.length > 0)
    tell('accept', `/${problems[0]![0].replaceAll('.', '/')}`, `data that fits is refused: ${problems[0]![1].join(' ')}`)
  for (const { pointer, what, value } of mutations(data)) {
    if (isReadOnlyAt(form.schema, pointer.split('/').slice(1).map(readStep))) continue
    const wrong = value as Data
    if (!agrees(wrong)) tell('judge', pointer, `${what}: the server and the form do not agree on it`)
    // What the schema does not know may be left out; what is sent has to fit.
    if (isValid(schema, wrong) || isValid(schema, buildPayload(form, wrong, wrong))) continue
    if (Object.keys(validateForm(form, wrong, 'en', wrong)).length > 0) result.refusals++
    else tell('refuse', pointer, `${what} is not refused`)
  }
}

const readStep = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'))

type Judge = (data: unknown) => boolean

/** The server's judge, compiled for few uses; undefined for what it does not read: other drafts, patterns that are none. */
function judgeOf(schema: object, draft: unknown): Judge | undefined {
  if (/draft-0[34]|draft\/20/.test(String(draft ?? ''))) return undefined
  try {
    return createSchemaAjv({ allErrors: false, inlineRefs: false, code: { optimize: false } }).compile(schema)
  } catch {
    return undefined
  }
}
