import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { agentNames } from '#server/features/auth/agent-names.ts'
import { seedRecords } from '#server/model/model.ts'

const agents: readonly string[] = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
]
const hourMs = 60 * 60 * 1000
const firstDay = Date.parse('2026-06-01T07:30:00Z')

/** Half a year of signing in of the first people, of whom everybody once mistypes. */
export async function seedLogins(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const users = await peopleOf(trx, 30)
  const rows = users.flatMap((user, who) =>
    Array.from({ length: 4 + ((who * 7) % 9) }, (_, index) => {
      const agent = agents[(who + (index % 5 === 4 ? 2 : 0)) % agents.length]!
      const isWrong = (who + index) % 11 === 3
      return {
        user_id: user,
        status: isWrong ? 'unsuccessful' : 'successful',
        reason: isWrong ? 'login-failed' : null,
        ip: `5.160.${10 + (who % 40)}.${20 + ((who * 3 + index) % 200)}`,
        agent,
        ...agentNames(agent),
        created_at: new Date(firstDay + ((who * 5 + index * 97) % 4100) * hourMs).toISOString(),
      }
    }),
  )
  await seedRecords(trx, registry, 'login_entry', rows)
}

type Place = [city: string, title: string, text: string, postal: string]
const places: readonly Place[] = [
  ['تهران', 'خانه', 'خیابان ولیعصر، بالاتر از میدان ونک، کوچهٔ نگار، پلاک ۱۲، واحد ۳', '1969943154'],
  ['تهران', 'محل کار', 'خیابان شهید بهشتی، نرسیده به سهروردی، ساختمان آرین، طبقهٔ ۵', '1559836511'],
  ['اصفهان', 'خانه', 'خیابان چهارباغ بالا، کوچهٔ شهید نیک‌بخت، پلاک ۴۸', '8163713151'],
  ['شیراز', 'خانه', 'بلوار چمران، کوچهٔ ۱۴، مجتمع سرو، واحد ۲۱', '7194684471'],
  ['مشهد', 'انبار', 'جادهٔ سنتو، بعد از پل قائم، انبار شمارهٔ ۷', '9185176441'],
]

/** One or two addresses of every third person, in cities that the divisions know. */
export async function seedAddresses(trx: Trx, registry: DocumentRegistry): Promise<void> {
  if (!registry.entities.has('division')) return
  const { rows } = await citiesOf(trx)
  const known = new Map(rows.map((row) => [row.title, row]))
  const users = await peopleOf(trx, 40)
  const addresses = users
    .filter((_, who) => who % 3 === 0 || who === 8)
    .flatMap((user, who) =>
      [0, 1].slice(0, 1 + (who % 2)).flatMap((index) => {
        const [city, title, text, postal] = places[(who + index) % places.length]!
        const place = known.get(city)
        return place
          ? [
              {
                user_id: user,
                title,
                text,
                postal_code: postal,
                city_id: place.id,
                province_id: place.province,
                country_id: place.country,
                mobile: null,
                is_default: index === 0,
              },
            ]
          : []
      }),
    )
  await seedRecords(trx, registry, 'address', addresses)
}

/** Ids of the people who have an account, the first ones first. */
async function peopleOf(trx: Trx, count: number): Promise<number[]> {
  const rows = await trx.selectFrom('data.user').select('id').orderBy('id').limit(count).execute()
  return rows.map((row) => row.id as number)
}

const citiesOf = (trx: Trx) =>
  sql<{ id: number; title: string; province: number | null; country: number | null }>`
    select id, title ->> 'fa' as title, provinces_id as province, countries_id as country from data.division where type = 'city'
    and title ->> 'fa' in (${sql.join([...new Set(places.map(([city]) => city))])}) order by id desc`.execute(trx)
