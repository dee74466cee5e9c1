type Kind = 'gold' | 'currency' | 'metal' | 'energy' | 'share' | 'fund'
type Unit = 'piece' | 'gram' | 'ounce' | 'mithqal' | 'ton' | 'barrel' | 'btu'

/** Something with a price: its latest one, and how much a year and a usual day move it, in percent. */
export interface Priced {
  code: string
  fa: string
  en: string
  kind: Kind
  unit?: Unit
  currency: 'IRR' | 'USD'
  price: number
  decimals: number
  yearly: number
  daily: number
}

type Line = readonly [code: string, fa: string, en: string, price: number, unit?: Unit]

const group = (common: Omit<Priced, 'code' | 'fa' | 'en' | 'price' | 'unit'>, lines: readonly Line[]): Priced[] =>
  lines.map(([code, fa, en, price, unit]) => ({ ...common, code, fa, en, price, ...(unit && { unit }) }))

export const items: readonly Priced[] = [
  ...group({ kind: 'gold', currency: 'IRR', decimals: 0, yearly: 46, daily: 1.2 }, [
    ['GRAM18', 'طلای ۱۸ عیار', '18-carat gold', 118_450_000, 'gram'],
    ['GRAM24', 'طلای ۲۴ عیار', '24-carat gold', 157_930_000, 'gram'],
    ['MITHQAL', 'مثقال طلا', 'Gold mithqal', 513_100_000, 'mithqal'],
    ['EMAMI', 'سکهٔ امامی', 'Emami coin', 1_214_000_000, 'piece'],
    ['BAHAR', 'سکهٔ بهار آزادی', 'Bahar Azadi coin', 1_168_500_000, 'piece'],
    ['HALF', 'نیم‌سکه', 'Half coin', 638_000_000, 'piece'],
    ['QUARTER', 'ربع‌سکه', 'Quarter coin', 366_500_000, 'piece'],
  ]),
  ...group({ kind: 'gold', currency: 'USD', decimals: 2, yearly: 24, daily: 0.9 }, [['XAU', 'اونس طلا', 'Gold ounce', 4118.35, 'ounce']]),
  ...group({ kind: 'currency', currency: 'IRR', decimals: 0, yearly: 32, daily: 0.8 }, [
    ['USD', 'دلار آمریکا', 'US dollar', 1_143_200, 'piece'],
    ['EUR', 'یورو', 'Euro', 1_324_700, 'piece'],
    ['GBP', 'پوند انگلیس', 'Pound sterling', 1_506_900, 'piece'],
    ['AED', 'درهم امارات', 'UAE dirham', 311_350, 'piece'],
    ['TRY', 'لیر ترکیه', 'Turkish lira', 26_980, 'piece'],
    ['CNY', 'یوان چین', 'Chinese yuan', 160_840, 'piece'],
    ['CAD', 'دلار کانادا', 'Canadian dollar', 811_600, 'piece'],
    ['CHF', 'فرانک سوئیس', 'Swiss franc', 1_417_500, 'piece'],
  ]),
  ...group({ kind: 'metal', currency: 'USD', decimals: 2, yearly: 11, daily: 1.3 }, [
    ['XAG', 'اونس نقره', 'Silver ounce', 50.64, 'ounce'],
    ['XPT', 'اونس پلاتین', 'Platinum ounce', 1562.4, 'ounce'],
    ['XPD', 'اونس پالادیوم', 'Palladium ounce', 1394.7, 'ounce'],
    ['COPPER', 'مس', 'Copper', 10_786.5, 'ton'],
    ['ALUMINIUM', 'آلومینیوم', 'Aluminium', 2814.25, 'ton'],
    ['ZINC', 'روی', 'Zinc', 3012.8, 'ton'],
    ['LEAD', 'سرب', 'Lead', 2021.6, 'ton'],
    ['NICKEL', 'نیکل', 'Nickel', 14_655, 'ton'],
  ]),
  ...group({ kind: 'energy', currency: 'USD', decimals: 2, yearly: -8, daily: 1.9 }, [
    ['BRENT', 'نفت برنت', 'Brent crude', 63.38, 'barrel'],
    ['WTI', 'نفت وست‌تگزاس', 'WTI crude', 59.06, 'barrel'],
    ['GAS', 'گاز طبیعی', 'Natural gas', 4.47, 'btu'],
  ]),
  ...group({ kind: 'share', currency: 'IRR', decimals: 0, yearly: 18, daily: 1.6 }, [
    ['FOLD', 'فولاد مبارکهٔ اصفهان', 'Mobarakeh Steel', 6480],
    ['MSMI', 'ملی صنایع مس ایران', 'National Copper', 9120],
    ['IKCO', 'ایران‌خودرو', 'Iran Khodro', 642],
    ['SIPA', 'سایپا', 'Saipa', 388],
    ['BMLT', 'بانک ملت', 'Bank Mellat', 3025],
    ['PKLJ', 'صنایع پتروشیمی خلیج فارس', 'Persian Gulf Petrochemical', 10_940],
    ['PNES', 'پالایش نفت اصفهان', 'Isfahan Refinery', 5210],
    ['MOBN', 'همراه اول', 'Mobile Telecom', 7365],
    ['SSEP', 'سرمایه‌گذاری تأمین اجتماعی', 'Social Security Investment', 1448],
    ['GDIR', 'شیر پاستوریزهٔ پگاه', 'Pegah Dairy', 15_730],
  ]),
  ...group({ kind: 'fund', currency: 'IRR', decimals: 0, yearly: 34, daily: 0.7 }, [
    ['GOLDFUND', 'صندوق طلا', 'Gold fund', 412_600, 'piece'],
    ['INDEXFUND', 'صندوق شاخصی', 'Index fund', 58_240, 'piece'],
    ['FIXEDFUND', 'صندوق درآمد ثابت', 'Fixed-income fund', 21_375, 'piece'],
  ]),
]
