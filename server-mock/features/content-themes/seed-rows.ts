const image = (number: string) => {
  const link = `/demo/content/${number}.svg`
  return { name: `${number}.svg`, link, mime_type: 'image/svg+xml', versions: { original: link, panel_thumb: link } }
}

interface Said {
  title?: string
  text?: string
  button?: readonly [title: string, link: string]
}

/** A slide as the editor stores it: published at once, unless `publishedAt` is given. */
const slide = (picture: string, position: string, theme: 'light' | 'dark', { title, text, button }: Said, publishedAt?: string) => ({
  image: image(picture),
  position,
  color_theme: theme,
  has_content: title !== undefined,
  title: title ?? null,
  text: text ?? null,
  has_button: button !== undefined,
  button_title: button?.[0] ?? null,
  button_link: button?.[1] ?? null,
  open_in_new_tab: false,
  publish_now: publishedAt === undefined,
  published_at: publishedAt ?? null,
})

const settings = {
  autoplay: true,
  pause_on_hover: true,
  spaceBetween: 0,
  slidesPerView: 1,
  loop: true,
  effect: 'slide',
  direction: 'horizontal',
  speed: 5000,
  transition: 600,
}

export const slideshows = [
  {
    title: 'صفحه نخست',
    slug: 'home',
    settings,
    slides: [
      slide('03', 'right-center', 'dark', {
        title: 'جشنواره پاییز',
        text: 'تا ۳۰ درصد تخفیف روی همه دوره‌ها، تا پایان آبان.',
        button: ['دیدن دوره‌ها', '/courses'],
      }),
      slide('07', 'left-bottom', 'light', { title: 'گزارش سال منتشر شد', text: 'آنچه در سال گذشته ساختیم، در چهل صفحه.' }),
      slide('11', 'center-center', 'dark', { title: 'یلدا نزدیک است', button: ['فهرست هدیه‌ها', '/gifts'] }, '2026-12-10T06:30:00.000Z'),
      slide('15', 'center-top', 'light', {}),
    ],
  },
  {
    title: 'Home page, English',
    slug: 'home-en',
    settings: { ...settings, effect: 'fade', transition: 900 },
    slides: [
      slide('05', 'left-center', 'dark', {
        title: 'Autumn festival',
        text: 'Up to 30 % off all courses until the end of November.',
        button: ['See the courses', '/en/courses'],
      }),
      slide('09', 'right-bottom', 'light', { title: 'Our year in forty pages' }),
    ],
  },
  {
    title: 'فروشگاه',
    slug: 'shop',
    settings: { ...settings, slidesPerView: 3, spaceBetween: 16, effect: 'coverflow', speed: 4000 },
    slides: ['02', '06', '10', '14', '18'].map((picture, index) =>
      slide(picture, 'center-bottom', index % 2 === 0 ? 'dark' : 'light', {
        title: `مجموعه ${['بهار', 'تابستان', 'پاییز', 'زمستان', 'نوروز'][index]}`,
      }),
    ),
  },
  {
    title: 'خبرهای کوتاه',
    slug: 'ticker',
    settings: { ...settings, direction: 'vertical', speed: 3000, transition: 400, pause_on_hover: false },
    slides: [
      slide('20', 'right-top', 'light', { title: 'کارگاه داده‌نگاری، پنجشنبه' }),
      slide('21', 'right-top', 'light', { title: 'نشانی تازه دفتر شیراز' }),
    ],
  },
  { title: 'نوروز ۱۴۰۵', slug: 'nowruz', active: false, settings: { ...settings, autoplay: false, effect: 'flip' }, slides: [] },
] as const

type Faq = readonly [type: string, question: string, answer: string]

export const faqs: readonly Faq[] = [
  ['general', 'چطور در سایت ثبت‌نام کنم؟', 'روی «ورود» بزنید، شماره موبایل خود را بنویسید و کدی را که پیامک می‌شود وارد کنید.'],
  ['general', 'ساعت کار پشتیبانی چند تا چند است؟', 'شنبه تا چهارشنبه از ۸ تا ۱۸ و پنجشنبه‌ها از ۸ تا ۱۳.'],
  ['general', 'رمز عبورم را فراموش کرده‌ام.', 'در صفحه ورود «فراموشی رمز» را بزنید تا پیوند ساختن رمز تازه برایتان فرستاده شود.'],
  [
    'general',
    'How do I change the language of the site?',
    'Choose it in the menu at the top of every page; it is remembered on this device.',
  ],
  ['general', 'آیا برنامه موبایل هم دارید؟', 'سایت روی موبایل مانند یک برنامه نصب می‌شود: در مرورگر «افزودن به صفحه اصلی» را بزنید.'],
  ['general', 'چطور عضویتم را پایان دهم؟', 'در نمایه خود «بستن حساب» را بزنید. سفارش‌های پیشین تا پنج سال نگه داشته می‌شوند.'],
  ['ordering', 'سفارشم را چطور تغییر دهم؟', 'تا پیش از آماده‌سازی، در صفحه سفارش «ویرایش» را بزنید؛ پس از آن با پشتیبانی تماس بگیرید.'],
  ['ordering', 'می‌توانم برای شرکتم فاکتور رسمی بگیرم؟', 'بله. هنگام سفارش شناسه ملی و کد اقتصادی شرکت را وارد کنید.'],
  ['ordering', 'Can I order by telephone?', 'Yes, on working days from 8 to 18. The number is at the foot of each page.'],
  ['ordering', 'کد تخفیف را کجا وارد کنم؟', 'در گام آخر سبد خرید، بالای مبلغ قابل پرداخت.'],
  ['payment', 'چه راه‌هایی برای پرداخت هست؟', 'درگاه بانکی، کیف پول و برای سفارش‌های سازمانی واریز به حساب.'],
  ['payment', 'پول کم شد ولی سفارش ثبت نشد.', 'بانک مبلغ را حداکثر تا ۷۲ ساعت به همان کارت برمی‌گرداند.'],
  ['payment', 'Which cards do you accept?', 'All cards of the Shetab network; from abroad Visa and Mastercard.'],
  ['payment', 'آیا خرید قسطی دارید؟', 'برای خریدهای بالای ۱۰ میلیون تومان در سه یا شش قسط.'],
  ['shipping', 'سفارش چند روزه می‌رسد؟', 'در تهران یک روز کاری و در شهرهای دیگر سه تا پنج روز کاری.'],
  ['shipping', 'هزینه ارسال چقدر است؟', 'خریدهای بالای یک میلیون تومان رایگان است؛ برای بقیه در سبد خرید نوشته می‌شود.'],
  ['shipping', 'Do you ship abroad?', 'To the neighbouring countries and the European Union, within two weeks.'],
  ['shipping', 'کد رهگیری را از کجا ببینم؟', 'در صفحه سفارش، و در پیامکی که پس از تحویل به پست می‌گیرید.'],
  ['returns', 'تا چند روز می‌توانم کالا را پس بدهم؟', 'تا هفت روز پس از تحویل، اگر کالا استفاده نشده و بسته‌اش سالم باشد.'],
  ['returns', 'هزینه بازگشت با کیست؟', 'اگر کالا آسیب دیده یا اشتباه باشد با ما، وگرنه با خریدار.'],
  ['returns', 'When do I get my money back?', 'Within five working days after the goods have arrived here.'],
]
