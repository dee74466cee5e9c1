import { callNamed } from '#renderer/api/call.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { translate } from '#renderer/locale/translate.ts'
import { panelConfig } from '#renderer/session/config.ts'
import { hiddenPaths, isUnder } from '#schemas/rules/conditions/form-conditions.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { validateData, type HeldPattern } from '#schemas/rules/validation/validate-rules.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { labelAt } from '#renderer/form/schema/label.ts'
import { expandUiPath, formatPath, getAt, isEmpty, parsePath, scopeOf } from '#renderer/form/data/path.ts'
import { buildChecked } from '#renderer/form/data/payload.ts'
import { runPattern } from './run-pattern.ts'

/** A check of one field that is asynchronous: its messages come later. */
export interface AsyncCheck {
  path: string
  /** Equal for equal requests. */
  key: string
  run: (signal: AbortSignal) => Promise<string[]>
}

/**
 * Checks that cannot run immediately: endpoints that validate a value (`"check": { "endpoint": … }`), and patterns that
 * may only run in a worker. Patterns run on submit.
 */
export const asyncChecks = (form: FormAnswer, data: Data, locale: string, isSubmit: boolean): AsyncCheck[] => {
  const hidden = hiddenPaths(form, data)
  return [...endpointChecks(form, data), ...(isSubmit ? patternChecks(form, data, locale) : [])].filter(
    ({ path }) => !isUnder(path, hidden),
  )
}

function endpointChecks(form: FormAnswer, data: Data): AsyncCheck[] {
  return Object.entries(form.ui ?? {}).flatMap(([pattern, ui]) => {
    const check = ui?.check
    if (!isRecord(check) || typeof check.endpoint !== 'string') return []
    const { endpoint } = check
    return expandUiPath(pattern, data).flatMap((place): AsyncCheck[] => {
      const value = getAt(data, place)
      if (isEmpty(value)) return []
      const params = { value, ...interpolateDeep(isRecord(check.params) ? check.params : {}, { form: data, item: scopeOf(data, place) }) }
      return [
        {
          path: formatPath(place),
          key: JSON.stringify([endpoint, params]),
          run: (signal) => askEndpoint(endpoint, params, formatPath(place), signal),
        },
      ]
    })
  })
}

/**
 * A successful response means that the value is valid; a refusal contains the message. A network failure is not a
 * refusal: the server validates again.
 */
async function askEndpoint(endpoint: string, params: Record<string, unknown>, path: string, signal: AbortSignal): Promise<string[]> {
  try {
    const { results } = await callNamed(endpoint, { params, signal, background: true })
    const message = isRecord(results) && results.valid === false ? results.message : undefined
    return isRecord(results) && results.valid === false ? [typeof message === 'string' ? message : translate('form.check.refused')] : []
  } catch (thrown) {
    const failure = asFailure(thrown, endpoint)
    if (failure.status !== 422) throw failure
    return failure.errors[path] ?? failure.errors.value ?? Object.values(failure.errors).flat()
  }
}

function patternChecks(form: FormAnswer, data: Data, locale: string): AsyncCheck[] {
  const patterns: HeldPattern[] = []
  validateData(form.schema, buildChecked(form, data), {
    allowed: panelConfig.allowed_rules ?? undefined,
    onHeldPattern: (one) => patterns.push(one),
  })
  return patterns.map(({ path, pattern, text }) => ({
    path,
    key: JSON.stringify([pattern, text]),
    run: async () => {
      const matches = await runPattern(pattern, text)
      return matches === true
        ? []
        : [ruleMessage(locale, matches === false ? 'rules.regex' : 'rules.too_slow', { label: labelAt(form, parsePath(path)) })]
    },
  }))
}
