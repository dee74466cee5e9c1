/** Continents: `name=English|latitude|longitude`. */
export const continents: readonly string[] = [
  'آسیا=Asia|34.0479|100.6197',
  'اروپا=Europe|54.5260|15.2551',
  'آفریقا=Africa|-8.7832|34.5085',
  'آمریکای شمالی=North America|54.5260|-105.2551',
  'آمریکای جنوبی=South America|-8.7832|-55.4915',
  'اقیانوسیه=Oceania|-22.7359|140.0188',
  'جنوبگان=Antarctica|-82.8628|135.0000',
]

export interface Country {
  continent: string
  name: string
  code: string
  phone: string
  provinces: readonly [province: string, cities: string][]
}

/** Countries beside Iran, each with some provinces and cities; names as `name=English|latitude|longitude`. */
export const countries: readonly Country[] = [
  {
    continent: 'Asia',
    name: 'ترکیه=Türkiye|38.9637|35.2433',
    code: 'TR',
    phone: '+90',
    provinces: [
      ['استانبول=Istanbul|41.0082|28.9784', 'استانبول=Istanbul, کادی‌کوی=Kadıköy, بشیکتاش=Beşiktaş, اسکودار=Üsküdar, شیشلی=Şişli'],
      ['آنکارا=Ankara|39.9334|32.8597', 'آنکارا=Ankara, چانکایا=Çankaya, پولاتلی=Polatlı'],
      ['ازمیر=Izmir|38.4237|27.1428', 'ازمیر=Izmir, بورنووا=Bornova, چشمه=Çeşme'],
      ['آنتالیا=Antalya|36.8969|30.7133', 'آنتالیا=Antalya, آلانیا=Alanya, کمر=Kemer'],
      ['وان=Van|38.5012|43.3730', 'وان=Van, ارجیش=Erciş'],
    ],
  },
  {
    continent: 'Asia',
    name: 'عراق=Iraq|33.2232|43.6793',
    code: 'IQ',
    phone: '+964',
    provinces: [
      ['بغداد=Baghdad|33.3152|44.3661', 'بغداد=Baghdad, کاظمین=Kadhimiya'],
      ['بصره=Basra|30.5081|47.7835', 'بصره=Basra, فاو=Faw'],
      ['نجف=Najaf|32.0256|44.3462', 'نجف=Najaf, کوفه=Kufa'],
      ['کربلا=Karbala|32.6160|44.0249', 'کربلا=Karbala'],
      ['اربیل=Erbil|36.1901|44.0089', 'اربیل=Erbil, سوران=Soran'],
      ['سلیمانیه=Sulaymaniyah|35.5570|45.4351', 'سلیمانیه=Sulaymaniyah'],
    ],
  },
  {
    continent: 'Asia',
    name: 'امارات متحده عربی=United Arab Emirates|23.4241|53.8478',
    code: 'AE',
    phone: '+971',
    provinces: [
      ['دبی=Dubai|25.2048|55.2708', 'دبی=Dubai, جبل علی=Jebel Ali'],
      ['ابوظبی=Abu Dhabi|24.4539|54.3773', 'ابوظبی=Abu Dhabi, العین=Al Ain'],
      ['شارجه=Sharjah|25.3463|55.4209', 'شارجه=Sharjah, خورفکان=Khor Fakkan'],
      ['عجمان=Ajman|25.4052|55.5136', 'عجمان=Ajman'],
      ['رأس‌الخیمه=Ras Al Khaimah|25.8007|55.9762', 'رأس‌الخیمه=Ras Al Khaimah'],
      ['فجیره=Fujairah|25.1288|56.3265', 'فجیره=Fujairah'],
    ],
  },
  {
    continent: 'Asia',
    name: 'افغانستان=Afghanistan|33.9391|67.7100',
    code: 'AF',
    phone: '+93',
    provinces: [
      ['کابل=Kabul|34.5553|69.2075', 'کابل=Kabul'],
      ['هرات=Herat|34.3529|62.2040', 'هرات=Herat, اسلام‌قلعه=Islam Qala'],
      ['بلخ=Balkh|36.7581|66.8961', 'مزار شریف=Mazar-i-Sharif, بلخ=Balkh'],
      ['قندهار=Kandahar|31.6289|65.7372', 'قندهار=Kandahar'],
    ],
  },
  {
    continent: 'Asia',
    name: 'عمان=Oman|21.4735|55.9754',
    code: 'OM',
    phone: '+968',
    provinces: [
      ['مسقط=Muscat|23.5880|58.3829', 'مسقط=Muscat, سیب=Seeb'],
      ['ظفار=Dhofar|17.0322|54.1425', 'صلاله=Salalah'],
    ],
  },
  {
    continent: 'Asia',
    name: 'چین=China|35.8617|104.1954',
    code: 'CN',
    phone: '+86',
    provinces: [
      ['گوانگ‌دونگ=Guangdong|23.3790|113.7633', 'گوانگ‌ژو=Guangzhou, شنژن=Shenzhen, فوشان=Foshan'],
      ['ژجیانگ=Zhejiang|29.1832|120.0934', 'هانگ‌ژو=Hangzhou, ییوو=Yiwu, نینگبو=Ningbo'],
      ['پکن=Beijing|39.9042|116.4074', 'پکن=Beijing'],
      ['شانگهای=Shanghai|31.2304|121.4737', 'شانگهای=Shanghai'],
    ],
  },
  {
    continent: 'Asia',
    name: 'هند=India|20.5937|78.9629',
    code: 'IN',
    phone: '+91',
    provinces: [
      ['دهلی=Delhi|28.7041|77.1025', 'دهلی نو=New Delhi'],
      ['ماهاراشترا=Maharashtra|19.7515|75.7139', 'بمبئی=Mumbai, پونا=Pune'],
      ['کارناتاکا=Karnataka|15.3173|75.7139', 'بنگلور=Bengaluru'],
    ],
  },
  {
    continent: 'Asia',
    name: 'ارمنستان=Armenia|40.0691|45.0382',
    code: 'AM',
    phone: '+374',
    provinces: [
      ['ایروان=Yerevan|40.1792|44.4991', 'ایروان=Yerevan'],
      ['شیراک=Shirak|40.8310|43.8419', 'گیومری=Gyumri'],
    ],
  },
  {
    continent: 'Asia',
    name: 'جمهوری آذربایجان=Azerbaijan|40.1431|47.5769',
    code: 'AZ',
    phone: '+994',
    provinces: [
      ['باکو=Baku|40.4093|49.8671', 'باکو=Baku, سومقاییت=Sumqayit'],
      ['گنجه=Ganja|40.6828|46.3606', 'گنجه=Ganja'],
    ],
  },
  {
    continent: 'Europe',
    name: 'آلمان=Germany|51.1657|10.4515',
    code: 'DE',
    phone: '+49',
    provinces: [
      ['برلین=Berlin|52.5200|13.4050', 'برلین=Berlin'],
      ['باواریا=Bavaria|48.7904|11.4979', 'مونیخ=Munich, نورنبرگ=Nuremberg, آگسبورگ=Augsburg'],
      ['هامبورگ=Hamburg|53.5511|9.9937', 'هامبورگ=Hamburg'],
      ['نوردراین-وستفالن=North Rhine-Westphalia|51.4332|7.6616', 'کلن=Cologne, دوسلدورف=Düsseldorf, دورتموند=Dortmund, اسن=Essen, بن=Bonn'],
      ['هسن=Hesse|50.6521|9.1624', 'فرانکفورت=Frankfurt, ویسبادن=Wiesbaden'],
      ['بادن-وورتمبرگ=Baden-Württemberg|48.6616|9.3501', 'اشتوتگارت=Stuttgart, هایدلبرگ=Heidelberg'],
    ],
  },
  {
    continent: 'Europe',
    name: 'فرانسه=France|46.2276|2.2137',
    code: 'FR',
    phone: '+33',
    provinces: [
      ['ایل دو فرانس=Île-de-France|48.8499|2.6370', 'پاریس=Paris, ورسای=Versailles'],
      ['پرووانس-آلپ-کوت دازور=Provence-Alpes-Côte d’Azur|43.9352|6.0679', 'مارسی=Marseille, نیس=Nice'],
      ['اورنی-رون-آلپ=Auvergne-Rhône-Alpes|45.4473|4.3859', 'لیون=Lyon, گرنوبل=Grenoble'],
    ],
  },
  {
    continent: 'Europe',
    name: 'ایتالیا=Italy|41.8719|12.5674',
    code: 'IT',
    phone: '+39',
    provinces: [
      ['لاتزیو=Lazio|41.6552|12.9896', 'رم=Rome'],
      ['لومباردی=Lombardy|45.4791|9.8452', 'میلان=Milan, برگامو=Bergamo'],
    ],
  },
  {
    continent: 'Europe',
    name: 'اسپانیا=Spain|40.4637|-3.7492',
    code: 'ES',
    phone: '+34',
    provinces: [
      ['مادرید=Madrid|40.4168|-3.7038', 'مادرید=Madrid'],
      ['کاتالونیا=Catalonia|41.5912|1.5209', 'بارسلونا=Barcelona, خیرونا=Girona'],
    ],
  },
  {
    continent: 'Europe',
    name: 'بریتانیا=United Kingdom|55.3781|-3.4360',
    code: 'GB',
    phone: '+44',
    provinces: [
      ['انگلستان=England|52.3555|-1.1743', 'لندن=London, منچستر=Manchester, بیرمنگام=Birmingham'],
      ['اسکاتلند=Scotland|56.4907|-4.2026', 'ادینبرو=Edinburgh, گلاسگو=Glasgow'],
    ],
  },
  {
    continent: 'Europe',
    name: 'روسیه=Russia|61.5240|105.3188',
    code: 'RU',
    phone: '+7',
    provinces: [
      ['مسکو=Moscow|55.7558|37.6173', 'مسکو=Moscow'],
      ['سن پترزبورگ=Saint Petersburg|59.9311|30.3609', 'سن پترزبورگ=Saint Petersburg'],
      ['آستاراخان=Astrakhan|46.3497|48.0408', 'آستاراخان=Astrakhan'],
    ],
  },
  {
    continent: 'North America',
    name: 'کانادا=Canada|56.1304|-106.3468',
    code: 'CA',
    phone: '+1',
    provinces: [
      ['انتاریو=Ontario|51.2538|-85.3232', 'تورنتو=Toronto, اتاوا=Ottawa, ریچموند هیل=Richmond Hill'],
      ['بریتیش کلمبیا=British Columbia|53.7267|-127.6476', 'ونکوور=Vancouver, ویکتوریا=Victoria'],
      ['کبک=Quebec|52.9399|-73.5491', 'مونترال=Montreal, کبک=Quebec City'],
      ['آلبرتا=Alberta|53.9333|-116.5765', 'کلگری=Calgary, ادمونتون=Edmonton'],
    ],
  },
  {
    continent: 'North America',
    name: 'ایالات متحده آمریکا=United States|37.0902|-95.7129',
    code: 'US',
    phone: '+1',
    provinces: [
      ['کالیفرنیا=California|36.7783|-119.4179', 'لس آنجلس=Los Angeles, سان فرانسیسکو=San Francisco'],
      ['نیویورک=New York|43.2994|-74.2179', 'نیویورک=New York City'],
      ['تگزاس=Texas|31.9686|-99.9018', 'هیوستون=Houston, دالاس=Dallas'],
    ],
  },
  {
    continent: 'South America',
    name: 'برزیل=Brazil|-14.2350|-51.9253',
    code: 'BR',
    phone: '+55',
    provinces: [
      ['سائو پائولو=São Paulo|-23.5505|-46.6333', 'سائو پائولو=São Paulo'],
      ['ریو دو ژانیرو=Rio de Janeiro|-22.9068|-43.1729', 'ریو دو ژانیرو=Rio de Janeiro'],
    ],
  },
  {
    continent: 'Africa',
    name: 'مصر=Egypt|26.8206|30.8025',
    code: 'EG',
    phone: '+20',
    provinces: [
      ['قاهره=Cairo|30.0444|31.2357', 'قاهره=Cairo'],
      ['اسکندریه=Alexandria|31.2001|29.9187', 'اسکندریه=Alexandria'],
    ],
  },
  {
    continent: 'Africa',
    name: 'آفریقای جنوبی=South Africa|-30.5595|22.9375',
    code: 'ZA',
    phone: '+27',
    provinces: [
      ['کیپ غربی=Western Cape|-33.2278|21.8569', 'کیپ‌تاون=Cape Town'],
      ['گاوتنگ=Gauteng|-26.2708|28.1123', 'ژوهانسبورگ=Johannesburg, پرتوریا=Pretoria'],
    ],
  },
  {
    continent: 'Oceania',
    name: 'استرالیا=Australia|-25.2744|133.7751',
    code: 'AU',
    phone: '+61',
    provinces: [
      ['نیو ساوت ولز=New South Wales|-31.2532|146.9211', 'سیدنی=Sydney'],
      ['ویکتوریا=Victoria|-37.4713|144.7852', 'ملبورن=Melbourne'],
    ],
  },
]
