import { matches } from '#schemas/rules/conditions/condition.ts'
import { currencyCodes } from '#schemas/rules/numbers/money.ts'
import type { FormAnswer, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { siteSettings, type SettingKind } from './site-settings.ts'

export interface SettingRecord {
  key: string
  kind: SettingKind
  localised: boolean
  title: string
}

/** The control of a value by its kind. */
const controls: Record<Exclude<SettingKind, 'choices'>, FormDocumentFieldUi> = {
  text: { widget: 'text' },
  address: { widget: 'url' },
  image: { widget: 'upload', types: ['png', 'jpg', 'jpeg', 'gif'] },
  color: { widget: 'color' },
  number: { widget: 'number', decimals: 0 },
  choice: { widget: 'select' },
}

/** What is in force where nothing is stored, as the list of settings names it. */
function defaultOf({ grids }: DocumentRegistry, record: SettingRecord): unknown {
  const columns = grids.get('settings/setting/list')?.document.columns ?? []
  const cases = columns.flatMap((column) => (typeof column === 'object' && column.key === 'value' ? (column.cases ?? []) : []))
  return cases.find(({ when }) => matches(when, record))?.default
}

/** The form of one setting: the one field that holds its value, titled as the setting is. */
export function formOf({ registry, caller, config }: CallContext, record: SettingRecord): FormAnswer {
  const { key, kind, localised, title } = record
  const form = expandForm(registry, { ...caller, locales: config.locales }, 'settings', 'setting')
  const field = localised ? 'text' : kind === 'choices' ? 'choices' : 'value'
  const setting = siteSettings.find((one) => one.key === key)
  const { properties } = form.schema as { properties: Record<string, Record<string, unknown>> }
  const offered = setting?.offered
  const usual = defaultOf(registry, record)
  const ui: FormDocumentFieldUi = {
    ...form.ui?.[field],
    title,
    ...(field === 'value' && controls[kind as keyof typeof controls]),
    ...(usual !== undefined && { default: usual }),
    ...(key === 'contact_email' && { widget: 'email' }),
    ...(key === 'currency' && { widget: 'remote-select', combo: 'currencies' }),
    ...(offered && { options: form.ui?.[field]?.options?.filter((option) => offered.includes(String(option.value))) }),
  }
  const schema = {
    ...properties[field],
    ...(setting?.max !== undefined && { rules: `between:${setting.min ?? 0},${setting.max}` }),
    ...(setting?.required && { rules: 'required' }),
  }
  return {
    ...form,
    schema: { type: 'object', properties: { [field]: schema } },
    ui: { [field]: { ...ui, visible: undefined } },
    layout: [field],
  }
}

/** @throws a 422 for choices that a built-in setting does not offer, for none where one is needed, or a number beyond its bounds. */
export function checkOffered({ registry, caller }: CallContext, key: string, data: Record<string, unknown>): void {
  const setting = siteSettings.find((one) => one.key === key)
  if (!setting) return
  const { value, choices } = data
  const unknown = Array.isArray(choices) ? choices.find((one) => !setting.offered?.includes(String(one))) : undefined
  if (unknown !== undefined)
    throw validationError({ choices: [{ key: 'rules.included', values: { allowed: setting.offered?.join(', ') ?? '' } }] })
  if (setting.required && (choices === null || (Array.isArray(choices) && choices.length === 0)))
    throw validationError({ choices: [{ key: 'rules.required' }] })
  if (value === undefined) return
  const { min = 0, max } = setting
  if (max !== undefined && !(typeof value === 'string' && /^[0-9]+$/.test(value) && Number(value) >= min && Number(value) <= max))
    throw validationError({ value: [registry.message('settings', caller.locale, 'number_bounds', { min, max })] })
  if (key === 'currency' && !currencyCodes.includes(String(value)))
    throw validationError({ value: [registry.message('settings', caller.locale, 'currency_unknown')] })
}
