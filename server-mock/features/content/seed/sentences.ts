import type { Pair } from './topics.ts'

/** `{subject}`, `{place}`, `{number}`, `{percent}`, `{good}` and `{quality}` are filled in. */
export const titles: Record<string, readonly Pair[]> = {
  news: [
    ['{subject} در {place} رونق گرفت', 'Growth for {subject} in {place}'],
    ['رشد {percent} درصدی در حوزهٔ {subject}', '{percent} per cent rise: {subject} this season'],
    ['نشست خبری دربارهٔ {subject} در {place}', 'Press conference on {subject} in {place}'],
    ['{place} میزبان همایش {subject}', '{place} hosts conference on {subject}'],
    ['آمار تازه از {subject} منتشر شد', 'New figures published: {subject}'],
    ['برنامهٔ {number} ساله برای {subject} در {place}', 'A {number}-year plan: {subject} in {place}'],
    ['گزارش میدانی از {subject} در {place}', 'Field report: {subject} in {place}'],
    ['{number} طرح {subject} در {place} آغاز شد', '{number} projects under way: {subject} in {place}'],
    ['کارشناسان از آیندهٔ {subject} می‌گویند', 'Experts look ahead: the future of {subject}'],
    ['بودجهٔ {subject} {percent} درصد افزایش یافت', 'Budget up {percent} per cent: {subject}'],
    ['نمایشگاه {subject} در {place} گشایش یافت', 'Exhibition opens in {place}: {subject}'],
    ['همکاری تازهٔ شهرها در زمینهٔ {subject}', 'Cities work together: {subject}'],
    ['{subject}؛ دغدغهٔ تازهٔ مردم {place}', '{subject}: a new concern in {place}'],
    ['تفاهم‌نامهٔ {subject} در {place} امضا شد', 'Agreement signed in {place}: {subject}'],
    ['{place} و تجربهٔ {number} سالهٔ {subject}', '{number} years of experience in {place}: {subject}'],
  ],
  article: [
    ['{subject} را چگونه بشناسیم؟', 'How to understand {subject}'],
    ['{number} نکته دربارهٔ {subject}', '{number} things to know about {subject}'],
    ['راهنمای کامل {subject}', 'A complete guide to {subject}'],
    ['{subject} از گذشته تا امروز', '{subject}: from the past to today'],
    ['چرا {subject} در {place} اهمیت دارد', 'Why it matters in {place}: {subject}'],
    ['گفت‌وگو با فعالان {subject} در {place}', 'A conversation in {place}: {subject}'],
    ['{subject}؛ فرصت‌ها و چالش‌ها', '{subject}: opportunities and challenges'],
    ['نگاهی به {subject} در {place}', 'A look at {subject} in {place}'],
    ['{number} اشتباه رایج در {subject}', '{number} common mistakes with {subject}'],
    ['آنچه از تجربهٔ {place} در {subject} می‌آموزیم', 'What {place} teaches about {subject}'],
  ],
  product: [
    ['{good} {quality}', '{quality} {good}'],
    ['{good} {place}، {quality}', '{quality} {good} from {place}'],
    ['{good} {quality} مدل {number}', '{quality} {good}, model {number}'],
    ['بستهٔ {number} تایی {good} {place}', 'Pack of {number}: {good} from {place}'],
  ],
  page: [
    ['دربارهٔ شعبهٔ {place}', 'About our branch in {place}'],
    ['تماس با دفتر {place}', 'Contact the {place} office'],
    ['شرایط همکاری در {subject}', 'Terms of cooperation: {subject}'],
    ['ارسال به {place}', 'Delivery to {place}'],
    ['فروشگاه {place}', 'Our shop in {place}'],
    ['پروندهٔ {subject}', 'Collection: {subject}'],
  ],
  guide: [
    ['چگونه دربارهٔ {subject} آگاه شویم؟', 'Where can I learn about {subject}?'],
    ['هزینهٔ {subject} در {place} چقدر است؟', 'What does it cost in {place}: {subject}?'],
    ['برای {subject} از کجا آغاز کنیم؟', 'Where to start with {subject}?'],
    ['سفارش از {place} چند روز طول می‌کشد؟ (پرسش {number})', 'How long does an order from {place} take? (Question {number})'],
    ['پرسش‌های پرتکرار {subject} در {place}', 'Frequent questions in {place}: {subject}'],
  ],
}

export const synopses: readonly Pair[] = [
  [
    'در این گزارش به وضعیت {subject} در {place} می‌پردازیم و دیدگاه کارشناسان را می‌خوانیم.',
    'This report looks at {subject} in {place} and at what experts say about it.',
  ],
  [
    'بررسی‌ها نشان می‌دهد {subject} در {number} ماه گذشته {percent} درصد تغییر کرده است.',
    'A change of {percent} per cent within {number} months: what the figures say about {subject}.',
  ],
  ['مروری کوتاه بر {subject}، آنچه گذشت و آنچه در پیش است.', 'A short review of {subject}: what happened and what lies ahead.'],
  ['مسئولان {place} از برنامه‌های تازه برای {subject} خبر دادند.', 'Officials in {place} announced new plans for {subject}.'],
  [
    'تجربهٔ مردم {place} نشان می‌دهد که {subject} را می‌توان ساده‌تر پیش برد.',
    'The experience of people in {place} shows a simpler way with {subject}.',
  ],
  ['پاسخ به پرسش‌هایی که خوانندگان دربارهٔ {subject} فرستاده بودند.', 'Answers to the questions that readers sent about {subject}.'],
]

export const paragraphs: readonly Pair[] = [
  [
    '{subject} در سال‌های اخیر بیش از پیش مورد توجه بوده است. در {place} {number} گروه در این زمینه کار می‌کنند.',
    'In recent years {subject} has drawn more attention. In {place} {number} groups work on it.',
  ],
  [
    'به گفتهٔ کارشناسان، سهم این بخش در یک سال {percent} درصد بیشتر شده و انتظار می‌رود این روند ادامه یابد.',
    'Experts say that its share grew by {percent} per cent within a year and expect this to go on.',
  ],
  [
    'برگزارکنندگان می‌گویند تجربهٔ {place} می‌تواند الگوی شهرهای دیگر باشد.',
    'The organisers say that what was learned in {place} can be a model for other cities.',
  ],
  [
    'با این همه، کمبود نیروی ماهر و هزینه‌ها هنوز مهم‌ترین مانع به شمار می‌آیند.',
    'Even so, the lack of skilled people and the costs remain the main obstacles.',
  ],
  [
    'نشست بعدی تا {number} هفتهٔ دیگر برگزار می‌شود و گزارش آن در همین صفحه می‌آید.',
    'The next meeting takes place within {number} weeks, and its report will appear here.',
  ],
  ['شهروندان {place} می‌توانند دیدگاه‌های خود را از راه همین صفحه بفرستند.', 'People in {place} can send their views through this page.'],
]
