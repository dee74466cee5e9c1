import type { MapPoint } from '#schemas/rules/numbers/map-point.ts'
import { slugify } from '#schemas/rules/text/slug.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/seed.ts'
import { iran, neighbourhoods } from './iran.ts'
import type { Level } from './store.ts'
import { continents, countries, type Country } from './world.ts'

interface SeedDivision {
  id: number
  type: Level
  title: { fa: string; en: string }
  slug: string
  code: string | null
  phone_code: string | null
  continents_id: number | null
  countries_id: number | null
  provinces_id: number | null
  cities_id: number | null
  location: MapPoint | null
  active: boolean
  created_at: string
  updated_at: string
}
type Above = Partial<Pick<SeedDivision, 'continents_id' | 'countries_id' | 'provinces_id' | 'cities_id'>>

/** The world, Iran in full, in the order of the tree; ids are the same on every run. */
export async function seedDivisions(trx: Trx, registry: DocumentRegistry): Promise<void> {
  await seedRecords(
    trx,
    registry,
    'division',
    divisionRows().map((row) => ({ ...row })),
  )
}

export function divisionRows(): SeedDivision[] {
  const rows: SeedDivision[] = []
  const start = Date.UTC(2023, 0, 1, 6)
  const add = (type: Level, written: string, above: Above, codes: { code?: string; phone_code?: string } = {}): number => {
    const [names, latitude, longitude] = written.split('|')
    const [fa, en] = names!.split('=').map((name) => name.trim()) as [string, string]
    const id = rows.length + 1
    const at = new Date(start + id * 60_000).toISOString()
    rows.push({
      id,
      type,
      title: { fa, en },
      slug: slugify(en),
      code: codes.code ?? null,
      phone_code: codes.phone_code ?? null,
      continents_id: null,
      countries_id: null,
      provinces_id: null,
      cities_id: null,
      ...above,
      location: latitude === undefined ? null : { lat: Number(latitude), long: Number(longitude), id },
      active: true,
      created_at: at,
      updated_at: at,
    })
    return id
  }
  const continentIds = new Map(continents.map((written) => [/=([^|]+)/.exec(written)![1]!, add('continent', written, {})]))
  const all: Country[] = [
    { continent: 'Asia', name: 'ایران=Iran|32.4279|53.6880', code: 'IR', phone: '+98', provinces: iran },
    ...countries,
  ]
  const countryIds = all.map(({ continent, name, code, phone }) =>
    add('country', name, { continents_id: continentIds.get(continent)! }, { code, phone_code: phone }),
  )
  const cityIds = new Map<string, { id: number; above: Above }>()
  const provinceIds = all.map((country, at) =>
    country.provinces.map(([name]) =>
      add('province', name, { continents_id: continentIds.get(country.continent)!, countries_id: countryIds[at]! }),
    ),
  )
  all.forEach((country, at) =>
    country.provinces.forEach(([, cities], nth) => {
      const above = {
        continents_id: continentIds.get(country.continent)!,
        countries_id: countryIds[at]!,
        provinces_id: provinceIds[at]![nth]!,
      }
      for (const city of cities.split(',')) {
        const id = add('city', city, above)
        const english = city.split('=')[1]!.trim()
        if (!cityIds.has(english)) cityIds.set(english, { id, above })
      }
    }),
  )
  for (const [city, names] of neighbourhoods) {
    const { id, above } = cityIds.get(city)!
    for (const name of names.split(',')) add('neighbourhood', name, { ...above, cities_id: id })
  }
  return rows
}
