/** Numbers in words and in all scripts, by language. Phrases are separated by bars. */
export const NUMBERS = {
  en: `five percent|twenty-five|a hundred and ten|two thousand three hundred|one point five|a dozen points|eleven|ninety-nine|seven per cent|forty|zero|three-digit|sixty basis points|a million shares|fifteen minutes|two|thirteen|billions|six|eighty cents|nineteen|seventeen|a couple of points|hundreds|thirty-odd|fifties|twelve|four points|eightyish`,
  de: `fünf Prozent|fünfundzwanzigprozentig|elf Punkte|zweihundert|dreißig|achtzehn|zwölf Prozent|neunundneunzig|ein Dutzend Punkte|eine Million|siebzig|sechs|zweistellig|hundertzehn|viertausend|zwanzigmal|fuenf Prozent|acht Prozent|neunzehn|fünfzig|vierzig|hunderte|ein paar Prozent|sechzehn|siebenhundert|null|dreizehntausend`,
  es: `cinco por ciento|veintiún|treinta y dos|dos mil|ciento diez|once puntos|quince|dieciséis|veinticinco|cincuenta|un millón|una docena de puntos|setecientos|noventa y nueve|doscientas|diez puntos|siete|cuarenta|ochocientos|trece|unos cuantos miles`,
  fr: `cinq pour cent|quatre-vingts|soixante-dix|vingt et un|deux mille|onze|une douzaine de points|quatre-vingt-dix-neuf|cent dix|un million|trente|sept|huitante|nonante|seize|quinze|dix-huit|neuf|une centaine|des milliers|quarante`,
  pt: `cinco por cento|dezesseis|vinte e um|dois mil|cento e dez|onze|uma dúzia de pontos|quinze|quatorze|cinquenta|um milhão|setecentos|noventa e nove|duzentas|dez pontos|sete|quarenta|oitocentos|treze|dezasseis|milhares`,
  ja: `五パーセント|十二|三千|二百三十八|一万|百円|ゼロ|ひとつ|ふたつ|みっつ|五ポイント|数千|何十|七パーセント|千三百|〇・五|壱万|弐百|参拾|億単位|兆円|四つ|六|八|九十九|さんじゅう|ひゃく|ごじゅう|二桁|十パーセント|五百銘柄|いちまん|ダース|スリー|百万|二本|三つ|九`,
} as const;

/** Fractions, multiples and ordinals. */
export const PARTS = {
  en: `a third|fell by a third|half|halved|doubled|tripled its value|twofold|a quarter of it|two-thirds|three times|twice|a tenth|tenfold|the first time|the second one|once again as much as half|the third in a row|quadrupled|a fraction of it|multiplied|an eighth|the fifth of its kind|a majority share of a fifth|threefold|thrice|half-price|the last one|consecutive`,
  de: `ein Drittel|um die Hälfte|halbiert|verdoppelt|verdreifacht|das Doppelte|ein Viertel|zwei Drittel|dreimal|zweifach|ein Zehntel|zehnfach|zum ersten Mal|die zweite|das dritte in Folge|vervierfacht|ein Bruchteil|vervielfacht|ein Achtel|der fünfte|anderthalb|dreifache|halb so viel|zum letzten Mal|hintereinander|eineinhalb|die Hälfte`,
  es: `un tercio|la mitad|a la mitad|se duplicó|triplicado|el doble|un cuarto|dos tercios|tres veces|una décima parte|por primera vez|el segundo|la tercera seguida|cuadruplicó|una fracción|multiplicado|un octavo|el quinto|medio|el último|consecutivas`,
  fr: `un tiers|la moitié|réduit de moitié|a doublé|triplé|le double|un quart|deux tiers|trois fois|un dixième|pour la première fois|le deuxième|la troisième d’affilée|quadruplé|une fraction|multiplié|un huitième|le cinquième|demi|le dernier|consécutives`,
  pt: `um terço|a metade|pela metade|dobrou|triplicou|o dobro|um quarto|dois terços|três vezes|um décimo|pela primeira vez|o segundo|a terceira seguida|quadruplicou|uma fração|multiplicado|um oitavo|o quinto|meio|o último|consecutivas`,
  ja: `三分の一|３分の１|半分|半値|半減|倍|倍増|二倍になりました|三倍|五割|一割|割合|初めて|第一|二番目|三度目|最後|連続|四分の一|半額|ダブル|トリプル|ハーフ|四半期|続伸|続落|はじめて|折半|ばいになりました|はんぶん|三日ぶり|なかばまで|倍率|五割引|再び|相次いで|二回目|最終`,
} as const;
