/** `Persian=English` of what the demo sells. */
type Words = readonly string[]

/** A type of products of the demo: what they are called is made of two lists, their wares are its variants. */
export interface Assortment {
  slug: string
  icon: string
  titles: Readonly<Record<string, string>>
  /** How a word of each list makes a title, in Persian and in English. */
  title: { fa: (first: string, second: string) => string; en: (first: string, second: string) => string }
  first: Words
  second: Words
  variants: Words
  /** Category of each word of the first list. */
  categories: Words
  /** Unit of sale, and of supply. */
  units: readonly [sale: string, supply: string]
  /** Thousands of rials that the cheapest costs, and the dearest. */
  price: readonly [least: number, most: number]
}

const brands: Words = ['دنا=Dena', 'زاگرس=Zagros', 'کارون=Karun', 'سپید=Sepid', 'هیرکان=Hirkan']
const beside = { fa: (first: string, second: string) => `${first} ${second}`, en: (first: string, second: string) => `${second} ${first}` }

export const units: readonly (Record<'fa' | 'en', string> & { slug: string; decimals: number })[] = [
  { slug: 'piece', fa: 'عدد', en: 'Piece', decimals: 0 },
  { slug: 'pack', fa: 'بسته', en: 'Pack', decimals: 0 },
  { slug: 'carton', fa: 'کارتن', en: 'Carton', decimals: 0 },
  { slug: 'volume', fa: 'جلد', en: 'Volume', decimals: 0 },
  { slug: 'pair', fa: 'جفت', en: 'Pair', decimals: 0 },
  { slug: 'kilogram', fa: 'کیلوگرم', en: 'Kilogram', decimals: 3 },
  { slug: 'metre', fa: 'متر', en: 'Metre', decimals: 2 },
  { slug: 'litre', fa: 'لیتر', en: 'Litre', decimals: 2 },
]

