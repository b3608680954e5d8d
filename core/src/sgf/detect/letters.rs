//! The characters that are frequent in records: in the names of players and places, ranks, results
//! and comments.

/// Chinese in simplified characters.
pub(super) const SIMPLIFIED: &str = "黑白棋围段级胜负贴半盘目子杯赛九业余职对局中国韩日本王李张刘陈杨赵周吴徐孙朱马胡林郭何高罗\
郑梁谢宋唐许邓冯曹彭曾肖田董袁潘于蒋蔡杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方邹孟熊秦邱江尹薛雷侯龙史陶\
黎贺顾毛郝龚邵万钱严武戴莫孔汤古力柯洁连笑昌镐世俊时越豪聂卫平宏强伟明文华建军海东晓小志永新一二三四五六七八十年月的是\
不在人有我他这为之大来以个上们要就出会可也你生能而那得着下自过发后作里用道行所然家事成多经么去法学如都同现当没动面起看\
定天分还进好部其些主理心前开但因只从想实意无长手第点先角边劫活死杀吃断接打征空地形势定式布官收名人赢输数让先认投超时星";

/// Chinese in traditional characters.
pub(super) const TRADITIONAL: &str = "黑白棋圍段級勝負貼半盤目子盃賽九業餘職對局中國韓日本王李張劉陳楊趙周吳徐孫朱馬胡林郭何高羅\
鄭梁謝宋唐許鄧馮曹彭曾蕭田董袁潘蔣蔡杜葉程蘇魏呂丁任沈姚盧姜崔鐘譚陸汪范金石廖賈夏韋方邱江尹薛雷侯龍史陶黎賀顧毛邵萬錢\
嚴武戴莫孔湯古力世俊時越豪衛平宏強偉明文華建軍海東曉小志永新一二三四五六七八十年月的是不在人有我他這為之大來以個上們要\
就出會可也你生能而那得著下自過發後作裡用道行所然家事成多經麼去法學如都同現當沒動面起看定天分還進好部其些主理心前開但因\
只從想實意無長手第點先角邊劫活死殺吃斷接打征空地形勢式布官收名贏輸數讓認投超台北灣信義仁德";

/// Japanese kanji.
pub(super) const KANJI: &str = "黒白碁囲段級勝負半盤目子杯戦九初名人本因坊王座天元棋聖十局手院日中国韓関西東京大阪山田中村井上木\
本小林高川佐藤鈴伊渡辺加吉石清橋森池武趙治勲依紀基羽根直樹結城聡河野臨虎丸一力遼芝張栩朝裕太許家雲坂栄男呉源岩達夫秀行\
哉和谷道知念淳司三四五六七八十年月第回予選決勝級竜戦賞杯昭平成令時間先番互込出持黒盤解説生会社新聞朝日毎読売有藤田島原松\
村野宮内前長正明文英光博健一郎次美子恵理香奈由";

/// Korean hangul.
pub(super) const HANGUL: &str = "김이박최정조강윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현\
함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은편용흑백단급승패불계집반바둑대회전결판덤돌사활수창호세동훈영희\
철상태준재형규식경복욱민섭환열광일균목찬범종병건근웅혁빈란순미숙자화나다라가를을는의에로으고리시어아해니그한들있것하배컵\
기왕위국수명최고천원응씨삼성화재농심중일국내속초제한시간";

/// The letters of a language besides the ASCII letters: the frequent letters, and the other
/// letters.
pub(super) type LetterSets = [&'static str; 2];

/// Names of players from several countries, then German, Scandinavian languages, French, Spanish,
/// Portuguese, Italian and Icelandic.
pub(super) const WESTERN: &[LetterSets] = &[
    ["éáíóöüäç", "ÉÁÍÓÖÜÄÇ"],
    ["öüäß", "ÖÜÄé"],
    ["åäöøæ", "ÅÄÖØÆéü"],
    ["éèàç", "êîâôûïëùœÉÈÀÇÊÎÂÔœŒ"],
    ["áéíóúñ", "üÁÉÍÓÚÑçàèòï"],
    ["ãçáéíóú", "õâêôàÃÇÁÉÍÓÚÕÂÊÔ"],
    ["àèéìòù", "ÀÈÉÌÒÙ"],
    ["áðíóúæöþý", "éÁÐÍÓÚÆÖÞÝÉ"],
];

/// Czech and Slovak, Polish, Hungarian, South Slavic languages and Romanian.
pub(super) const CENTRAL: &[LetterSets] = &[
    ["áéíěščřžýů", "úťďňóÁÉÍĚŠČŘŽÝÚŤĎŇäôľĺŕĽÓÔ"],
    ["łąęóśż", "źćńŁÓŚŻŹĆŃĄĘ"],
    ["áéíóöőüúű", "ÁÉÍÓÖŐÜÚŰ"],
    ["čćšžđ", "ČĆŠŽĐ"],
    ["ăâîşţ", "ĂÂÎŞŢ"],
];

/// Turkish.
pub(super) const TURKISH: &[LetterSets] = &[["ığşçöü", "İĞŞÇÖÜâîû"]];

/// Lithuanian, Latvian and Estonian.
pub(super) const BALTIC: &[LetterSets] = &[
    ["ąčęėįšųūž", "ĄČĘĖĮŠŲŪŽ"],
    ["āēīūšžčņļķģ", "ĀĒĪŪŠŽČŅĻĶĢ"],
    ["õäöü", "ÕÄÖÜšž"],
];

/// Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian.
pub(super) const CYRILLIC: &[LetterSets] = &[
    [
        "оеаинтсрвлкмдпу",
        "йцгшщзхфыжэячьбюъёОЕАИНТСРВЛКМДПУЙЦГШЩЗХФЫЖЭЯЧЬБЮЪЁ",
    ],
    [
        "оаинтевсркімдпу",
        "йцгшщзхфжячьлбюїєґўыОАИНТЕВСРКМДПУЙЦГШЩЗХФЖЯЧЬЛБЮІЇЄҐЎ",
    ],
    [
        "оаинтесрвлкмдпуј",
        "цгшзхфжчбљњћђџОАИНТЕСРВЛКМДПУЦГШЗХФЖЧБЈЉЊЋЂЏ",
    ],
];

/// Greek.
pub(super) const GREEK: &[LetterSets] = &[[
    "αοιετσνηυρπκςάόίέή",
    "λμγδθφχωβξζψύώϊϋΐΰΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏ",
]];

/// Hebrew.
pub(super) const HEBREW: &[LetterSets] = &[["יוהלאמרתבשנם", "גדזחטכןסעףפץצקך"]];

/// Arabic.
pub(super) const ARABIC: &[LetterSets] = &[["اليمنرتبوهدسعفك", "ءآأؤإئةثجحخذزشصضطظغقى"]];

/// Thai.
pub(super) const THAI: &[LetterSets] = &[["านรอกเงมยลวดทสตะปบคห", "ขจชซญณถธผฝพภศษฐัำิีึืุูแโใไ็่้์ฟฏฉ"]];

/// Punctuation that programs insert.
pub(super) const PUNCTUATION: &str = "’‘“”„–—…«»°·№©®½¼¾¿¡´\u{a0}";
