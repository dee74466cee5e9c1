import { companyCheckDigit } from '#schemas/rules/values/identifiers.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/model.ts'
import { organizationNames, rejectionReasons } from './organization-names.ts'

const dayMs = 24 * 60 * 60 * 1000
const firstDay = Date.UTC(2025, 1, 3, 5, 40)

type Status = 0 | 1 | null

/** Statuses that an organization went through: most were confirmed at once, some rejected before, some have not been looked at. */
const histories: readonly (readonly (0 | 1)[])[] = [[0, 1], [1], [1], [0], [1], [], [1], [0, 1], [1], [1], [1, 0], []]

const digits = (index: number, length: number, factor: number) => String(10 ** (length - 1) + ((index * factor) % (9 * 10 ** (length - 1))))
const companyId = (ten: string) => `${ten}${companyCheckDigit(ten)}`
const at = (index: number, days: number, minutes = 0) => new Date(firstDay + (index * 5 + days) * dayMs + minutes * 60_000)

/** Sixty organizations with the history of their verification, and the users of the first thirty. */
export async function seedOrganizations(trx: Trx, registry: DocumentRegistry) {
  if (!registry.entities.has('organization')) return
  const ids = await seedRecords(
    trx,
    registry,
    'organization',
    organizationNames.map(([organization_name, organization_username, organization_type, activity_field], index) => {
      const history = histories[index % histories.length]!
      const updated = at(index, history.length === 0 ? 0 : 1 + history.length)
      return {
        organization_name,
        organization_username,
        organization_type,
        activity_field,
        organization_registered_no: digits(index + 3, 6, 48_271),
        organization_registered_at: new Date(Date.UTC(1998 + (index % 24), index % 12, 1 + (index % 27))).toISOString().slice(0, 10),
        economical_code: digits(index + 5, 12, 73_958_113),
        ceo_phone_number: `+9821${digits(index + 2, 8, 918_273)}`,
        official_newspaper:
          index % 5 === 4 ? null : `${digits(index + 1, 5, 137)} - ${1376 + (index % 24)}/${1 + (index % 12)}/${1 + (index % 28)}`,
        unique_id: companyId(digits(index + 7, 10, 6_180_339)),
        verified: history.at(-1) ?? null,
        version: 1 + history.length,
        created_at: at(index, 0).toISOString(),
        updated_at: updated.toISOString(),
      }
    }),
  )
  await seedVerifications(trx, ids)
  await seedMembers(trx, registry, ids)
}

async function seedVerifications(trx: Trx, ids: readonly number[]) {
  const staff = await usersOfRole(trx, 'staff')
  const entries = ids.flatMap((id, index) => {
    let before: Status = null
    return histories[index % histories.length]!.map((verified, step) => {
      const from = before
      before = verified
      const note = verified === 0 ? rejectionReasons[index % rejectionReasons.length] : undefined
      return {
        at: at(index, 1 + step * 2, (index * 37) % 400),
        user_id: staff[index % staff.length] ?? null,
        entity: 'organization',
        record_id: id,
        action: verified === 1 ? 'confirm' : 'reject',
        version: 2 + step,
        unconditional: false,
        before: JSON.stringify({ verified: from }),
        after: JSON.stringify({ verified }),
        details: JSON.stringify({ field: 'verified', from, to: verified, ...(note && { note }) }),
      }
    })
  })
  await trx.insertInto('pishkhan.audit').values(entries).execute()
}

/** Each organization has its administrator and up to three more. */
async function seedMembers(trx: Trx, registry: DocumentRegistry, ids: readonly number[]) {
  const customers = await usersOfRole(trx, 'customer')
  await seedRecords(
    trx,
    registry,
    'organization_user',
    ids
      .slice(0, 30)
      .flatMap((organization_id, index) =>
        [...new Set(Array.from({ length: 1 + (index % 4) }, (_, place) => customers[(index * 3 + place * 5) % customers.length]!))].map(
          (user_id, place) => ({ organization_id, user_id, is_admin: place === 0, created_at: at(index, 1).toISOString() }),
        ),
      ),
  )
}

async function usersOfRole(trx: Trx, role: string): Promise<number[]> {
  const rows = await trx.selectFrom('data.user').select(['id', 'roles']).orderBy('id').execute()
  return rows.filter(({ roles }) => (roles as string[]).includes(role)).map(({ id }) => id as number)
}
