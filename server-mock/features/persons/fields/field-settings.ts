import type { Trx } from '#server/database/database.ts'

/** Groups in which forms ask for the fields of users, in this order. */
export const fieldGroups = ['identity', 'contact', 'account', 'further'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Settings of a field that are on or off. */
export const switches = ['display', 'required', 'unique', 'multi_address', 'multi_phone', 'country_code', 'phone_validation'] as const
export type Switch = (typeof switches)[number]

/** How a field of users is asked for, shown and checked; the same for users of all roles. */
export interface FieldSetting extends Record<Switch, boolean> {
  key: string
  group: FieldGroup
  order: number
  /** Of the stored settings; 0 where nothing is stored. */
  version: number
}

interface FieldKind {
  key: string
  group: FieldGroup
  /** Settings that can be changed. */
  open: readonly Switch[]
  /** Those that are on until they are changed. */
  on: readonly Switch[]
}

const own = ['display', 'required', 'unique'] as const
const plain = ['display', 'required'] as const
const dialled = ['country_code', 'phone_validation'] as const

/** The fields, in their usual order. People sign in by username, email and mobile: these are unique, and the username is always there. */
export const fieldKinds: readonly FieldKind[] = [
  { key: 'avatar', group: 'identity', open: ['display'], on: ['display'] },
  { key: 'first_name', group: 'identity', open: plain, on: ['display'] },
  { key: 'last_name', group: 'identity', open: plain, on: ['display'] },
  { key: 'code_melli', group: 'identity', open: own, on: ['display'] },
  { key: 'gender', group: 'identity', open: plain, on: ['display'] },
  { key: 'birthday', group: 'identity', open: plain, on: ['display'] },
  { key: 'username', group: 'account', open: [], on: own },
  { key: 'email', group: 'contact', open: plain, on: ['display', 'unique'] },
  { key: 'mobile', group: 'contact', open: [...plain, ...dialled], on: ['display', 'unique', ...dialled] },
  { key: 'phones', group: 'contact', open: [...plain, 'multi_phone', ...dialled], on: ['display', 'multi_phone', ...dialled] },
  { key: 'postal_code', group: 'contact', open: own, on: ['display'] },
  { key: 'addresses', group: 'contact', open: ['display', 'multi_address'], on: ['display', 'multi_address'] },
]

/** The settings of all fields, in their order. */
export async function readFieldSettings(trx: Trx): Promise<FieldSetting[]> {
  const rows = await trx.selectFrom('data.user_field').selectAll().execute()
  return mergeSettings(rows)
}

/** What is stored over what is usual. A field that may not be changed is as it always is, whatever is stored. */
export function mergeSettings(rows: readonly Record<string, unknown>[]): FieldSetting[] {
  return fieldKinds
    .map((kind, at) => {
      const stored = rows.find(({ key }) => key === kind.key)
      const valueOf = (name: Switch): boolean =>
        kind.open.includes(name) && typeof stored?.[name] === 'boolean' ? stored[name] : kind.on.includes(name)
      return {
        key: kind.key,
        group: fieldGroups.find((group) => group === stored?.group) ?? kind.group,
        order: typeof stored?.sort_order === 'number' ? stored.sort_order : (at + 1) * 10,
        version: Number(stored?.version ?? 0),
        ...(Object.fromEntries(switches.map((name) => [name, valueOf(name)])) as Record<Switch, boolean>),
      }
    })
    .sort((one, other) => one.order - other.order)
}
