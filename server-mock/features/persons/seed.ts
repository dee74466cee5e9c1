import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { hashPassword, storePasswordHash } from '#server/features/auth/passwords.ts'
import { roleRows } from './roles.ts'
import { insertUsers, type NewUser } from './store.ts'

/** Password of every user of the demo. There are none where `DATABASE_URL` is set. */
export const demoPassword = 'pishkhan-demo'

type Person = [username: string, first: string, last: string, gender: 'female' | 'male', role: string, birthday: string]

const roleUsers: Record<string, [first: string, last: string, gender: 'female' | 'male']> = {
  administrator: ['سارا', 'احمدی', 'female'],
  developer: ['Daniel', 'Weber', 'male'],
  content_manager: ['مریم', 'حسینی', 'female'],
  moderator: ['رضا', 'کریمی', 'male'],
  editor: ['نیلوفر', 'صادقی', 'female'],
  accountant: ['علی', 'مرادی', 'male'],
  operator: ['زهرا', 'قاسمی', 'female'],
  staff: ['امیر', 'رستمی', 'male'],
  customer: ['Emma', 'Clarke', 'female'],
}

const people: readonly Person[] = [
  ['fatemeh.rahimi', 'فاطمه', 'رحیمی', 'female', 'content_manager', '1988-03-12'],
  ['hossein.jafari', 'حسین', 'جعفری', 'male', 'operator', '1985-11-02'],
  ['elham.mousavi', 'الهام', 'موسوی', 'female', 'editor', '1991-07-23'],
  ['mehdi.akbari', 'مهدی', 'اکبری', 'male', 'accountant', '1979-01-30'],
  ['shirin.kazemi', 'شیرین', 'کاظمی', 'female', 'staff', '1994-09-14'],
  ['babak.ebrahimi', 'بابک', 'ابراهیمی', 'male', 'moderator', '1983-05-06'],
  ['leila.norouzi', 'لیلا', 'نوروزی', 'female', 'customer', '1990-12-21'],
  ['kamran.heidari', 'کامران', 'حیدری', 'male', 'customer', '1987-08-17'],
  ['parisa.soltani', 'پریسا', 'سلطانی', 'female', 'customer', '1996-02-09'],
  ['navid.ghorbani', 'نوید', 'قربانی', 'male', 'customer', '1993-06-28'],
  ['mina.yousefi', 'مینا', 'یوسفی', 'female', 'customer', '1989-10-05'],
  ['farhad.zamani', 'فرهاد', 'زمانی', 'male', 'customer', '1976-04-19'],
  ['setareh.bagheri', 'ستاره', 'باقری', 'female', 'customer', '1998-01-11'],
  ['peyman.shahbazi', 'پیمان', 'شهبازی', 'male', 'customer', '1984-07-07'],
  ['roya.farahani', 'رویا', 'فراهانی', 'female', 'customer', '1992-11-25'],
  ['saeed.tavakoli', 'سعید', 'توکلی', 'male', 'operator', '1981-03-03'],
  ['nasrin.alavi', 'نسرین', 'علوی', 'female', 'accountant', '1986-09-29'],
  ['omid.najafi', 'امید', 'نجفی', 'male', 'staff', '1995-05-18'],
  ['golnaz.amiri', 'گلناز', 'امیری', 'female', 'editor', '1997-08-08'],
  ['ali.rezaei', 'علی', 'رضایی', 'male', 'customer', '1980-12-01'],
  ['azadeh.mohammadi', 'آزاده', 'محمدی', 'female', 'customer', '1988-06-16'],
  ['arash.khosravi', 'آرش', 'خسروی', 'male', 'customer', '1991-02-27'],
  ['negar.pourmand', 'نگار', 'پورمند', 'female', 'customer', '1999-04-04'],
  ['james.walker', 'James', 'Walker', 'male', 'customer', '1982-10-10'],
  ['olivia.bennett', 'Olivia', 'Bennett', 'female', 'editor', '1990-01-22'],
  ['noah.fischer', 'Noah', 'Fischer', 'male', 'customer', '1994-03-15'],
  ['sophie.martin', 'Sophie', 'Martin', 'female', 'customer', '1987-07-30'],
  ['lucas.moreau', 'Lucas', 'Moreau', 'male', 'staff', '1985-09-09'],
  ['amelia.hughes', 'Amelia', 'Hughes', 'female', 'customer', '1993-12-12'],
  ['marco.ricci', 'Marco', 'Ricci', 'male', 'customer', '1978-05-25'],
  ['elena.petrova', 'Elena', 'Petrova', 'female', 'customer', '1991-08-19'],
  ['ahmet.yilmaz', 'Ahmet', 'Yılmaz', 'male', 'operator', '1986-02-14'],
  ['layla.haddad', 'ليلى', 'حداد', 'female', 'customer', '1992-06-03'],
  ['carlos.garcia', 'Carlos', 'García', 'male', 'customer', '1989-11-11'],
  ['ingrid.larsen', 'Ingrid', 'Larsen', 'female', 'customer', '1984-04-28'],
  ['thomas.schneider', 'Thomas', 'Schneider', 'male', 'moderator', '1980-08-31'],
  ['wei.zhang', '伟', '张', 'male', 'customer', '1995-10-20'],
  ['grace.okafor', 'Grace', 'Okafor', 'female', 'customer', '1996-07-02'],
  ['henry.collins', 'Henry', 'Collins', 'male', 'customer', '1977-03-21'],
  ['hanieh.fallah', 'هانیه', 'فلاح', 'female', 'customer', '1997-12-30'],
]

const firstDay = Date.UTC(2023, 0, 8, 6, 30)
const dayMs = 24 * 60 * 60 * 1000

/** A ten-digit national code with its check digit. @source Iran's civil registration, weights 10 to 2 modulo 11. */
function nationalCode(seed: number): string {
  const digits = String(100_000_000 + ((seed * 7_654_321) % 800_000_000))
  const rest = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (10 - index), 0) % 11
  return digits + String(rest < 2 ? rest : 11 - rest)
}

function person([username, first_name, last_name, gender, role, birthday]: Person, index: number): NewUser {
  return {
    username,
    first_name,
    last_name,
    gender,
    birthday,
    roles: role === 'customer' ? [role] : [role, 'customer'],
    email: `${username}@example.com`,
    mobile: `+98912${String(1_000_000 + index * 7_919).padStart(7, '0')}`,
    code_melli: nationalCode(index + 1),
    postal_code: String(1_000_000_000 + index * 12_345_679).slice(0, 10),
    created_at: new Date(firstDay + index * 9 * dayMs + (index % 7) * 3_600_000).toISOString(),
  }
}

/** One user for each role, named after it, and forty more; the same on every run. */
export async function seedPersons(trx: Trx, registry: DocumentRegistry) {
  const named = roleRows.map(({ slug }, index): NewUser => {
    const [first, last, gender] = roleUsers[slug]!
    return { ...person([slug, first, last, gender, slug, '1985-06-15'], index), roles: [slug] }
  })
  const users = [...named, ...people.map((entry, index) => person(entry, index + named.length))]
  const ids = await insertUsers(trx, registry, users)
  const hashes = await Promise.all(users.map(() => hashPassword(demoPassword)))
  for (const [index, id] of ids.entries()) await storePasswordHash(trx, id, hashes[index]!, new Date(firstDay))
}
