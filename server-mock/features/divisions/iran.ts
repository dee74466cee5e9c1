/**
 * Provinces of Iran and their cities, first the capital of each: `province=English|latitude|longitude` and cities as
 * `name=English`. County seats and larger cities.
 */
export const iran: readonly [province: string, cities: string][] = [
  [
    'آذربایجان شرقی=East Azerbaijan|38.0800|46.2919',
    'تبریز=Tabriz, مراغه=Maragheh, مرند=Marand, میانه=Mianeh, اهر=Ahar, بناب=Bonab, سراب=Sarab, آذرشهر=Azarshahr, شبستر=Shabestar, هادی‌شهر=Hadishahr, جلفا=Jolfa, ملکان=Malekan, اسکو=Osku, بستان‌آباد=Bostanabad, عجب‌شیر=Ajab Shir, هریس=Heris, هشترود=Hashtrud, کلیبر=Kaleybar, ورزقان=Varzaqan, قره‌آغاج=Qarah Aghaj, خداآفرین=Khoda Afarin, هوراند=Hurand, ترکمانچای=Torkamanchay, سهند=Sahand, ایلخچی=Ilkhchi, صوفیان=Sufian, خسروشاه=Khosrowshah, ممقان=Mamqan, گوگان=Gugan, تسوج=Tasuj, شرفخانه=Sharafkhaneh, زنوز=Zonuz, کشک‌سرای=Koshksaray, مهربان=Mehraban, شربیان=Sharabian, باسمنج=Basmenj, سردرود=Sardrud',
  ],
  [
    'آذربایجان غربی=West Azerbaijan|37.5527|45.0761',
    'ارومیه=Urmia, خوی=Khoy, میاندوآب=Miandoab, بوکان=Bukan, مهاباد=Mahabad, سلماس=Salmas, پیرانشهر=Piranshahr, نقده=Naqadeh, ماکو=Maku, سردشت=Sardasht, تکاب=Takab, شاهین‌دژ=Shahin Dezh, اشنویه=Oshnavieh, قره‌ضیاءالدین=Qarah Zia od Din, شوط=Showt, پلدشت=Poldasht, چالدران=Chaldoran, چهاربرج=Chahar Borj, باروق=Baruq, میرآباد=Mirabad, سیه‌چشمه=Siah Cheshmeh, فیرورق=Firuraq, ربط=Rabat, محمدیار=Mohammadyar, قوشچی=Qushchi, نوشین‌شهر=Nushin Shahr, سرو=Serow, بازرگان=Bazargan, تازه‌شهر=Tazeh Shahr',
  ],
  [
    'اردبیل=Ardabil|38.2498|48.2933',
    'اردبیل=Ardabil, پارس‌آباد=Parsabad, مشگین‌شهر=Meshginshahr, خلخال=Khalkhal, گرمی=Germi, بیله‌سوار=Bileh Savar, نمین=Namin, نیر=Nir, گیوی=Givi, سرعین=Sarein, اصلاندوز=Aslanduz, جعفرآباد=Jafarabad, کلور=Kolur, هشتجین=Hashtjin, لاهرود=Lahrud, رضی=Razi, هیر=Hir, آبی‌بیگلو=Abibeyglu, عنبران=Anbaran, تازه‌کند=Tazeh Kand',
  ],
  [
    'اصفهان=Isfahan|32.6546|51.6680',
    'اصفهان=Isfahan, کاشان=Kashan, خمینی‌شهر=Khomeyni Shahr, نجف‌آباد=Najafabad, شاهین‌شهر=Shahin Shahr, شهرضا=Shahreza, فولادشهر=Fuladshahr, مبارکه=Mobarakeh, آران و بیدگل=Aran va Bidgol, زرین‌شهر=Zarrin Shahr, گلپایگان=Golpayegan, فلاورجان=Falavarjan, دولت‌آباد=Dowlatabad, سمیرم=Semirom, خوانسار=Khansar, داران=Daran, نطنز=Natanz, نائین=Nain, اردستان=Ardestan, تیران=Tiran, فریدون‌شهر=Fereydunshahr, چادگان=Chadegan, دهاقان=Dehaqan, بویین میاندشت=Buin Miandasht, خور=Khur, ورزنه=Varzaneh, کوهپایه=Kuhpayeh, هرند=Harand, قهدریجان=Qahderijan, درچه=Dorcheh, گز برخوار=Gaz Borkhar, میمه=Meymeh, قمصر=Qamsar, نیاسر=Niasar, باغ‌بهادران=Bagh Bahadoran, ابریشم=Abrisham, سده لنجان=Sedeh Lenjan, بهارستان=Baharestan',
  ],
  [
    'البرز=Alborz|35.8400|50.9391',
    'کرج=Karaj, فردیس=Fardis, کمال‌شهر=Kamal Shahr, نظرآباد=Nazarabad, هشتگرد=Hashtgerd, محمدشهر=Mohammadshahr, ماهدشت=Mahdasht, مشکین‌دشت=Meshkin Dasht, گرمدره=Garmdarreh, اشتهارد=Eshtehard, طالقان=Taleqan, چهارباغ=Chaharbagh, آسارا=Asara, کوهسار=Kuhsar, تنکمان=Tankaman, شهر جدید هشتگرد=Hashtgerd New Town',
  ],
  [
    'ایلام=Ilam|33.6374|46.4227',
    'ایلام=Ilam, دهلران=Dehloran, ایوان=Eyvan, آبدانان=Abdanan, دره‌شهر=Darreh Shahr, مهران=Mehran, سرابله=Sarableh, بدره=Badreh, ارکواز=Arkavaz, لومار=Lumar, موسیان=Musian, چوار=Chavar, آسمان‌آباد=Asemanabad, توحید=Towhid, صالح‌آباد=Salehabad, زرنه=Zarneh, پهله=Pahleh',
  ],
  [
    'بوشهر=Bushehr|28.9234|50.8203',
    'بوشهر=Bushehr, برازجان=Borazjan, گناوه=Ganaveh, کنگان=Kangan, خورموج=Khormuj, جم=Jam, دیلم=Deylam, دیر=Dayyer, اهرم=Ahram, عسلویه=Asaluyeh, چغادک=Choghadak, خارگ=Kharg, نخل تقی=Nakhl Taqi, بندر ریگ=Bandar Rig, آب‌پخش=Ab Pakhsh, سعدآباد=Saadabad, وحدتیه=Vahdatiyeh, دلوار=Delvar, کاکی=Kaki, بندر سیراف=Bandar Siraf',
  ],
  [
    'تهران=Tehran|35.6892|51.3890',
    'تهران=Tehran, ری=Rey, شمیران=Shemiran, اسلام‌شهر=Eslamshahr, شهریار=Shahriar, قدس=Qods, ملارد=Malard, گلستان=Golestan, پاکدشت=Pakdasht, قرچک=Qarchak, ورامین=Varamin, نسیم‌شهر=Nasimshahr, اندیشه=Andisheh, رباط‌کریم=Robat Karim, پرند=Parand, پردیس=Pardis, دماوند=Damavand, بومهن=Bumehen, رودهن=Rudehen, فیروزکوه=Firuzkuh, پیشوا=Pishva, باقرشهر=Baqershahr, چهاردانگه=Chahardangeh, صالحیه=Salehieh, لواسان=Lavasan, آبسرد=Absard, کیلان=Kilan, فشم=Fasham, صباشهر=Sabashahr, وحیدیه=Vahidieh, شاهدشهر=Shahedshahr, فردوسیه=Ferdowsieh, باغستان=Baghestan, حسن‌آباد=Hasanabad, کهریزک=Kahrizak, جوادآباد=Javadabad, شریف‌آباد=Sharifabad, نصیرشهر=Nasirshahr, صفادشت=Safadasht',
  ],
  [
    'چهارمحال و بختیاری=Chaharmahal and Bakhtiari|32.3256|50.8644',
    'شهرکرد=Shahrekord, بروجن=Borujen, لردگان=Lordegan, فارسان=Farsan, فرخ‌شهر=Farrokhshahr, جونقان=Junqan, سامان=Saman, اردل=Ardal, چلگرد=Chelgerd, بن=Ben, شلمزار=Shalamzar, هفشجان=Hafshejan, سورشجان=Sureshjan, بلداجی=Boldaji, گندمان=Gandoman, ناغان=Naghan, خانمیرزا=Khanmirza, کیان=Kian, فرادنبه=Faradonbeh, باباحیدر=Baba Heydar, مال‌خلیفه=Mal Khalifeh',
  ],
  [
    'خراسان جنوبی=South Khorasan|32.8649|59.2262',
    'بیرجند=Birjand, قائن=Qaen, طبس=Tabas, فردوس=Ferdows, نهبندان=Nehbandan, بشرویه=Boshruyeh, سرایان=Sarayan, سربیشه=Sarbisheh, اسدیه=Asadieh, خوسف=Khusf, زیرکوه=Zirkuh, حاجی‌آباد=Hajjiabad, اسلامیه=Eslamieh, آیسک=Ayask, نیمبلوک=Nimbeluk, خضری دشت بیاض=Khezri Dasht Bayaz, طبس مسینا=Tabas Masina, عشق‌آباد=Eshqabad, دیهوک=Deyhuk, ارسک=Eresk, مود=Mud',
  ],
  [
    'خراسان رضوی=Razavi Khorasan|36.2605|59.6168',
    'مشهد=Mashhad, نیشابور=Neyshabur, سبزوار=Sabzevar, تربت حیدریه=Torbat-e Heydarieh, قوچان=Quchan, کاشمر=Kashmar, تربت جام=Torbat-e Jam, تایباد=Taybad, چناران=Chenaran, سرخس=Sarakhs, فریمان=Fariman, گناباد=Gonabad, درگز=Dargaz, خواف=Khaf, طرقبه=Torqabeh, شاندیز=Shandiz, بردسکن=Bardaskan, فیض‌آباد=Feyzabad, جغتای=Joghatay, نقاب=Neqab, رشتخوار=Roshtkhar, کلات=Kalat, باخرز=Bakharz, بجستان=Bajestan, خلیل‌آباد=Khalilabad, فیروزه=Firuzeh, داورزن=Davarzan, ششتمد=Sheshtomad, دولت‌آباد زاوه=Dowlatabad Zaveh, صالح‌آباد=Salehabad, گلبهار=Golbahar, بینالود=Binalud, نصرآباد=Nasrabad, سلامی=Salami, رضویه=Razavieh, کاخک=Kakhk, بیدخت=Beydokht, ملک‌آباد=Malekabad, قلندرآباد=Qalandarabad, میامی=Miami',
  ],
  [
    'خراسان شمالی=North Khorasan|37.4747|57.3290',
    'بجنورد=Bojnurd, شیروان=Shirvan, اسفراین=Esfarayen, آشخانه=Ashkhaneh, جاجرم=Jajarm, فاروج=Faruj, گرمه=Garmeh, راز=Raz, سنخواست=Sankhast, درق=Daraq, ایور=Ivar, شوقان=Showqan, پیش‌قلعه=Pish Qaleh, قاضی=Qazi, لوجلی=Lujali, صفی‌آباد=Safiabad, حصار گرمخان=Hesar Garmkhan, تیتکانلو=Titkanlu, چناران‌شهر=Chenaran Shahr',
  ],
  [
    'خوزستان=Khuzestan|31.3183|48.6706',
    'اهواز=Ahvaz, دزفول=Dezful, آبادان=Abadan, بندر ماهشهر=Bandar Mahshahr, خرمشهر=Khorramshahr, اندیمشک=Andimeshk, بهبهان=Behbahan, ایذه=Izeh, شوشتر=Shushtar, مسجدسلیمان=Masjed Soleyman, بندر امام خمینی=Bandar Imam Khomeini, شوش=Shush, رامهرمز=Ramhormoz, امیدیه=Omidiyeh, سوسنگرد=Susangerd, رامشیر=Ramshir, هندیجان=Hendijan, باغ‌ملک=Bagh-e Malek, شادگان=Shadegan, حمیدیه=Hamidiyeh, هویزه=Hoveyzeh, بستان=Bostan, گتوند=Gotvand, لالی=Lali, هفتکل=Haftkel, آغاجاری=Aghajari, ملاثانی=Mollasani, شیبان=Sheyban, ویس=Veys, دهدز=Dehdez, قلعه تل=Qaleh Tol, اروندکنار=Arvand Kenar, چمران=Chamran, اندیکا=Andika, کارون=Karun, الوان=Alvan, صیدون=Seydun, حر=Horr',
  ],
  [
    'زنجان=Zanjan|36.6769|48.4963',
    'زنجان=Zanjan, ابهر=Abhar, خرمدره=Khorramdarreh, قیدار=Qeydar, هیدج=Hidaj, صائین‌قلعه=Sain Qaleh, آب‌بر=Ab Bar, سلطانیه=Soltanieh, ماه‌نشان=Mah Neshan, زرین‌آباد=Zarrinabad, سجاس=Sojas, زرین‌رود=Zarrin Rud, گرماب=Garmab, دندی=Dandi, چورزق=Chavarzaq, حلب=Halab, کرسف=Karasf, سهرورد=Sohrevard, ارمغان‌خانه=Armaghan Khaneh',
  ],
  [
    'سمنان=Semnan|35.5769|53.3953',
    'سمنان=Semnan, شاهرود=Shahrud, دامغان=Damghan, گرمسار=Garmsar, مهدی‌شهر=Mahdishahr, ایوانکی=Eyvanki, شهمیرزاد=Shahmirzad, سرخه=Sorkheh, آرادان=Aradan, میامی=Meyami, بسطام=Bastam, مجن=Mojen, بیارجمند=Biarjomand, کلاته خیج=Kalateh Khij, درجزین=Darjazin, امیریه=Amiriyeh, دیباج=Dibaj, کهن‌آباد=Kohanabad',
  ],
  [
    'سیستان و بلوچستان=Sistan and Baluchestan|29.4963|60.8629',
    'زاهدان=Zahedan, زابل=Zabol, ایرانشهر=Iranshahr, چابهار=Chabahar, سراوان=Saravan, خاش=Khash, کنارک=Konarak, نیک‌شهر=Nikshahr, راسک=Rask, سرباز=Sarbaz, جالق=Jaleq, پیشین=Pishin, بمپور=Bampur, فنوج=Fanuj, قصرقند=Qasr-e Qand, میرجاوه=Mirjaveh, سوران=Suran, زهک=Zehak, دوست‌محمد=Dust Mohammad, ادیمی=Adimi, بزمان=Bazman, گشت=Gosht, محمدی=Mohammadi, نگور=Negur, اسپکه=Espakeh, بنجار=Bonjar, محمدآباد=Mohammadabad, دلگان=Dalgan, تفتان=Taftan, زرآباد=Zarabad, نصرت‌آباد=Nosratabad, مهرستان=Mehrestan, علی‌اکبر=Ali Akbar, لاشار=Lashar',
  ],
  [
    'فارس=Fars|29.5918|52.5837',
    'شیراز=Shiraz, مرودشت=Marvdasht, جهرم=Jahrom, فسا=Fasa, کازرون=Kazerun, صدرا=Sadra, داراب=Darab, فیروزآباد=Firuzabad, لار=Lar, آباده=Abadeh, نورآباد=Nurabad, نی‌ریز=Neyriz, اقلید=Eqlid, استهبان=Estahban, گراش=Gerash, زرقان=Zarqan, کوار=Kavar, لامرد=Lamerd, صفاشهر=Safashahr, حاجی‌آباد زرین‌دشت=Hajjiabad Zarrin Dasht, قیر=Qir, اوز=Evaz, خرامه=Kharameh, سروستان=Sarvestan, سعادت‌شهر=Saadat Shahr, ارسنجان=Arsanjan, بیضا=Beyza, اردکان=Ardakan, مهر=Mohr, خنج=Khonj, فراشبند=Farashband, سورمق=Surmaq, قادرآباد=Qaderabad, بوانات=Bavanat, خشت=Khesht, قائمیه=Qaemiyeh, بیرم=Beyram, جویم=Juyom, میمند=Meymand, شهر پیر=Shahr-e Pir, داریان=Darian, لپویی=Lapui, خاوران=Khavaran, اشکنان=Eshkanan, علامرودشت=Alamarvdasht, کنارتخته=Konartakhteh',
  ],
  [
    'قزوین=Qazvin|36.2688|50.0041',
    'قزوین=Qazvin, تاکستان=Takestan, الوند=Alvand, اقبالیه=Eqbalieh, آبیک=Abyek, محمدیه=Mohammadieh, محمودآباد نمونه=Mahmudabad Nemuneh, بوئین‌زهرا=Buin Zahra, شال=Shal, اسفرورین=Esfarvarin, دانسفهان=Danesfahan, ضیاءآباد=Ziaabad, آوج=Avaj, شریفیه=Sharifieh, بیدستان=Bidestan, خرمدشت=Khorramdasht, آبگرم=Abgarm, ارداق=Ardaq, معلم‌کلایه=Moallem Kalayeh, رازمیان=Razmian, سیردان=Sirdan, کوهین=Kuhin, نرجه=Narjeh, سگزآباد=Sagzabad',
  ],
  ['قم=Qom|34.6399|50.8759', 'قم=Qom, جعفریه=Jafarieh, دستجرد=Dastjerd, قنوات=Qanavat, کهک=Kahak, سلفچگان=Salafchegan, پردیسان=Pardisan'],
  [
    'کردستان=Kurdistan|35.3219|46.9862',
    'سنندج=Sanandaj, سقز=Saqqez, مریوان=Marivan, بانه=Baneh, قروه=Qorveh, کامیاران=Kamyaran, بیجار=Bijar, دیواندره=Divandarreh, دهگلان=Dehgolan, سروآباد=Sarvabad, کانی‌دینار=Kani Dinar, شویشه=Shuyesheh, موچش=Muchesh, یاسوکند=Yasukand, دلبران=Delbaran, زرینه=Zarrineh, صاحب=Saheb, آرمرده=Armardeh, بوئین سفلی=Buin-e Sofla, سریش‌آباد=Serishabad, بلبان‌آباد=Bolbanabad, دزج=Dezaj',
  ],
  [
    'کرمان=Kerman|30.2839|57.0834',
    'کرمان=Kerman, سیرجان=Sirjan, رفسنجان=Rafsanjan, جیرفت=Jiroft, بم=Bam, زرند=Zarand, کهنوج=Kahnuj, شهربابک=Shahr-e Babak, بافت=Baft, بروات=Baravat, بردسیر=Bardsir, راور=Ravar, عنبرآباد=Anbarabad, منوجان=Manujan, رودبار جنوب=Rudbar-e Jonub, انار=Anar, ماهان=Mahan, کوهبنان=Kuhbanan, رابر=Rabor, ارزوئیه=Orzuiyeh, فهرج=Fahraj, نرماشیر=Narmashir, ریگان=Rigan, قلعه گنج=Qaleh Ganj, فاریاب=Faryab, جوپار=Jupar, گلباف=Golbaf, شهداد=Shahdad, چترود=Chatrud, باغین=Baghin, راین=Rayen, کاظم‌آباد=Kazemabad, اختیارآباد=Ekhtiarabad, زنگی‌آباد=Zangiabad, پاریز=Pariz, نجف‌شهر=Najafshahr, یزدان‌شهر=Yazdan Shahr, خاتون‌آباد=Khatunabad',
  ],
  [
    'کرمانشاه=Kermanshah|34.3142|47.0650',
    'کرمانشاه=Kermanshah, اسلام‌آباد غرب=Eslamabad-e Gharb, هرسین=Harsin, کنگاور=Kangavar, جوانرود=Javanrud, سنقر=Sonqor, صحنه=Sahneh, سرپل ذهاب=Sarpol-e Zahab, پاوه=Paveh, روانسر=Ravansar, گیلانغرب=Gilan-e Gharb, قصر شیرین=Qasr-e Shirin, کرند غرب=Kerend-e Gharb, تازه‌آباد=Tazehabad, نوسود=Nowsud, نودشه=Nowdeshah, باینگان=Bayangan, سومار=Sumar, کوزران=Kuzaran, بیستون=Bisotun, گهواره=Gahvareh, میان‌راهان=Mianrahan, شاهو=Shahu, ازگله=Ezgeleh, سرمست=Sarmast, حمیل=Homeyl, رباط=Robat',
  ],
  [
    'کهگیلویه و بویراحمد=Kohgiluyeh and Boyer-Ahmad|30.6682|51.5880',
    'یاسوج=Yasuj, دوگنبدان=Dogonbadan, دهدشت=Dehdasht, لیکک=Likak, چرام=Charam, لنده=Landeh, باشت=Basht, سی‌سخت=Sisakht, مادوان=Madavan, سوق=Suq, دیشموک=Dishmuk, قلعه رئیسی=Qaleh Raisi, مارگون=Margun, پاتاوه=Pataveh, چیتاب=Chitab, گراب سفلی=Garab-e Sofla',
  ],
  [
    'گلستان=Golestan|36.8393|54.4342',
    'گرگان=Gorgan, گنبد کاووس=Gonbad-e Kavus, علی‌آباد کتول=Aliabad-e Katul, بندر ترکمن=Bandar Torkaman, آق‌قلا=Aq Qala, کردکوی=Kordkuy, کلاله=Kalaleh, آزادشهر=Azadshahr, مینودشت=Minudasht, گالیکش=Galikash, بندر گز=Bandar Gaz, رامیان=Ramian, گمیش‌تپه=Gomish Tappeh, مراوه‌تپه=Maraveh Tappeh, فاضل‌آباد=Fazelabad, خان‌ببین=Khan Bebin, سیمین‌شهر=Siminshahr, انبار آلوم=Anbar Olum, جلین=Jelin, دلند=Daland, نگین‌شهر=Neginshahr, نوکنده=Nowkandeh, اینچه‌برون=Incheh Borun, سرخنکلاته=Sorkhankalateh, نوده خاندوز=Nowdeh Khanduz',
  ],
  [
    'گیلان=Gilan|37.2808|49.5832',
    'رشت=Rasht, بندر انزلی=Bandar-e Anzali, لاهیجان=Lahijan, لنگرود=Langarud, تالش=Talesh, آستارا=Astara, صومعه‌سرا=Sowmeeh Sara, آستانه اشرفیه=Astaneh-ye Ashrafiyeh, رودسر=Rudsar, فومن=Fuman, خمام=Khomam, رضوان‌شهر=Rezvanshahr, ماسال=Masal, سیاهکل=Siahkal, املش=Amlash, شفت=Shaft, رودبار=Rudbar, منجیل=Manjil, لوشان=Lowshan, کیاشهر=Kiashahr, کوچصفهان=Kuchesfahan, لشت نشا=Lasht-e Nesha, سنگر=Sangar, چابکسر=Chaboksar, کلاچای=Kelachay, واجارگاه=Vajargah, رحیم‌آباد=Rahimabad, ماسوله=Masuleh, هشتپر=Hashtpar, لیسار=Lisar, اسالم=Asalem, پره‌سر=Pareh Sar, شلمان=Shalman, چاف و چمخاله=Chaf and Chamkhaleh, توتکابن=Tutkabon, رستم‌آباد=Rostamabad, بره‌سر=Bareh Sar, دیلمان=Deylaman',
  ],
  [
    'لرستان=Lorestan|33.4878|48.3558',
    'خرم‌آباد=Khorramabad, بروجرد=Borujerd, دورود=Dorud, کوهدشت=Kuhdasht, الیگودرز=Aligudarz, نورآباد=Nurabad, ازنا=Azna, الشتر=Aleshtar, پلدختر=Pol-e Dokhtar, سراب دوره=Sarab-e Dowreh, کوهنانی=Kuhnani, معمولان=Mamulan, چغلوندی=Chaghalvandi, سپیددشت=Sepid Dasht, زاغه=Zagheh, اشترینان=Oshtorinan, گراب=Garab, فیروزآباد=Firuzabad, ویسیان=Veysian, چالانچولان=Chalanchulan, مومن‌آباد=Momenabad, شول‌آباد=Shulabad, رومشکان=Rumeshkan',
  ],
  [
    'مازندران=Mazandaran|36.5659|53.0586',
    'ساری=Sari, بابل=Babol, آمل=Amol, قائم‌شهر=Qaem Shahr, بهشهر=Behshahr, چالوس=Chalus, نکا=Neka, بابلسر=Babolsar, تنکابن=Tonekabon, نوشهر=Nowshahr, فریدونکنار=Fereydunkenar, رامسر=Ramsar, جویبار=Juybar, محمودآباد=Mahmudabad, نور=Nur, امیرکلا=Amirkola, زیراب=Zirab, عباس‌آباد=Abbasabad, کلاردشت=Kelardasht, گلوگاه=Galugah, رویان=Royan, کیاکلا=Kiakola, سلمان‌شهر=Salman Shahr, رستمکلا=Rostamkola, چمستان=Chamestan, پل سفید=Pol-e Sefid, خرم‌آباد تنکابن=Khorramabad Tonekabon, نشتارود=Nashtarud, شیرود=Shirud, بهنمیر=Bahnemir, هادی‌شهر بابلسر=Hadishahr Babolsar, کیاسر=Kiasar, سورک=Surak, شیرگاه=Shirgah, آلاشت=Alasht, بلده=Baladeh, کلارآباد=Kelarabad, سرخرود=Sorkhrud, ایزدشهر=Izadshahr, گتاب=Gatab, مرزن‌آباد=Marzanabad, کجور=Kojur',
  ],
  [
    'مرکزی=Markazi|34.0954|49.7013',
    'اراک=Arak, ساوه=Saveh, خمین=Khomeyn, محلات=Mahallat, دلیجان=Delijan, شازند=Shazand, مأمونیه=Mamuniyeh, تفرش=Tafresh, کمیجان=Komijan, آشتیان=Ashtian, خنداب=Khondab, فرمهین=Farmahin, نراق=Naraq, زاویه=Zaviyeh, پرندک=Parandak, غرق‌آباد=Gharqabad, خشکرود=Khoshkrud, مهاجران=Mohajeran, آستانه=Astaneh, توره=Tureh, هندودر=Hendudar, نیم‌ور=Nimvar, داودآباد=Davudabad, میلاجرد=Milajerd, نوبران=Nowbaran, کارچان=Karchan, ساروق=Saruq, جاورسیان=Javersian',
  ],
  [
    'هرمزگان=Hormozgan|27.1832|56.2666',
    'بندرعباس=Bandar Abbas, میناب=Minab, قشم=Qeshm, بندر لنگه=Bandar Lengeh, رودان=Rudan, کیش=Kish, حاجی‌آباد=Hajjiabad, پارسیان=Parsian, بستک=Bastak, بندر خمیر=Bandar Khamir, جاسک=Jask, سیریک=Sirik, هرمز=Hormuz, ابوموسی=Abu Musa, بشاگرد=Bashagard, درگهان=Dargahan, سوزا=Suza, بندر چارک=Bandar Charak, کنگ=Kong, جناح=Jenah, تخت=Takht, فین=Fin, هشتبندی=Hashtbandi, کوشک‌نار=Kushknar, لافت=Laft, سندرک=Senderk, کوهستک=Kuhestak, بندر کلاهی=Bandar Kolahi',
  ],
  [
    'همدان=Hamadan|34.7992|48.5146',
    'همدان=Hamadan, ملایر=Malayer, نهاوند=Nahavand, اسدآباد=Asadabad, تویسرکان=Tuyserkan, بهار=Bahar, کبودرآهنگ=Kabudarahang, لالجین=Lalejin, رزن=Razan, فامنین=Famenin, مریانج=Maryanaj, قروه درجزین=Qorveh-e Darjazin, صالح‌آباد=Salehabad, جورقان=Juraqan, سامن=Samen, سرکان=Serkan, فیروزان=Firuzan, فرسفج=Farasfaj, دمق=Damaq, گیان=Gian, جوکار=Jowkar, ازندریان=Azandarian, قهاوند=Qahavand, گل‌تپه=Gol Tappeh, شیرین‌سو=Shirin Su, برزول=Barzul, آجین=Ajin',
  ],
  [
    'یزد=Yazd|31.8974|54.3569',
    'یزد=Yazd, میبد=Meybod, اردکان=Ardakan, بافق=Bafq, مهریز=Mehriz, ابرکوه=Abarkuh, اشکذر=Ashkezar, تفت=Taft, حمیدیا=Hamidia, شاهدیه=Shahediyeh, زارچ=Zarch, هرات=Herat, مروست=Marvast, بهاباد=Behabad, عقدا=Aqda, ندوشن=Nodushan, مهردشت=Mehrdasht, خضرآباد=Khezrabad, نیر=Nir, بفروئیه=Bafruiyeh, احمدآباد=Ahmadabad',
  ],
]

