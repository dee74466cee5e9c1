import type { Random } from '#server/model/seed-random.ts'
import { chart } from './chart.ts'

/** An amount in whole rials on one side of an account. */
export interface DemoPosting {
  /** Code of the group and place of the detail code in it. */
  account: readonly [group: string, detail: number]
  debtor?: number
  creditor?: number
  description?: string
}

export interface DemoDocument {
  description: string
  postings: DemoPosting[]
}

const detailsOf = new Map(chart.flatMap(({ groups }) => groups.map(({ code, details }) => [code, details] as const)))
const nameOf = (group: string, detail: number): string => detailsOf.get(group)![detail]![0]
const some = (random: Random, group: string): number => random.between(0, detailsOf.get(group)!.length - 1)
const round = (amount: number, to = 1000): number => Math.round(amount / to) * to
const vatPercent = 10

type Compose = (random: Random) => DemoDocument

/** Goods of one to three kinds, sold to a customer or for cash, with tax, and their cost. */
const sale =
  (isCredit: boolean): Compose =>
  (random) => {
    const customer = some(random, '103')
    const bank = some(random, '102')
    const kinds = [...new Set(Array.from({ length: random.between(1, 3) }, () => some(random, '601')))]
    const sold = kinds.map((kind) => ({ kind, amount: random.between(40, 1900) * 100_000 }))
    const total = sold.reduce((sum, { amount }) => sum + amount, 0)
    const tax = round((total * vatPercent) / 100)
    const invoice = random.between(1000, 9999)
    return {
      description: isCredit ? `فروش نسیه به ${nameOf('103', customer)} طبق فاکتور ${invoice}` : `فروش نقدی طبق فاکتور ${invoice}`,
      postings: [
        { account: isCredit ? ['103', customer] : ['102', bank], debtor: total + tax, description: `فاکتور ${invoice}` },
        ...sold.map(({ kind, amount }): DemoPosting => ({
          account: ['601', kind],
          creditor: amount,
          description: `فروش ${nameOf('601', kind)}`,
        })),
        { account: ['303', 0], creditor: tax, description: 'مالیات و عوارض ارزش افزوده' },
        ...sold.flatMap(({ kind, amount }): DemoPosting[] => {
          const cost = round(amount * (0.62 + random.next() * 0.16))
          return [
            { account: ['701', kind], debtor: cost, description: `بهای ${nameOf('701', kind)}` },
            { account: ['105', kind], creditor: cost, description: `خروج ${nameOf('105', kind)} از انبار` },
          ]
        }),
      ],
    }
  }

const purchase: Compose = (random) => {
  const supplier = some(random, '301')
  const kinds = [...new Set(Array.from({ length: random.between(1, 4) }, () => some(random, '105')))]
  const bought = kinds.map((kind) => ({ kind, amount: random.between(200, 5200) * 100_000 }))
  const total = bought.reduce((sum, { amount }) => sum + amount, 0)
  const tax = round((total * vatPercent) / 100)
  const freight = random.chance(0.5) ? random.between(20, 180) * 100_000 : 0
  return {
    description: `خرید کالا از ${nameOf('301', supplier)}`,
    postings: [
      ...bought.map(({ kind, amount }): DemoPosting => ({
        account: ['105', kind],
        debtor: amount,
        description: `ورود ${nameOf('105', kind)} به انبار`,
      })),
      { account: ['107', 0], debtor: tax, description: 'مالیات و عوارض ارزش افزودهٔ خرید' },
      ...(freight > 0 ? [{ account: ['805', 2] as const, debtor: freight, description: 'کرایهٔ حمل تا انبار' }] : []),
      { account: ['301', supplier], creditor: total + tax, description: 'مبلغ فاکتور خرید' },
      ...(freight > 0 ? [{ account: ['101', 2] as const, creditor: freight, description: 'پرداخت کرایه از تنخواه' }] : []),
    ],
  }
}

const receipt: Compose = (random) => {
  const customers = [...new Set(Array.from({ length: random.between(1, 4) }, () => some(random, '103')))]
  const bank = some(random, '102')
  const parts = customers.map((customer) => ({ customer, amount: random.between(100, 2800) * 100_000, isCheque: random.chance(0.3) }))
  return {
    description: 'دریافت از مشتریان',
    postings: parts.flatMap(({ customer, amount, isCheque }): DemoPosting[] => [
      isCheque
        ? { account: ['104', 0], debtor: amount, description: `چک ${random.between(100_000, 999_999)}` }
        : { account: ['102', bank], debtor: amount, description: `واریز ${nameOf('103', customer)}` },
      { account: ['103', customer], creditor: amount, description: `بابت بدهی ${nameOf('103', customer)}` },
    ]),
  }
}

