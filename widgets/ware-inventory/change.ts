import { parseNumber } from '#schemas/rules/numbers/digits.ts'
import { pieceCodeKey } from '#schemas/rules/values/piece-code.ts'

export const damage = 3
export const comeBack = 5

export interface Choice {
  value: number
  title: string
  first_currency?: string | null
}

export interface InventoryWare {
  id: number
  title?: string
  full_title: unknown
  inventory_type: 'standalone' | 'related' | 'unique' | null
  stock: string | null
  average_purchase_price: string | null
  currency: string | null
  unit?: { title?: string } | null
  dependent_wares_titles?: readonly { id: number; title: string }[]
  payment_path_id?: number | null
}

export interface DependentPart {
  id: number
  title: string
  selected: boolean
  alter: string
  fee: string
}

/** What is filled in, as it is typed. */
export interface Draft {
  kind: number | null
  reason: number | null
  /** Change that a return brings back. */
  returns: number | null
  alter: string
  fee: string
  path: number | null
  description: string
  codes: readonly string[]
  parts: readonly DependentPart[]
}

/** A number as it is typed in a locale, as a decimal; what is no number stays as it was typed, for the server to say so. */
function typedAmount(text: string, locale: string): string | null {
  const typed = text.trim()
  return typed === '' ? null : (parseNumber(typed, locale) ?? typed)
}

const faultFields = {
  kind: 'kind',
  reason: 'reason_id',
  returns: 'returns_id',
  alter: 'alter',
  fee: 'fee',
  path: 'path_id',
  description: 'description',
  codes: 'unique_wares',
}

/** Faults without those of what is changed: they are about what stood there. Another kind asks for other fields altogether. */
export function withoutFaults(faults: Readonly<Record<string, string[]>>, draft: Draft, changed: Partial<Draft>): Record<string, string[]> {
  if ('kind' in changed && changed.kind !== draft.kind) return {}
  const gone = new Set<string>(Object.keys(changed).map((name) => faultFields[name as keyof typeof faultFields] ?? name))
  if (changed.parts) {
    gone.add('dependent_wares')
    changed.parts.forEach((part, index) => {
      for (const name of ['alter', 'fee'] as const)
        if (part[name] !== draft.parts[index]?.[name]) gone.add(`dependent_wares.${index}.${name}`)
    })
  }
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !gone.has(field)))
}

/** Whether leaving would lose something; a kind or a path alone is no work. */
export const isFilledIn = ({ alter, fee, description, codes, parts }: Draft): boolean =>
  [alter, fee, description, ...parts.flatMap((part) => [part.alter, part.fee])].some((text) => text.trim() !== '') || codes.length > 0

/** Codes that are still to be picked for the quantity; below zero, how many are too many. */
export function missingCodes({ alter, codes }: Pick<Draft, 'alter' | 'codes'>, locale: string): number {
  const count = Number(typedAmount(alter, locale) ?? codes.length)
  return Number.isInteger(count) ? count - codes.length : 0
}

/** Whether a code is among others, however they are spelled. */
export const holdsCode = (codes: readonly string[], code: string): boolean =>
  codes.some((each) => pieceCodeKey(each) === pieceCodeKey(code))

/** What the call is sent. */
export function payloadOf(ware: InventoryWare, draft: Draft, now: Date, locale: string): Record<string, unknown> {
  const typed = (text: string) => typedAmount(text, locale)
  return {
    ware_id: ware.id,
    kind: draft.kind,
    reason_id: draft.kind === damage ? draft.reason : null,
    returns_id: draft.kind === comeBack ? draft.returns : null,
    alter: typed(draft.alter),
    fee: typed(draft.fee),
    path_id: draft.path,
    effected_at: now.toISOString(),
    description: draft.description.trim() === '' ? null : draft.description,
    unique_wares: ware.inventory_type === 'unique' ? draft.codes : [],
    dependent_wares:
      ware.inventory_type === 'related'
        ? draft.parts.map(({ id, selected, alter, fee }) => ({ id, selected, alter: typed(alter), fee: typed(fee) }))
        : [],
  }
}
