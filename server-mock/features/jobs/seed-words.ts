export interface CampaignWords {
  slug: string
  title: Record<string, string>
  fields: readonly string[]
}

export const campaigns: readonly CampaignWords[] = [
  {
    slug: 'frontend-developer',
    title: {
      fa: 'برنامه‌نویس فرانت‌اند',
      en: 'Frontend developer',
      ar: 'مطوّر واجهات',
      fr: 'Développeur front-end',
      tr: 'Ön yüz geliştirici',
      es: 'Desarrollador front-end',
      ru: 'Фронтенд-разработчик',
      de: 'Frontend-Entwickler',
      it: 'Sviluppatore front-end',
      zh: '前端开发工程师',
    },
    fields: ['مهندسی کامپیوتر', 'فناوری اطلاعات', 'Computer Science', 'ریاضی کاربردی'],
  },
  {
    slug: 'sales-expert',
    title: {
      fa: 'کارشناس فروش',
      en: 'Sales expert',
      ar: 'أخصائي مبيعات',
      fr: 'Chargé de vente',
      tr: 'Satış uzmanı',
      es: 'Especialista en ventas',
      ru: 'Специалист по продажам',
      de: 'Vertriebsmitarbeiter',
      it: 'Addetto alle vendite',
      zh: '销售专员',
    },
    fields: ['مدیریت بازرگانی', 'اقتصاد', 'Marketing', 'حسابداری'],
  },
]

export const cities: readonly string[] = ['تهران', 'اصفهان', 'شیراز', 'تبریز', 'مشهد', 'رشت', 'کرج']

export const names: readonly (readonly [name: string, latin: string])[] = [
  ['سمیرا کاویانی', 'samira.kaviani'],
  ['پویا رستگار', 'pouya.rastegar'],
  ['نگین شریفی', 'negin.sharifi'],
  ['حامد توکلی‌نیا', 'hamed.tavakoli'],
  ['Daria Sokolova', 'daria.sokolova'],
  ['مهسا فروزان', 'mahsa.forouzan'],
  ['احسان میرزایی', 'ehsan.mirzaei'],
  ['ریحانه صالحی', 'reyhaneh.salehi'],
  ['سیاوش دانشور', 'siavash.daneshvar'],
  ['Thomas Keller', 'thomas.keller'],
  ['لاله بهرامی', 'laleh.bahrami'],
  ['امین خلیلی', 'amin.khalili'],
  ['شقایق وحیدی', 'shaghayegh.vahidi'],
  ['کاوه نادری', 'kaveh.naderi'],
  ['مونا عظیمی', 'mona.azimi'],
  ['Elif Demir', 'elif.demir'],
  ['فرزاد ملکی', 'farzad.maleki'],
  ['یاسمن قنبری', 'yasaman.ghanbari'],
  ['آرمان جلالی', 'arman.jalali'],
  ['بهاره مقدم', 'bahareh.moghaddam'],
  ['میلاد ابراهیمی', 'milad.ebrahimi'],
  ['ترانه سلیمانی', 'taraneh.soleimani'],
]

export const works: readonly string[] = [
  'سه سال در یک فروشگاه اینترنتی، از طراحی صفحه تا پشتیبانی.',
  'دو سال در شرکتی دانش‌بنیان و یک سال کار آزاد.',
  'Four years in a software company, the last one as a team lead.',
  'پنج سال در پخش سراسری؛ سرپرستی گروهی شش نفره.',
  'کارآموزی شش‌ماهه و سپس یک سال قرارداد.',
]

export const remarks: readonly string[] = [
  'نمونه‌کارها خوب بود؛ زمان مصاحبه را هماهنگ کنید.',
  'از ماه آینده می‌تواند شروع کند.',
  'Speaks English fluently.',
  'حقوق درخواستی بالاتر از سقف است.',
  'معرف تماس گرفت و تأیید کرد.',
]

export const refusals: readonly string[] = [
  'سابقهٔ کار با نیاز این فراخوان نمی‌خواند.',
  'ظرفیت این فراخوان پر شد.',
  'Withdrew the application.',
]
