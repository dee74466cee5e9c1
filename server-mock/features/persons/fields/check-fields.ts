import { sql } from 'kysely'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { lockName } from '#server/database/lock-name.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { dayIn } from '#server/model/list/day-range.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { fieldKinds, readFieldSettings, type FieldSetting } from './field-settings.ts'

type Call = Pick<CallContext, 'trx' | 'caller' | 'registry' | 'config' | 'now'>

export interface CheckedUser {
  /** Of the user who is changed. */
  id?: number
  /** What is written. */
  data: Record<string, unknown>
  /** What is there; nothing of a new user. */
  stored?: Record<string, unknown>
}

/** Fields that are asked for together: whoever writes one of them fills in what is required. */
const asked = fieldKinds.map(({ key }) => key).filter((key) => key !== 'addresses')

/**
 * Checks what is written of a user against the settings of the fields. A field that became required is asked for when the fields are
 * written next: roles, preferences and the like of users who lack it can still be changed, and they sign in as before.
 * @throws a 422 at each field
 */
export async function checkUserFields(context: Call, { id, data, stored = {} }: CheckedUser): Promise<void> {
  const { birthday } = data
  if (typeof birthday === 'string' && birthday > dayIn(context.caller.timezone, context.now.getTime()))
    throw validationError({ birthday: [context.registry.message('persons', context.caller.locale, 'birthday_future')] })
  const settings = await readFieldSettings(context.trx)
  if (settings.every(({ version }) => version === 0)) return
  const errors: FieldErrors = {}
  const writesFields = id === undefined || asked.some((key) => Object.hasOwn(data, key))
  for (const setting of settings.filter(({ key }) => asked.includes(key))) {
    const { key, display, required, unique } = setting
    const isSent = Object.hasOwn(data, key)
    const value = isSent ? data[key] : stored[key]
    if (!display) {
      if (isSent) errors[key] = [{ key: 'rules.unknown_field' }]
      continue
    }
    if (required && writesFields && isBlank(value)) errors[key] = [{ key: 'rules.required' }]
    else if (isSent && !isBlank(value)) {
      const fault = numberFault(setting, value, await homeCode(context))
      if (fault) errors[key] = [context.registry.message('persons', context.caller.locale, fault)]
      else if (unique && (await isTaken(context, key, value, id))) errors[key] = [{ key: 'errors.not_unique' }]
    }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

const isBlank = (value: unknown): boolean => isEmpty(value) || (Array.isArray(value) && value.length === 0)

/** Without country codes, numbers are those of the site's own country. */
function numberFault({ key, country_code: hasCode }: FieldSetting, value: unknown, home: string): string | undefined {
  if (hasCode) return undefined
  if (key === 'mobile' && String(value).startsWith('+') && !String(value).startsWith(`+${home}`)) return 'country_code_off'
  const codes = key === 'phones' && Array.isArray(value) ? value.map(codeOf) : []
  return codes.some((code) => code !== '' && code !== home) ? 'country_code_off' : undefined
}

const codeOf = (row: unknown): string => {
  const code = (row as { number?: { country_code?: string | number | null } | null } | null)?.number?.country_code
  return String(code ?? '').replace(/^\+/, '')
}

async function homeCode(context: Call): Promise<string> {
  const { default_country_code: code } = (await readSiteSettings(context)) as { default_country_code?: unknown }
  return typeof code === 'string' && code !== '' ? code : '98'
}

/** Two users who are given one value at once wait for each other. */
async function isTaken({ trx }: Call, key: string, value: unknown, id: number | undefined): Promise<boolean> {
  const text = String(value)
  await lockName(trx, `user ${key} ${text}`)
  const { rows } = await sql<{ id: number }>`select id from data."user"
    where ${sql.ref(key)}::text = ${text} and deleted_at is null and id <> ${id ?? 0} limit 1`.execute(trx)
  return rows.length > 0
}