const payment: Compose = (random) => {
  const suppliers = [...new Set(Array.from({ length: random.between(1, 3) }, () => some(random, '301')))]
  const bank = random.between(0, 2)
  const parts = suppliers.map((supplier) => ({ supplier, amount: random.between(300, 4800) * 100_000 }))
  const fee = random.between(2, 30) * 10_000
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  return {
    description: 'پرداخت به تأمین‌کنندگان',
    postings: [
      ...parts.map(({ supplier, amount }): DemoPosting => ({
        account: ['301', supplier],
        debtor: amount,
        description: `تسویهٔ ${nameOf('301', supplier)}`,
      })),
      { account: ['807', bank], debtor: fee, description: 'کارمزد حواله' },
      { account: ['102', bank], creditor: total + fee, description: `برداشت از ${nameOf('102', bank)}` },
    ],
  }
}

/** What the cost centres spend in a day, from one petty cash. */
const expenses: Compose = (random) => {
  const spent = Array.from({ length: random.between(3, 7) }, () => {
    const group = random.pick(['804', '805', '806', '808', '808'] as const)
    const centre = some(random, group)
    return { account: [group, centre] as const, debtor: random.between(5, 260) * 50_000, description: `${nameOf(group, centre)}` }
  })
  const total = spent.reduce((sum, { debtor }) => sum + debtor, 0)
  return {
    description: 'هزینه‌های جاری از محل تنخواه',
    postings: [...spent, { account: ['101', random.between(0, 1)], creditor: total, description: 'تنخواه' }],
  }
}

/** The usual documents of a day. */
export const composeDaily: Compose = (random) =>
  random.pick([sale(true), sale(true), sale(true), sale(false), sale(false), purchase, receipt, receipt, payment, expenses])(random)

/** Wages of a month: gross, insurance, tax and what is to be paid, by person. */
export const composeWages: Compose = (random) => {
  const people = detailsOf.get('801')!.map((_, person) => ({ person, gross: random.between(140, 320) * 1_000_000 }))
  const part = (amount: number, percent: number) => round((amount * percent) / 100)
  const gross = people.reduce((sum, each) => sum + each.gross, 0)
  const employer = part(gross, 23)
  const net = people.map(({ person, gross: own }) => ({ person, insurance: part(own, 7), tax: part(own, 5), own }))
  return {
    description: 'حقوق و دستمزد ماه',
    postings: [
      ...people.map(({ person, gross: own }): DemoPosting => ({
        account: ['801', person],
        debtor: own,
        description: `حقوق ${nameOf('801', person)}`,
      })),
      { account: ['802', 0], debtor: employer, description: 'بیمهٔ سهم کارفرما' },
      ...net.map(({ person, insurance, tax, own }): DemoPosting => ({
        account: ['304', person],
        creditor: own - insurance - tax,
        description: `خالص ${nameOf('304', person)}`,
      })),
      { account: ['305', 0], creditor: employer + net.reduce((sum, { insurance }) => sum + insurance, 0), description: 'بیمهٔ پرداختنی' },
      { account: ['305', 1], creditor: net.reduce((sum, { tax }) => sum + tax, 0), description: 'مالیات حقوق' },
    ],
  }
}

/** Rent of all cost centres. */
export const composeRent: Compose = () => {
  const rents = [420, 260, 310, 120].map((millions, centre): DemoPosting => ({
    account: ['803', centre],
    debtor: millions * 1_000_000,
    description: `اجارهٔ ${nameOf('803', centre)}`,
  }))
  return {
    description: 'اجارهٔ ماه',
    postings: [...rents, { account: ['102', 0], creditor: 1_110_000_000, description: 'برداشت از بانک ملت' }],
  }
}

/** What the company began the first year with. */
export const composeOpening: Compose = () => {
  const assets: DemoPosting[] = [
    { account: ['101', 0], debtor: 850_000_000 },
    { account: ['101', 1], debtor: 4_000_000_000 },
    { account: ['101', 2], debtor: 3_000_000_000 },
    ...[9_000_000_000, 6_500_000_000, 7_200_000_000, 2_100_000_000].map((debtor, bank): DemoPosting => ({
      account: ['102', bank],
      debtor,
    })),
    ...[88, 61, 42, 57, 33].map((hundreds, kind): DemoPosting => ({ account: ['105', kind], debtor: hundreds * 100_000_000 })),
    { account: ['201', 0], debtor: 12_500_000_000 },
    { account: ['201', 1], debtor: 2_400_000_000 },
    { account: ['201', 2], debtor: 1_900_000_000 },
  ]
  const total = assets.reduce((sum, { debtor = 0 }) => sum + debtor, 0)
  return { description: 'سند افتتاحیه', postings: [...assets, { account: ['501', 0], creditor: total }] }
}
