/** A text in both languages of the demo. */
export interface Named {
  fa: string
  en: string
}

export interface DemoGroup extends Named {
  code: string
  nature: 'debtor' | 'creditor'
  permanence?: 'temporary'
  /** Groups beneath it, which have the detail codes. */
  groups: (Named & { code: string; class?: string; details: readonly (readonly [fa: string, en: string])[] })[]
}

export const classes: readonly (Named & { slug: string })[] = [
  { slug: 'banks', fa: 'بانک‌ها و صندوق‌ها', en: 'Banks and cash' },
  { slug: 'customers', fa: 'مشتریان', en: 'Customers' },
  { slug: 'suppliers', fa: 'تأمین‌کنندگان', en: 'Suppliers' },
  { slug: 'people', fa: 'کارکنان', en: 'Employees' },
  { slug: 'state', fa: 'سازمان‌های دولتی', en: 'Authorities' },
  { slug: 'centres', fa: 'مراکز هزینه', en: 'Cost centres' },
]

const customers = [
  ['فروشگاه ابزار پارس', 'Pars Tools Store'],
  ['شرکت آرمان صنعت', 'Arman Sanat Co.'],
  ['پخش البرز', 'Alborz Distribution'],
  ['فروشگاه زنجیره‌ای سپهر', 'Sepehr Chain Stores'],
  ['شرکت ساختمانی ماندگار', 'Mandegar Construction'],
  ['کارگاه نجاری صدف', 'Sadaf Carpentry'],
  ['بازرگانی کاوه', 'Kaveh Trading'],
  ['شرکت نوین‌گستر', 'Novin Gostar Co.'],
  ['تعاونی مصرف فرهنگیان', 'Teachers’ Cooperative'],
  ['فروشگاه آنلاین دیبا', 'Diba Online Shop'],
  ['شرکت راه‌سازی توسکا', 'Tooska Roads'],
  ['پخش جنوب', 'South Distribution'],
] as const
const suppliers = [
  ['کارخانهٔ ابزار رونیکس', 'Ronix Tools Factory'],
  ['صنایع فولاد مبارکه', 'Mobarakeh Steel'],
  ['پلاستیک طبرستان', 'Tabarestan Plastics'],
  ['رنگ‌سازی ایران', 'Iran Paints'],
  ['چسب هل', 'Hel Adhesives'],
  ['بسته‌بندی زاگرس', 'Zagros Packaging'],
  ['واردات تجهیزات آریا', 'Aria Equipment Imports'],
  ['کابل البرز', 'Alborz Cables'],
] as const
const people = [
  ['مریم احمدی', 'Maryam Ahmadi'],
  ['رضا کریمی', 'Reza Karimi'],
  ['سارا محمدی', 'Sara Mohammadi'],
  ['علی رضایی', 'Ali Rezaei'],
  ['نرگس حسینی', 'Narges Hosseini'],
  ['حسین مرادی', 'Hossein Moradi'],
  ['زهرا جعفری', 'Zahra Jafari'],
  ['امیر نوروزی', 'Amir Norouzi'],
] as const
const centres = [
  ['دفتر مرکزی', 'Head office'],
  ['فروش', 'Sales'],
  ['انبار', 'Warehouse'],
  ['پشتیبانی', 'Support'],
] as const
const goods = [
  ['ابزار برقی', 'Power tools'],
  ['ابزار دستی', 'Hand tools'],
  ['رنگ و چسب', 'Paints and adhesives'],
  ['سیم و کابل', 'Wires and cables'],
  ['یراق‌آلات', 'Fittings'],
] as const

