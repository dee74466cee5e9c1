/** Words of the demo's fund: who is in it, what they met for and what was bought. */
export const memberNames = [
  'محمد امینی',
  'زهرا امینی',
  'حسین شریفی',
  'فاطمه نادری',
  'علی‌اکبر صالحی',
  'مریم توکلی',
  'رضا بهرامی',
  'نرگس عباسی',
  'Daniel Hoffmann',
  'سعید میرزایی',
  'لیلا رستگار',
  'مهدی کاویانی',
  'پروانه شکوهی',
  'احمد فرجی',
  'Sara Lindqvist',
  'بهزاد یزدانی',
  'ناهید صفوی',
  'کامبیز داوری',
  'الهه منصوری',
  'مجید حاتمی',
  'شیما فروتن',
  'Omar Haddad',
  'فرزانه پناهی',
  'یوسف رنجبر',
  'منیژه افشار',
  'داریوش ملکی',
  'سمیرا قائمی',
  'حمید طاهری',
  'Anna Kovalenko',
  'نسترن وحیدی',
  'ایرج سلیمانی',
  'طاهره برومند',
  'کیوان نیک‌پور',
  'آرزو دهقان',
  'Luca Bianchi',
  'بیژن کمالی',
  'پریسا جلالی',
  'مرتضی سعادت',
  'هما ایزدی',
  'شاهین گودرزی',
] as const

export const descriptions = {
  deposit: ['پس‌انداز فصلی', 'واریز سهم ماهانه', 'Quarterly saving'],
  withdrawal: ['برداشت به درخواست عضو', 'هزینهٔ درمان', 'Withdrawn at the member’s request'],
  loan: ['وام ازدواج', 'وام تعمیر خانه', 'وام خرید کالا', 'Loan for a repair'],
  instalment: ['قسط وام', 'پرداخت قسط', 'Instalment of the loan'],
  fee: ['کارمزد وام'],
} as const

export const meetingTitles = [
  'جلسهٔ ماهانهٔ هیئت مدیره',
  'بررسی درخواست‌های وام',
  'قرعه‌کشی وام',
  'Quarterly review',
  'مجمع عمومی عادی',
  'جلسهٔ رسیدگی به حساب‌ها',
  'آشنایی اعضای تازه',
] as const

export const places = ['دفتر صندوق', 'سالن اجتماعات محله', 'مسجد امین', 'Online', 'خانهٔ آقای امینی'] as const

/** Amounts in ten thousands of rial. */
export const costKinds = [
  { title: 'اجارهٔ دفتر', category: 'rent', least: 7_800, most: 8_400 },
  { title: 'حقوق حسابدار', category: 'salary', least: 9_500, most: 11_000 },
  { title: 'قبض برق', category: 'utilities', least: 120, most: 480 },
  { title: 'پذیرایی جلسه', category: 'ceremony', least: 250, most: 900 },
  { title: 'کاغذ و لوازم‌التحریر', category: 'equipment', least: 90, most: 350 },
  { title: 'قبض تلفن و اینترنت', category: 'utilities', least: 80, most: 220 },
  { title: 'کارمزد بانکی', category: 'other', least: 20, most: 90 },
  { title: 'Printer service', category: 'equipment', least: 400, most: 1_200 },
] as const