export const assortments: readonly Assortment[] = [
  {
    slug: 'goods',
    icon: 'tool',
    titles: {
      fa: 'ابزار',
      en: 'Tools',
      ar: 'الأدوات',
      fr: 'Outils',
      tr: 'Aletler',
      es: 'Herramientas',
      ru: 'Инструменты',
      de: 'Werkzeuge',
      it: 'Utensili',
      zh: '工具',
    },
    title: beside,
    first: [
      'دریل شارژی=cordless drill',
      'چکش نجاری=claw hammer',
      'انبردست=pliers',
      'پیچ‌گوشتی برقی=electric screwdriver',
      'ارهٔ عمودبر=jigsaw',
      'فرز انگشتی=die grinder',
      'متر لیزری=laser measure',
      'آچار فرانسه=adjustable wrench',
      'تراز دیجیتال=digital level',
      'نردبان تاشو=folding ladder',
      'جعبه‌ابزار=tool box',
      'سشوار صنعتی=heat gun',
      'کمپرسور باد=air compressor',
      'دستگاه جوش=welding machine',
      'سنبادهٔ برقی=electric sander',
      'گیرهٔ رومیزی=bench vice',
      'قیچی باغبانی=pruning shears',
      'شیلنگ باغ=garden hose',
      'دستکش کار=work gloves',
      'عینک ایمنی=safety glasses',
    ],
    second: brands,
    variants: ['ساده=basic', 'با کیف=with case', 'حرفه‌ای=professional', 'با شمارهٔ سریال=with serial number'],
    categories: ['ابزار برقی=Power tools', 'ابزار دستی=Hand tools', 'ایمنی و باغ=Safety and garden'],
    units: ['piece', 'carton'],
    price: [900, 95_000],
  },
  {
    slug: 'books',
    icon: 'book',
    titles: {
      fa: 'کتاب',
      en: 'Books',
      ar: 'الكتب',
      fr: 'Livres',
      tr: 'Kitaplar',
      es: 'Libros',
      ru: 'Книги',
      de: 'Bücher',
      it: 'Libri',
      zh: '图书',
    },
    title: { fa: (first, second) => `${second} ${first}`, en: (first, second) => `${second} ${first}` },
    first: [
      'عکاسی=Photography',
      'آشپزی=Cooking',
      'معماری=Architecture',
      'شطرنج=Chess',
      'باغبانی=Gardening',
      'خوشنویسی=Calligraphy',
      'فرش=Carpets',
      'موسیقی=Music',
      'ستاره‌شناسی=Astronomy',
      'نقاشی=Painting',
      'فیزیک=Physics',
      'اقتصاد=Economics',
      'چای=Tea',
      'سینما=Cinema',
      'شعر=Poetry',
      'پارچه‌بافی=Weaving',
      'سفالگری=Pottery',
      'زنبورداری=Beekeeping',
      'دوچرخه=Cycling',
      'نجاری=Woodwork',
    ],
    second: ['آموزش=Learning', 'تاریخ=A History of', 'راهنمای=A Guide to', 'مبانی=Foundations of', 'کتاب کوچک=The Little Book of'],
    variants: ['شومیز=paperback', 'گالینگور=hardcover', 'جیبی=pocket edition', 'نفیس=gift edition'],
    categories: ['هنر=Arts', 'دانش=Science', 'زندگی=Living'],
    units: ['volume', 'carton'],
    price: [800, 6500],
  },
  {
    slug: 'clothes',
    icon: 'tag',
    titles: {
      fa: 'پوشاک',
      en: 'Clothes',
      ar: 'الملابس',
      fr: 'Vêtements',
      tr: 'Giyim',
      es: 'Ropa',
      ru: 'Одежда',
      de: 'Kleidung',
      it: 'Abbigliamento',
      zh: '服装',
    },
    title: beside,
    first: [
      'پیراهن=shirt',
      'شلوار=trousers',
      'کت=jacket',
      'دامن=skirt',
      'بلوز=blouse',
      'ژاکت=cardigan',
      'کاپشن=anorak',
      'شال=shawl',
      'روسری=headscarf',
      'تی‌شرت=T-shirt',
      'جوراب=socks',
      'مانتو=coat',
      'کلاه=hat',
      'دستکش=gloves',
      'شلوارک=shorts',
      'پلوور=pullover',
      'جلیقه=waistcoat',
      'کراوات=tie',
      'کمربند=belt',
      'لباس خواب=nightwear',
    ],
    second: ['نخی=Cotton', 'کتان=Linen', 'پشمی=Wool', 'ورزشی=Sports', 'پاییزه=Autumn'],
    variants: ['کوچک=S', 'متوسط=M', 'بزرگ=L', 'خیلی بزرگ=XL'],
    categories: ['زنانه=Women', 'مردانه=Men', 'بچگانه=Children'],
    units: ['piece', 'pack'],
    price: [1200, 38_000],
  },
  {
    slug: 'food',
    icon: 'gift',
    titles: {
      fa: 'خوراکی',
      en: 'Food',
      ar: 'الأطعمة',
      fr: 'Alimentation',
      tr: 'Gıda',
      es: 'Alimentos',
      ru: 'Продукты',
      de: 'Lebensmittel',
      it: 'Alimentari',
      zh: '食品',
    },
    title: beside,
    first: [
      'برنج ایرانی=rice',
      'چای سیاه=black tea',
      'زعفران=saffron',
      'پسته=pistachios',
      'گردو=walnuts',
      'عسل کوهی=mountain honey',
      'روغن زیتون=olive oil',
      'خرما=dates',
      'کشمش=raisins',
      'لوبیا چیتی=pinto beans',
      'عدس=lentils',
      'رب گوجه=tomato paste',
      'آبلیمو=lemon juice',
      'قهوه=coffee',
      'نبات=rock candy',
      'بادام=almonds',
      'مربای آلبالو=sour cherry jam',
      'زردچوبه=turmeric',
      'سماق=sumac',
      'نان خشک=crispbread',
    ],
    second: brands,
    variants: ['۲۵۰ گرمی=250 g', '۵۰۰ گرمی=500 g', 'یک کیلویی=1 kg', 'بستهٔ خانواده=family pack'],
    categories: ['خشکبار=Nuts and dried fruit', 'نوشیدنی=Drinks', 'چاشنی و کنسرو=Condiments'],
    units: ['pack', 'carton'],
    price: [350, 12_000],
  },
]

/** What is paid with and received by: kind, titles. */
export const paths: readonly (Record<'fa' | 'en', string> & { kind: string })[] = [
  { kind: 'cash', fa: 'صندوق فروشگاه', en: 'Cash desk' },
  { kind: 'card', fa: 'کارت‌خوان', en: 'Card reader' },
  { kind: 'transfer', fa: 'حساب جاری بانک', en: 'Current account' },
  { kind: 'gateway', fa: 'درگاه اینترنتی', en: 'Online gateway' },
  { kind: 'wallet', fa: 'کیف پول فروشگاه', en: 'Wallet of the shop' },
  { kind: 'wallet', fa: 'کیف پول همکاران', en: 'Wallet of the partners' },
]

export const campaigns: readonly (Record<'fa' | 'en', string> & {
  days: readonly [from: number, to: number]
  percent?: string
  fee?: string
})[] = [
  { fa: 'حراج پایان فصل', en: 'End of season sale', days: [-300, -280], percent: '30' },
  { fa: 'جشنوارهٔ نوروز', en: 'Nowruz festival', days: [-225, -205], percent: '20' },
  { fa: 'هفتهٔ کتاب', en: 'Book week', days: [-20, -6], percent: '15' },
  { fa: 'یلدای خوش‌طعم', en: 'Tasty Yalda', days: [-3, 45], percent: '10' },
  { fa: 'هدیهٔ خرید نخست', en: 'First purchase gift', days: [-60, 60], fee: '500000' },
  { fa: 'بازگشایی مدرسه‌ها', en: 'Back to school', days: [300, 320], percent: '25' },
]
