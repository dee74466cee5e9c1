type Shipper = 'AT' | 'AR' | 'AC'

/** From where, to where, and days on the way. */
export const routes: Readonly<Record<Shipper, readonly (readonly [from: string, to: string, days: number])[]>> = {
  AT: [
    ['استانبول', 'تهران', 9],
    ['Mersin', 'تبریز', 8],
    ['Gaziantep', 'ارومیه', 6],
    ['Tbilisi', 'رشت', 5],
    ['هرات', 'مشهد', 3],
    ['Milano', 'تهران', 16],
    ['اصفهان', 'Erbil', 5],
  ],
  AR: [
    ['Frankfurt am Main', 'فرودگاه امام خمینی', 2],
    ['Shanghai', 'فرودگاه امام خمینی', 3],
    ['دبی', 'فرودگاه مشهد', 1],
    ['Mumbai', 'فرودگاه شیراز', 2],
  ],
  AC: [
    ['Shanghai', 'بندر عباس', 28],
    ['Ningbo', 'بندر عباس', 27],
    ['Busan', 'بندر امام خمینی', 31],
    ['Mumbai', 'چابهار', 8],
    ['جبل علی', 'بندر بوشهر', 4],
  ],
}

export const borders: Readonly<Record<Shipper, readonly string[]>> = {
  AT: ['بازرگان', 'آستارا', 'دوغارون', 'پرویزخان', 'رازی'],
  AR: ['فرودگاه امام خمینی', 'فرودگاه مشهد'],
  AC: ['شهید رجایی', 'بندر امام خمینی', 'شهید بهشتی چابهار'],
}

export const customs: readonly string[] = ['گمرک شهریار', 'گمرک غرب تهران', 'گمرک سهلان', 'گمرک شهید رجایی', 'گمرک مشهد', 'گمرک اصفهان']

export const shippingTypes: Readonly<Record<Shipper, readonly string[]>> = {
  AT: ['FTL', 'LTL', 'یخچالی'],
  AR: ['عادی', 'Express'],
  AC: ['FCL 20', 'FCL 40', 'LCL'],
}

export const consignees: readonly string[] = [
  'بازرگانی آراد تجارت',
  'صنایع غذایی گلریز',
  'نساجی سپیدبافت',
  'Pars Medical Supply',
  'پلیمر کویر',
  'Caspian Auto Parts',
  'داروسازی نیک‌آور',
  'کاشی نقش جهان',
  'Orient Electronics FZE',
  'فولاد ماهان‌گستر',
]

export const questions: readonly string[] = [
  'بارنامه برای گمرک فرستاده شد.',
  'راننده خبر داد که صف مرز طولانی است.',
  'The seal number on the container matches the packing list.',
  'نسخهٔ اصل گواهی مبدأ هنوز نرسیده است.',
  'Consignee asks for delivery before noon.',
  'هزینهٔ انبارداری تا دوشنبه حساب شود.',
  'ترخیص با پروانهٔ سبز انجام شد.',
]

export const closingNotes: readonly string[] = [
  'یک پالت در انبار مرزی آسیب دیده بود.',
  'تعداد بسته‌ها پس از شمارش در گمرک اصلاح شد.',
  'Count corrected after the customs inspection.',
]
