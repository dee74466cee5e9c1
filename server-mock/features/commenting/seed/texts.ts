type Pair = readonly [fa: readonly string[], en: readonly string[]]

/** What visitors write, by what becomes of it; Persian first. */
export const comments: Record<'good' | 'rejected' | 'spam', Pair> = {
  good: [
    [
      'ممنون از مطلب خوبتان. کاش منبع آمارها را هم می‌نوشتید.',
      'خیلی کامل و روشن توضیح داده بودید؛ دقیقاً همان چیزی بود که دنبالش می‌گشتم.',
      'من پارسال همین مسیر را رفتم و بیشتر حرف‌های این مقاله را تأیید می‌کنم، جز قیمت‌ها که حالا دو برابر شده است.',
      'لطفاً درباره هزینه‌های نگهداری هم یک مطلب جداگانه بنویسید.',
      'تصویر سوم باز نمی‌شود. اگر ممکن است دوباره بارگذاری کنید.',
      'سلام. این کار در شهرهای کوچک هم انجام می‌شود یا فقط در تهران؟',
      'با بخش آخر موافق نیستم. در عمل چنین چیزی برای کسب‌وکارهای کوچک شدنی نیست.',
      'برای پایان‌نامه‌ام از این مطلب استفاده کردم، با ذکر منبع. دستتان درد نکند.',
      'تاریخ برگزاری در متن و در جدول یکی نیست. کدام درست است؟',
      'عالی بود، برای همکارانم هم فرستادم.',
      'کاش نسخه قابل چاپ هم می‌گذاشتید.',
      'من این را از نمایندگی شیراز خریدم و بعد از شش ماه هنوز راضی‌ام.',
      'شماره تماسی که نوشته‌اید جواب نمی‌دهد. شماره تازه را بگذارید.',
      'آیا دانشجویان هم تخفیف دارند؟ در متن چیزی ندیدم.',
      'توضیح گام دوم کمی مبهم است؛ یک مثال عددی خیلی کمک می‌کند.',
      'بالاخره یک نفر این را به زبان ساده نوشت!',
    ],
    [
      'Thank you, this answered a question I have had for weeks.',
      'Clear and to the point. A short summary at the top would help busy readers.',
      'The second table seems to be from last year. Could you check the figures?',
      'We tried this in our office in Munich and it worked better than expected.',
      'Is there an English version of the attached guide as well?',
      'I disagree with the last paragraph, but the rest is solid work.',
      'Great read. I shared it with my whole team.',
      'The link to the registration page is broken for me.',
      'Could you say a word about delivery outside of Tehran?',
      'Bought one in March, still very happy with it.',
    ],
  ],
  rejected: [
    [
      'این چه مزخرفی است که نوشته‌اید؟ نویسنده‌اش حتی زحمت خواندن هم به خودش نداده.',
      'بقیه را ول کنید، شماره من را بگیرید تا ارزان‌ترش را بدهم: ۰۹۱۲۰۰۰۰۰۰۰',
      'تست تست تست',
    ],
    ['Whoever wrote this should be fired.', 'asdf asdf asdf', 'Call me and I will sell it for half the price.'],
  ],
  spam: [
    [
      'کسب درآمد روزانه ۵ میلیون تومان بدون سرمایه! همین حالا به کانال ما بپیوندید.',
      'فروش فوری فالوور و لایک با کمترین قیمت. کلیک کنید.',
      'وام بدون ضامن در ۲۴ ساعت. نام و شماره ملی خود را بفرستید.',
    ],
    [
      'Earn $5,000 a week from home, no experience needed! Visit my profile.',
      'Cheap replica watches, free shipping, click here.',
      'Your site could rank #1. We offer 10,000 backlinks for $20.',
    ],
  ],
}

/** What the site answers. */
export const replies: Pair = [
  [
    'سپاس از همراهی شما. منبع آمارها را به پایان مطلب اضافه کردیم.',
    'حق با شماست؛ متن اصلاح شد. از دقت شما سپاسگزاریم.',
    'سلام. بله، در همه مراکز استان‌ها انجام می‌شود.',
    'پیشنهاد خوبی است و در برنامه ماه آینده گذاشتیم.',
    'تصویر دوباره بارگذاری شد. اگر هنوز باز نمی‌شود صفحه را تازه کنید.',
  ],
  [
    'Thank you for telling us. The figures are corrected.',
    'Yes, delivery to all provinces takes three to five working days.',
    'Good idea. We have added a summary at the top.',
    'The link works again. Sorry for the trouble.',
  ],
]

/** What other visitors answer. */
export const visitorReplies: Pair = [
  ['من هم همین سؤال را داشتم.', 'برای من باز می‌شود؛ مرورگرتان را به‌روز کنید.', 'موافقم، تجربه ما هم همین بود.'],
  ['Same question here.', 'Works for me in Firefox.', 'I had the opposite experience, to be honest.'],
]

export const people: readonly (readonly [fa: string, en: string, mail: string])[] = [
  ['ندا رستگار', 'Grace Miller', 'neda.rastegar'],
  ['کاوه شریفی', 'Oliver Stone', 'kaveh.sh'],
  ['مهسا دهقان', 'Hannah Becker', 'mahsa.dehghan'],
  ['پویا نیک‌نام', 'Julien Petit', 'pouya.n'],
  ['سمانه قائمی', 'Laura Rossi', 's.ghaemi'],
  ['آرمان ملکی', 'Peter Novak', 'arman.maleki'],
  ['هانیه صالحی', 'Emily Turner', 'h.salehi'],
  ['سینا کاشانی', 'Daniel Moore', 'sina.kashani'],
  ['فرزانه معینی', 'Chloe Dubois', 'farzaneh.m'],
  ['بهنام شکیبا', 'Anna Schmidt', 'behnam.shakiba'],
  ['الناز وکیلی', 'Mateo Lopez', 'elnaz.v'],
  ['یاسر بهرامی', 'Sofia Marino', 'yaser.bahrami'],
  ['گلاره فتحی', 'Noel Adams', 'gelareh.f'],
  ['شهاب کریم‌زاده', 'Ivan Sokolov', 'shahab.kz'],
]
