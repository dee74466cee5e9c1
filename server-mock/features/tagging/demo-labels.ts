/** A folder of the demo; a label is written `Persian=English`, with those beneath it. No types means all. */
export interface SeedFolder {
  slug: string
  title: Record<string, string>
  types: readonly string[]
  labels: Readonly<Record<string, readonly string[]>>
}

export const folders: readonly SeedFolder[] = [
  {
    slug: 'brands',
    title: {
      fa: 'برندها',
      en: 'Brands',
      ar: 'العلامات التجارية',
      fr: 'Marques',
      tr: 'Markalar',
      es: 'Marcas',
      ru: 'Бренды',
      de: 'Marken',
      it: 'Marchi',
      zh: '品牌',
    },
    types: ['product', 'article'],
    labels: {
      'آرتا=Arta': ['آرتا خانه=Arta Home', 'آرتا اداری=Arta Office', 'آرتا کودک=Arta Kids'],
      'البرز چوب=Alborz Wood': ['البرز کلاسیک=Alborz Classic', 'البرز مدرن=Alborz Modern'],
      'پارس نور=Pars Light': ['پارس نور سقفی=Pars Ceiling', 'پارس نور رومیزی=Pars Table'],
      'دنا=Dena': ['دنا سرما=Dena Cooling', 'دنا گرما=Dena Heating', 'دنا هوا=Dena Air'],
      'زاگرس=Zagros': ['زاگرس کوه=Zagros Mountain', 'زاگرس شهر=Zagros City'],
      'سپید=Sepid': [],
      'کارون=Karun': ['کارون باغ=Karun Garden', 'کارون ابزار=Karun Tools'],
      'لوتوس=Lotus': [],
      'ماهان=Mahan': ['ماهان چرم=Mahan Leather'],
      'نیلوفر=Nilufar': ['نیلوفر پارچه=Nilufar Textile', 'نیلوفر فرش=Nilufar Carpets'],
      'هیرکان=Hirkan': [],
      'یاس=Yas': [],
    },
  },
  {
    slug: 'topics',
    title: {
      fa: 'موضوع‌ها',
      en: 'Topics',
      ar: 'الموضوعات',
      fr: 'Sujets',
      tr: 'Konular',
      es: 'Temas',
      ru: 'Темы',
      de: 'Themen',
      it: 'Temi',
      zh: '主题',
    },
    types: [],
    labels: {
      'اقتصاد=Economy': ['بورس=Stock market', 'بازار ارز=Currency market', 'مسکن=Housing', 'صادرات=Exports'],
      'فناوری=Technology': ['هوش مصنوعی=Artificial intelligence', 'گوشی همراه=Mobile phones', 'امنیت=Security', 'استارت‌آپ=Start-ups'],
      'فرهنگ=Culture': ['سینما=Cinema', 'کتاب=Books', 'موسیقی=Music', 'صنایع دستی=Handicrafts'],
      'ورزش=Sports': ['فوتبال=Football', 'کشتی=Wrestling', 'کوهنوردی=Mountaineering'],
      'سلامت=Health': ['تغذیه=Nutrition', 'روان=Mental health'],
      'محیط زیست=Environment': ['آب=Water', 'هوای پاک=Clean air', 'بازیافت=Recycling'],
      'گردشگری=Travel': ['شمال=The north', 'کویر=The desert', 'جزیره‌ها=The islands'],
      'آموزش=Education': ['دانشگاه=University', 'مدرسه=School'],
    },
  },
  {
    slug: 'audiences',
    title: {
      fa: 'مخاطبان',
      en: 'Audiences',
      ar: 'الجماهير',
      fr: 'Publics',
      tr: 'Hedef kitleler',
      es: 'Públicos',
      ru: 'Аудитории',
      de: 'Zielgruppen',
      it: 'Pubblici',
      zh: '受众',
    },
    types: ['news', 'article', 'product', 'guide'],
    labels: {
      'خانواده=Families': ['پدر و مادرها=Parents', 'کودکان=Children', 'سالمندان=Seniors'],
      'کسب‌وکار=Businesses': ['فروشگاه‌ها=Shops', 'شرکت‌ها=Companies', 'فریلنسرها=Freelancers'],
      'دانشجویان=Students': [],
      'همکاران=Colleagues': ['دفتر مرکزی=Head office', 'شعبه‌ها=Branches'],
    },
  },
]
