export interface ProjectWords {
  slug: string
  title: Record<string, string>
  /** What a brief of this project is about. */
  kind: string
  questions: readonly (readonly [question: string, answers: readonly string[]])[]
}

const budget = ['بودجهٔ شما چقدر است؟', ['تا ۵۰ میلیون تومان', '۵۰ تا ۲۰۰ میلیون تومان', 'هنوز مشخص نیست', 'Open to proposals']] as const
const deadline = ['تا کی باید آماده باشد؟', ['تا پایان فصل', 'پیش از نوروز', 'عجله‌ای نیست', 'In two months']] as const

export const projects: readonly ProjectWords[] = [
  {
    slug: 'website-design',
    title: {
      fa: 'طراحی وب‌سایت',
      en: 'Website design',
      ar: 'تصميم المواقع',
      fr: 'Création de sites web',
      tr: 'Web sitesi tasarımı',
      es: 'Diseño web',
      ru: 'Разработка сайтов',
      de: 'Webdesign',
      it: 'Progettazione di siti web',
      zh: '网站设计',
    },
    kind: 'وب‌سایت',
    questions: [
      [
        'کسب‌وکار شما چه می‌کند؟',
        ['فروش مستقیم به مصرف‌کننده در سراسر کشور.', 'خدمات به شرکت‌ها، با سه شعبه.', 'Wholesale to shops in four provinces.'],
      ],
      ['مخاطب اصلی سایت کیست؟', ['خانواده‌ها در شهرهای بزرگ', 'مدیران خرید شرکت‌ها', 'دانشجویان و معلم‌ها']],
      ['کدام سایت‌ها را می‌پسندید؟', ['سایت‌های خلوت با عکس‌های بزرگ.', 'فروشگاه‌هایی که جست‌وجوی خوبی دارند.']],
      budget,
      deadline,
    ],
  },
  {
    slug: 'brand-identity',
    title: {
      fa: 'هویت برند',
      en: 'Brand identity',
      ar: 'هوية العلامة',
      fr: 'Identité de marque',
      tr: 'Marka kimliği',
      es: 'Identidad de marca',
      ru: 'Фирменный стиль',
      de: 'Markenidentität',
      it: 'Identità del marchio',
      zh: '品牌形象',
    },
    kind: 'هویت برند',
    questions: [
      ['سه صفت که برند شما را وصف می‌کند؟', ['صمیمی، تمیز، باسلیقه', 'دقیق، مطمئن، آرام', 'Bold, young, honest']],
      ['نشان فعلی را نگه می‌دارید؟', ['نه، از نو', 'فقط بازطراحی شود', 'هنوز نشانی نداریم']],
      ['نشان کجا به کار می‌رود؟', ['بسته‌بندی و فروشگاه', 'بیشتر در شبکه‌های اجتماعی', 'روی خودروهای پخش و لباس کار']],
      budget,
    ],
  },
  {
    slug: 'mobile-app',
    title: {
      fa: 'اپلیکیشن موبایل',
      en: 'Mobile app',
      ar: 'تطبيق الجوال',
      fr: 'Application mobile',
      tr: 'Mobil uygulama',
      es: 'Aplicación móvil',
      ru: 'Мобильное приложение',
      de: 'Mobile App',
      it: 'App mobile',
      zh: '移动应用',
    },
    kind: 'اپلیکیشن',
    questions: [
      ['کاربر با برنامه چه کاری را تمام می‌کند؟', ['سفارش و پیگیری', 'نوبت‌گیری و پرداخت', 'Reporting from the field']],
      ['برای کدام سیستم‌ها؟', ['اندروید و iOS', 'فقط اندروید', 'هر دو، اول اندروید']],
      ['به کدام سامانه وصل می‌شود؟', ['نرم‌افزار حسابداری', 'سامانهٔ انبار', 'هیچ‌کدام']],
      budget,
      deadline,
    ],
  },
]

export const contacts: readonly (readonly [business: string, name: string, latin: string])[] = [
  ['کافه سرو', 'نیما فرهمند', 'nima.farahmand'],
  ['گلخانه نسترن', 'مریم یزدانی', 'maryam.yazdani'],
  ['Blue Ocean Travel', 'Laura Conti', 'laura.conti'],
  ['داروخانه شفا', 'دکتر آذر پناهی', 'azar.panahi'],
  ['مبل چوبینه', 'رامین درخشان', 'ramin.derakhshan'],
  ['آموزشگاه اندیشه', 'زهره کیانی', 'zohreh.kiani'],
  ['Vista Coffee Roasters', 'Omar Nasser', 'omar.nasser'],
  ['پخش مواد غذایی بهار', 'سعید لطفی', 'saeed.lotfi'],
  ['کلینیک لبخند', 'هدیه مشایخی', 'hedieh.mashayekhi'],
  ['پوشاک آرتا', 'شهاب صفوی', 'shahab.safavi'],
  ['Nordic Gear', 'Anna Lind', 'anna.lind'],
  ['خشکبار باغ‌دشت', 'جواد مرادپور', 'javad.moradpour'],
  ['استودیو قاب', 'پگاه رهنما', 'pegah.rahnama'],
]

export const remarks: readonly string[] = [
  'تلفنی صحبت شد؛ فایل نشان را می‌فرستند.',
  'قیمت اولیه برایشان ایمیل شد.',
  'They would like to meet next week.',
  'پاسخ پرسش بودجه را دوباره بپرسید.',
]

export const refusals: readonly string[] = ['خارج از توان این فصل است.', 'مشتری منصرف شد.', 'Budget too small for the scope.']