/** Neighbourhoods of three large cities, by the city's English name. */
export const neighbourhoods: readonly [city: string, names: string][] = [
  [
    'Tehran',
    'تجریش=Tajrish, نیاوران=Niavaran, زعفرانیه=Zafaranieh, ولنجک=Velenjak, ونک=Vanak, یوسف‌آباد=Yousef Abad, پونک=Punak, صادقیه=Sadeghieh, سعادت‌آباد=Saadat Abad, شهرک غرب=Shahrak-e Gharb, جردن=Jordan, پاسداران=Pasdaran, قلهک=Gholhak, دروس=Darous, نارمک=Narmak, تهرانپارس=Tehranpars, پیروزی=Piroozi, نازی‌آباد=Nazi Abad, یافت‌آباد=Yaft Abad, گیشا=Gisha, ستارخان=Sattarkhan, امیرآباد=Amir Abad, جمهوری=Jomhouri, بازار=Bazaar, شوش=Shush, جنت‌آباد=Jannat Abad, شهران=Shahran, اکباتان=Ekbatan, لویزان=Lavizan, حکیمیه=Hakimieh',
  ],
  [
    'Mashhad',
    'احمدآباد=Ahmadabad, سجاد=Sajjad, وکیل‌آباد=Vakilabad, الهیه=Elahieh, قاسم‌آباد=Qasemabad, کوهسنگی=Kuhsangi, طلاب=Tollab, کوی امیر=Kuy-e Amir, هاشمیه=Hashemieh, ملک‌آباد=Malekabad, سناباد=Sanabad, طبرسی=Tabarsi, پنجراه=Panjrah, راهنمایی=Rahnamaei, فرامرز عباسی=Faramarz Abbasi',
  ],
  [
    'Isfahan',
    'جلفا=Jolfa, هشت بهشت=Hasht Behesht, مرداویج=Mardavij, چهارباغ=Chaharbagh, شیخ صدوق=Sheikh Sadugh, خانه اصفهان=Khaneh Esfahan, ملک‌شهر=Malekshahr, کوی امام=Kuy-e Imam, سپاهان‌شهر=Sepahan Shahr, ابن سینا=Ibn Sina, حکیم نظامی=Hakim Nezami, هزار جریب=Hezar Jarib, لنبان=Lonban, جوباره=Jubareh, احمدآباد=Ahmadabad',
  ],
]