/** The chart of accounts of a trading company. */
export const chart: readonly DemoGroup[] = [
  {
    code: '1',
    fa: 'دارایی‌های جاری',
    en: 'Current assets',
    nature: 'debtor',
    groups: [
      {
        code: '101',
        fa: 'صندوق',
        en: 'Cash',
        class: 'banks',
        details: [
          ['صندوق مرکزی', 'Main cash desk'],
          ['تنخواه‌گردان فروش', 'Petty cash of sales'],
          ['تنخواه‌گردان انبار', 'Petty cash of the warehouse'],
        ],
      },
      {
        code: '102',
        fa: 'بانک',
        en: 'Banks',
        class: 'banks',
        details: [
          ['بانک ملت شعبهٔ ونک', 'Bank Mellat, Vanak'],
          ['بانک ملی شعبهٔ مرکزی', 'Bank Melli, Central'],
          ['بانک پاسارگاد', 'Bank Pasargad'],
          ['بانک سامان', 'Bank Saman'],
        ],
      },
      { code: '103', fa: 'حساب‌های دریافتنی', en: 'Accounts receivable', class: 'customers', details: customers },
      {
        code: '104',
        fa: 'اسناد دریافتنی',
        en: 'Notes receivable',
        class: 'banks',
        details: [
          ['چک نزد صندوق', 'Cheques in hand'],
          ['چک در جریان وصول', 'Cheques in collection'],
        ],
      },
      { code: '105', fa: 'موجودی کالا', en: 'Inventory', details: goods },
      {
        code: '106',
        fa: 'پیش‌پرداخت‌ها',
        en: 'Prepayments',
        class: 'suppliers',
        details: [
          ['پیش‌پرداخت خرید', 'Prepaid purchases'],
          ['پیش‌پرداخت بیمه', 'Prepaid insurance'],
          ['پیش‌پرداخت اجاره', 'Prepaid rent'],
        ],
      },
      { code: '107', fa: 'مالیات بر ارزش افزودهٔ خرید', en: 'Input VAT', class: 'state', details: [['اعتبار مالیاتی', 'Tax credit']] },
    ],
  },
  {
    code: '2',
    fa: 'دارایی‌های غیرجاری',
    en: 'Non-current assets',
    nature: 'debtor',
    groups: [
      {
        code: '201',
        fa: 'دارایی‌های ثابت',
        en: 'Fixed assets',
        details: [
          ['وسایل نقلیه', 'Vehicles'],
          ['اثاثه و منصوبات', 'Furniture'],
          ['تجهیزات رایانه‌ای', 'Computers'],
        ],
      },
      {
        code: '202',
        fa: 'استهلاک انباشته',
        en: 'Accumulated depreciation',
        details: [
          ['وسایل نقلیه', 'Vehicles'],
          ['اثاثه و منصوبات', 'Furniture'],
          ['تجهیزات رایانه‌ای', 'Computers'],
        ],
      },
    ],
  },
  {
    code: '3',
    fa: 'بدهی‌های جاری',
    en: 'Current liabilities',
    nature: 'creditor',
    groups: [
      { code: '301', fa: 'حساب‌های پرداختنی', en: 'Accounts payable', class: 'suppliers', details: suppliers },
      {
        code: '302',
        fa: 'اسناد پرداختنی',
        en: 'Notes payable',
        class: 'banks',
        details: [
          ['چک بانک ملت', 'Cheques of Bank Mellat'],
          ['چک بانک پاسارگاد', 'Cheques of Bank Pasargad'],
        ],
      },
      {
        code: '303',
        fa: 'مالیات بر ارزش افزودهٔ فروش',
        en: 'Output VAT',
        class: 'state',
        details: [['سازمان امور مالیاتی', 'Tax authority']],
      },
      { code: '304', fa: 'حقوق پرداختنی', en: 'Wages payable', class: 'people', details: people },
      {
        code: '305',
        fa: 'بیمه و مالیات پرداختنی',
        en: 'Insurance and tax payable',
        class: 'state',
        details: [
          ['سازمان تأمین اجتماعی', 'Social security'],
          ['مالیات حقوق', 'Payroll tax'],
        ],
      },
    ],
  },
  {
    code: '5',
    fa: 'حقوق مالکانه',
    en: 'Equity',
    nature: 'creditor',
    groups: [
      { code: '501', fa: 'سرمایه', en: 'Capital', details: [['سهامداران', 'Shareholders']] },
      { code: '502', fa: 'سود و زیان انباشته', en: 'Retained earnings', details: [['سود انباشته', 'Retained earnings']] },
    ],
  },
  {
    code: '6',
    fa: 'درآمدها',
    en: 'Income',
    nature: 'creditor',
    permanence: 'temporary',
    groups: [
      { code: '601', fa: 'فروش کالا', en: 'Sales of goods', details: goods },
      {
        code: '602',
        fa: 'برگشت از فروش و تخفیفات',
        en: 'Returns and discounts',
        details: [
          ['برگشت از فروش', 'Sales returns'],
          ['تخفیف فروش', 'Sales discounts'],
        ],
      },
      {
        code: '603',
        fa: 'سایر درآمدها',
        en: 'Other income',
        details: [
          ['سود سپردهٔ بانکی', 'Interest on deposits'],
          ['درآمد متفرقه', 'Sundry income'],
        ],
      },
    ],
  },
  {
    code: '7',
    fa: 'بهای تمام‌شده',
    en: 'Cost of sales',
    nature: 'debtor',
    permanence: 'temporary',
    groups: [{ code: '701', fa: 'بهای تمام‌شدهٔ کالای فروش‌رفته', en: 'Cost of goods sold', details: goods }],
  },
  {
    code: '8',
    fa: 'هزینه‌ها',
    en: 'Expenses',
    nature: 'debtor',
    permanence: 'temporary',
    groups: [
      { code: '801', fa: 'هزینهٔ حقوق و دستمزد', en: 'Wages', class: 'people', details: people },
      { code: '802', fa: 'هزینهٔ بیمهٔ کارفرما', en: 'Employer’s insurance', class: 'centres', details: centres },
      { code: '803', fa: 'هزینهٔ اجاره', en: 'Rent', class: 'centres', details: centres },
      { code: '804', fa: 'هزینهٔ آب، برق و گاز', en: 'Utilities', class: 'centres', details: centres },
      { code: '805', fa: 'هزینهٔ حمل', en: 'Freight', class: 'centres', details: centres },
      { code: '806', fa: 'هزینهٔ تبلیغات', en: 'Advertising', class: 'centres', details: centres },
      {
        code: '807',
        fa: 'کارمزد بانکی',
        en: 'Bank charges',
        class: 'banks',
        details: [
          ['بانک ملت', 'Bank Mellat'],
          ['بانک ملی', 'Bank Melli'],
          ['بانک پاسارگاد', 'Bank Pasargad'],
        ],
      },
      { code: '808', fa: 'ملزومات مصرفی', en: 'Office supplies', class: 'centres', details: centres },
      {
        code: '809',
        fa: 'هزینهٔ استهلاک',
        en: 'Depreciation',
        details: [
          ['وسایل نقلیه', 'Vehicles'],
          ['اثاثه و منصوبات', 'Furniture'],
          ['تجهیزات رایانه‌ای', 'Computers'],
        ],
      },
    ],
  },
]
