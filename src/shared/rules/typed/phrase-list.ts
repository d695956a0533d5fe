import { BAR_PHRASES } from './phrase-bars.ts';
import { HISTORY_PHRASES } from './phrase-history.ts';
import {
  WORDS,
  ANY_UNIT,
  unitOf,
  NAMED,
  AVERAGE,
  KIND,
  functionOf,
  average,
  averageVolume,
  UP,
  DOWN,
  MORE,
  SPAN,
  moves,
  times,
  time,
  ZONE,
  zoneOf,
  TIME,
  DAYS,
  inSession,
  FRAMES,
  FRAME,
  GOES,
  STAYS,
} from './phrase-parts.ts';
import { type Phrase, phrase } from './phrases.ts';

/** What the others are written with: numbers in digits, and without their currency. */
export const FIRST_PHRASES: readonly Phrase[] = [
  ...WORDS.map((word, at) => phrase(word, String(at + 2))),
  phrase('one(?= (?:bar|day|hour|week|minute|candle))', '1'),
  phrase('zero(?: line)?', '0'),
  phrase('(?:\\$|€|£) (~)', '$1'),
  phrase('but', 'and'),
  phrase('only(?= )', ''),
  phrase('isnt|arent|wasnt', 'is not'),
  phrase('price change', 'change'),
  phrase('all - ?time (?:high|low)|all time (?:high|low)', 'ath'),
  phrase('and barstate[.]isconfirmed|barstate[.]isconfirmed and', ''),
];

/** In the order in which they are looked for: longer ones first. */
export const PHRASES: readonly Phrase[] = [
  // What only leads to the condition.
  phrase(
    '(?:please )?(?:alert|notify|tell|ping|text|email|let) (?:me )?(?:know )?(?:when|if|once|whenever)',
    '',
  ),
  ...HISTORY_PHRASES,
  // Other timeframes, which look like numbers.
  phrase(
    `(${FRAME})(?= (?:~ )?(?:close|open|high|low|volume|rsi|macd|sma|ema|ma|atr|adx|vwap|supertrend|cci|mfi|change|bb_|donch)[a-z_]*(?: |$))`,
    // Words are in lower case: a month keeps its letter as `mo`.
    (frame = '') => `@${FRAMES[frame]?.replace('M', 'mo')}`,
  ),
  // Numbers.
  phrase('(~) (?:usd|usdt|usdc|dollars?|eur|gbp|bucks|points?|pts)', '$1'),
  phrase('(~) (?:k|thousand)', (n) => String(Number(n) * 1e3)),
  phrase(
    '(~) (?:mm|m|mio|million)(?! (?:rsi|close|open|high|low|volume|macd|sma|ema|ma|atr|adx|vwap|chart|bars?|candles?))',
    (n) => String(Number(n) * 1e6),
  ),
  phrase('(~) (?:bn|b|billion)', (n) => String(Number(n) * 1e9)),
  // Times.
  phrase(
    `on (?:a )?(${DAYS.join('|')})s?${ZONE}`,
    (day = '', zone) => `@and (dayofweek(${zoneOf(zone)}) = ${DAYS.indexOf(day) + 1})`,
  ),
  phrase(
    `(?:during|in|within) (?:the )?(new york|us|london|frankfurt|tokyo|asian?) (?:trading )?(?:session|hours)`,
    (name = '') =>
      '@and ' +
      inSession({ 'new york': 'new_york', us: 'new_york', asia: 'tokyo', asian: 'tokyo' }[name] ?? name),
  ),
  phrase(
    '(?:during|in|within) (?:regular|market|trading) (?:trading )?(?:hours|session)',
    `@and ${inSession('new_york')}`,
  ),
  phrase('session[.]ismarket', inSession('new_york')),
  phrase(`(?:after|from) ${TIME}${ZONE}`, (h, m, half, zone) =>
    m === undefined && half === undefined ? null : `@and (clock(${zoneOf(zone)}) >= ${time(h, m, half)})`,
  ),
  phrase(`(?:before|until) ${TIME}${ZONE}`, (h, m, half, zone) =>
    m === undefined && half === undefined ? null : `@and (clock(${zoneOf(zone)}) < ${time(h, m, half)})`,
  ),
  phrase(
    `time (>|>=|<|<=) ${TIME}${ZONE}`,
    (sign, h, m, half, zone) => `clock(${zoneOf(zone)}) ${sign} ${time(h, m, half)}`,
  ),
  phrase(`between ${TIME} (?:and|-|to) ${TIME}${ZONE}`, (h, m, half, h2, m2, half2, zone) =>
    m === undefined && half === undefined && half2 === undefined
      ? null
      : `@and (clock(${zoneOf(zone)}) >= ${time(h, m, half ?? half2)} and clock(${zoneOf(zone)}) < ${time(h2, m2, half2)})`,
  ),
  ...DAYS.map((day, at) => phrase(`dayofweek[.]${day}`, String(at + 1))),
  ...DAYS.map((day, at) => phrase(`(?:it is |its )?${day}s?`, `(dayofweek(new_york) = ${at + 1})`)),
  // Volume.
  phrase(`(~) (?:- )?(${ANY_UNIT})s? (?:average|avg|mean) (?:of )?(?:daily )?(?:volume|vol)`, (n, unit) =>
    averageVolume(n, unit),
  ),
  phrase(`average (~) (?:- )?(${ANY_UNIT}) (?:volume|vol)`, (n, unit) => averageVolume(n, unit)),
  phrase('(?:average|avg|mean|normal) (?:volume|vol)(?: \\( (~) \\))?', (n) => averageVolume(n)),
  phrase('(?:volume|vol) (?:moving average|average|avg|ma|sma)(?: \\(? ?(~) \\)?)?', (n) => averageVolume(n)),
  phrase('(?:relative volume|rvol|rel vol)', '(volume / sma(volume, 20))'),
  phrase('(?:volume|vol) spikes?(?! \\d)', 'volume_spike(3, 20)'),
  // Crossings that have a name.
  phrase('golden cross(?:over)?', 'golden_cross(50, 200)'),
  phrase('death cross(?:over)?', 'death_cross(50, 200)'),
  phrase(
    '(?:bullish macd cross(?:over)?|macd bullish cross(?:over)?|macd crosses up|macd cross up)',
    'macd(12, 26) crosses above macd_signal(12, 26, 9)',
  ),
  phrase(
    '(?:bearish macd cross(?:over)?|macd bearish cross(?:over)?|macd crosses down|macd cross down)',
    'macd(12, 26) crosses below macd_signal(12, 26, 9)',
  ),
  phrase('macd (?:histogram|hist)', 'macd_hist(12, 26, 9)'),
  phrase('(?:macd signal(?: line)?|signal line|signal)(?! ?\\()', 'macd_signal(12, 26, 9)'),
  phrase('macd line', 'macd(12, 26)'),
  phrase('rsi (?:is )?(?:in )?oversold', 'rsi(14) < 30'),
  phrase('rsi (?:is )?(?:in )?overbought', 'rsi(14) > 70'),
  phrase('(?:stoch|stochastic) ?rsi (?:% )?d(?! ?\\()', 'stochrsi_d(14, 14, 3, 3)'),
  phrase('(?:stoch|stochastic) ?rsi(?: (?:% )?k)?(?! ?\\()', 'stochrsi_k(14, 14, 3)'),
  phrase('(?:stoch|stochastic)?(?: )?% k', 'stoch_k(14, 1)'),
  phrase('(?:stoch|stochastic)?(?: )?% d', 'stoch_d(14, 1, 3)'),
  phrase('(?:slow )?(?:stoch|stochastic)(?: k)?(?! ?\\()', 'stoch_k(14, 1)'),
  phrase(
    'supertrend (?:turns |flips |goes |is |gives a )?(?:bullish|green|up|to buy|buy)(?: signal)?',
    'supertrend_direction(10, 3) crosses above 0',
  ),
  phrase(
    'supertrend (?:turns |flips |goes |is |gives a )?(?:bearish|red|down|to sell|sell)(?: signal)?',
    'supertrend_direction(10, 3) crosses below 0',
  ),
  phrase('super trend', 'supertrend(10, 3)'),
  phrase(
    '(?:parabolic sar|sar|psar) (?:turns|flips|goes) (?:bullish|green|up)',
    'close crosses above psar(0.02, 0.02, 0.2)',
  ),
  phrase(
    '(?:parabolic sar|sar|psar) (?:turns|flips|goes) (?:bearish|red|down)',
    'close crosses below psar(0.02, 0.02, 0.2)',
  ),
  phrase('(?:parabolic sar|sar|psar)(?! ?\\()', 'psar(0.02, 0.02, 0.2)'),
  phrase('(?:tenkan sen|tenkan|conversion line)(?! ?\\()', 'tenkan(9)'),
  phrase('(?:kijun sen|kijun|base line)(?! ?\\()', 'kijun(26)'),
  phrase('(?:heikin ashi|heiken ashi|ha) (open|high|low|close)', 'ha_$1()'),
  phrase('(?:green|bullish) (?:heikin|heiken) ashi(?: candle| bar)?', '(ha_close() > ha_open())'),
  phrase('(?:red|bearish) (?:heikin|heiken) ashi(?: candle| bar)?', '(ha_close() < ha_open())'),
  phrase(
    '(?:upper|top) (?:bollinger band|bollinger|bband|band|bb)s?(?: \\( (~) , (~) \\))?',
    (n = '20', k = '2') => `bb_upper(${n}, ${k})`,
  ),
  phrase(
    '(?:lower|bottom) (?:bollinger band|bollinger|bband|band|bb)s?(?: \\( (~) , (~) \\))?',
    (n = '20', k = '2') => `bb_lower(${n}, ${k})`,
  ),
  phrase(
    '(?:middle|mid) (?:bollinger band|bollinger|bband|band|bb)s?(?: \\( (~) , (~) \\))?',
    (n = '20', k = '2') => `bb_middle(${n}, ${k})`,
  ),
  phrase('(?:bollinger|bb) (?:band )?(upper|lower|middle)(?: band)?', 'bb_$1(20, 2)'),
  phrase('(upper|lower|middle) keltner(?: channel| band)?', 'keltner_$1(20, 2, 10)'),
  phrase('(upper|lower|middle) donchian(?: channel| band)?', 'donchian_$1(20)[1]'),
  phrase('williams (?:% )?r|% r', 'williams_r(14)'),
  phrase(
    '(?:bollinger )?(?:bb|bands?) ?width|bandwidth|bbw',
    '((bb_upper(20, 2) - bb_lower(20, 2)) / bb_middle(20, 2))',
  ),
  phrase(
    `(?:${GOES}) (?:of|outside|out of)(?: the)? bollinger bands?`,
    'leaves (bb_lower(20, 2), bb_upper(20, 2))',
  ),
  phrase(`(?:${GOES}) outside(?: the)?(?= upper)`, 'crosses above'),
  phrase(`(?:${GOES}) outside(?: the)?(?= lower)`, 'crosses below'),
  phrase('(?:ha|heikin ashi) (?:is )?(?:green|bullish)', '(ha_close() > ha_open())'),
  phrase('(?:ha|heikin ashi) (?:is )?(?:red|bearish)', '(ha_close() < ha_open())'),
  phrase('true range', 'true_range()'),
  phrase('(?:bar |candle )?range(?! ?\\()', '(high - low)'),
  phrase('(?:bar |candle )?body(?: size)?(?! ?\\()', 'abs(close - open)'),
  phrase('(open|high|low|close) of (?:the )?(?:previous|prior|last) (?:bar|candle)', '$1[1]'),
  phrase('(open|high|low|close) of (?:the previous day|previous day|yesterday)', 'prev_day_$1()'),
  ...(['high', 'low'] as const).map((side) =>
    phrase(
      `(?:${side}est )?${side} (?:of|in|over)(?: the)?(?: last| past| previous)? (~) (days?|weeks?|hours?|bars?|candles?|periods?)`,
      (n, unit) => {
        const units = unitOf(unit);
        if (units !== 'bars') return `${n}-${units.slice(0, -1)} ${side}`;
        return side === 'high' ? `highest(high, ${n})[1]` : `lowest(low, ${n})[1]`;
      },
    ),
  ),
  phrase(
    '(?:is )?(?:the )?(highest|lowest) (?:in|of|over)(?: the)?(?: last| past)? (~) (?:bars?|candles?|periods?)',
    (side, n) => `${side === 'highest' ? '@most' : '@least'} ${n}`,
  ),
  phrase('(?:is |are )?(?:now )?(?:rising|increasing|going up|trending up)(?! ?\\()', '@rising'),
  phrase('(?:is |are )?(?:now )?(?:falling|decreasing|going down|trending down)(?! ?\\()', '@falling'),
  phrase('(?:price )?(?:makes|prints|forms)(?: a)?(?= (?:higher|lower) )', ''),
  // Averages and others of a number of bars.
  phrase(
    `(~)(?: -)?(?: (${ANY_UNIT}))?(?: -)?(?: (simple|exponential|weighted|hull))? (${AVERAGE}|${NAMED})(?! ?\\()(?! (?:volume|vol) )`,
    average,
  ),
  phrase(
    `(simple|exponential|weighted|hull)?(?: )?(moving average|moving avg) \\(? ?(~) ?\\)?`,
    (kind, name, n) => `${functionOf(kind, name)}(${n})`,
  ),
  phrase(
    `(simple|exponential|weighted|hull) (?:moving average|moving avg)`,
    (kind) => `${KIND[kind ?? '']}(20)`,
  ),
  phrase(`(${NAMED}) (~)(?! ?[x*%:])`, (name, n) => `${functionOf(undefined, name)}(${n})`),
  phrase('moving average', 'sma(20)'),
  phrase('ma(?= \\()', 'sma'),
  ...BAR_PHRASES,
  // Other timeframes.
  phrase(
    `on (?:the )?(${FRAME})(?: (?:chart|timeframe|tf|bars|candles))?`,
    (frame = '') => `on ${FRAMES[frame]}`,
  ),
  // Past something.
  phrase(`(?:${GOES})(?: back| up| out| right)? (?:above|over|up through|past|higher than)`, 'crosses above'),
  phrase(
    `(?:${GOES})(?: back| down| out| right)? (?:below|under|beneath|down through|lower than)`,
    'crosses below',
  ),
  phrase('(?:rises|climbs|pushes|jumps|surges|pops) through', 'crosses above'),
  phrase('(?:drops|falls|sinks|tumbles|slips|dips) through', 'crosses below'),
  phrase('(?:crosses|cross|breaks|goes|moves) through', 'crosses'),
  phrase('(?:hits|reaches|touches|tags|breaks)(?= )', 'crosses'),
  phrase('(?:cross|crossing|crossed)(?! ?\\()(?= )', 'crosses'),
  // Per cent.
  phrase(
    `(?:${UP}) ${MORE}(~) %(?: or more)? (?:today|on the day|this session|intraday|for the day)`,
    (n) => `>= ${times(n, 1)} * prev_day_close()`,
  ),
  phrase(
    `(?:${DOWN}) ${MORE}(~) %(?: or more)? (?:today|on the day|this session|intraday|for the day)`,
    (n) => `<= ${times(n, -1)} * prev_day_close()`,
  ),
  phrase(
    `(?:${UP}|${DOWN}) ${MORE}(~) %(?: or more)? (?:from|off) (?:its|the) (?:highs?|lows?|peak|top|bottom|open)`,
    '@from',
  ),
  phrase(
    `(?:${UP}) ${MORE}(~) %(?: or more)? (?:from|off|above)(?: the| its| a)?`,
    (n) => `>= ${times(n, 1)} *`,
  ),
  phrase(
    `(?:${DOWN}) ${MORE}(~) %(?: or more)? (?:from|off|below)(?: the| its| a)?`,
    (n) => `<= ${times(n, -1)} *`,
  ),
  phrase(`(?:${UP}) ${MORE}(~) %${SPAN}`, (n, count, unit) => moves('up', n, count, unit)),
  phrase(`(?:${DOWN}) ${MORE}(~) %${SPAN}`, (n, count, unit) => moves('down', n, count, unit)),
  phrase(`(?:${UP}) ${MORE}(~) %(?: or more)?`, (n) => moves('up', n)),
  phrase(`(?:${DOWN}) ${MORE}(~) %(?: or more)?`, (n) => moves('down', n)),
  ...(
    [
      ['up', 'rally|rise|gain|jump|pump|increase|spike|surge|bounce'],
      ['down', 'drop|fall|decline|dip|dump|decrease|pullback|crash|correction|loss'],
    ] as const
  ).flatMap(([way, words]) => [
    phrase(`(?:a )?(~) % (?:${words})${SPAN}`, (n, count, unit) => `close ${moves(way, n, count, unit)}`),
    phrase(`(?:a )?(~) % (?:${words})`, (n) => `close ${moves(way, n)}`),
  ]),
  phrase(
    `(?:price|close|stock|it) (?:moves|moved|changes) ${MORE}(~) %(?:${SPAN})?`,
    (n, count, unit) => `(close ${moves('up', n, count, unit)} or close ${moves('down', n, count, unit)})`,
  ),
  phrase(
    `(?:a )?(~) % move${SPAN}`,
    (n, count, unit) => `(close ${moves('up', n, count, unit)} or close ${moves('down', n, count, unit)})`,
  ),
  phrase(
    '(?:percent change|pct change|change percent|% change|change %|change pct)(?! ?\\()',
    'change_pct(1)',
  ),
  phrase(
    `${STAYS}(?:more than |at least )?(~) % (?:above|over|higher than)(?: the| its| a)?`,
    (n) => `> ${times(n, 1)} *`,
  ),
  phrase(
    `${STAYS}(?:more than |at least )?(~) % (?:below|under|lower than)(?: the| its| a)?`,
    (n) => `< ${times(n, -1)} *`,
  ),
  phrase('(~) % of(?: the| its)?', (n) => `${Number(n) / 100} *`),
  phrase('(~) (?:x|times)(?: the| its)?', '$1 *'),
  phrase('(?:is|are) (?:twice|double|2 x)(?: the| its)?', '>= 2 *'),
  phrase('(?:is|are) (~) (?:x|times)(?: the| its)?', '>= $1 *'),
  phrase('twice(?: the| its)?|double(?: the| its)?', '2 *'),
  phrase('triple(?: the| its)?', '3 *'),
  phrase('half(?: the| its)?', '0.5 *'),
  // Comparisons in words.
  phrase(
    `${STAYS}(?:greater than or equal to|at or above|at least|no less than|not below|not less than|not under)`,
    '>=',
  ),
  phrase(
    `${STAYS}(?:less than or equal to|at or below|at most|no more than|not above|not more than|not over)`,
    '<=',
  ),
  phrase(
    `${STAYS}(?:above|over|greater than|more than|higher than|bigger than|larger than)(?! ?\\()|exceeds`,
    '>',
  ),
  phrase(`${STAYS}(?:below|under|beneath|less than|lower than|smaller than)(?! ?\\()`, '<'),
  phrase('(?:is |are )?(?:equal to|equals|exactly)', '='),
  phrase('is not equal to|does not equal', '!='),
  // Bars that something holds for, and one thing after another.
  phrase(
    `(?:(?:for|over)(?: the)?(?: last| past)? )?(~) (?:consecutive |straight )?(?:bars|candles|closes|periods)(?: in a row| straight| running)`,
    '@for $1',
  ),
  phrase(
    'for(?: the)?(?: last| past)?(?: at least)? (~) (?:consecutive |straight )?(?:bars?|candles?|closes|periods?)',
    '@for $1',
  ),
  phrase('(?:and |, )?(?:then|followed by|and then)', '@then'),
  phrase('(within|in)(?: the)?(?: last| past|next)? (~) (bars?|candles?|periods?)', 'within $2 bars'),
  phrase(
    '(?:in|within) (?:the )?(?:last|past) (~) (minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)',
    (n, unit) => `within ${n} ${unitOf(unit)}`,
  ),
  phrase(`within (~) (mins?|m|hrs?|h|d|w|wks?)`, (n, unit) => `within ${n} ${unitOf(unit)}`),
  // Names of prices.
  phrase(
    '(?:current |last |market )?price(?! ?\\()|last price|(?:closing|close) price|the close|stock|it',
    'close',
  ),
  phrase('(open|high|low)(?:ing)? price', '$1'),
  phrase('\\+ di|di \\+|di plus', 'plus_di(14)'),
  phrase('- di|di -|di minus', 'minus_di(14)'),
  phrase('vol', 'volume'),
  phrase('h', 'high'),
  phrase('l', 'low'),
  phrase('c', 'close'),
  phrase('o', 'open'),
  phrase('v', 'volume'),
  phrase('hl2 \\[ (~) \\]', '((high[$1] + low[$1]) / 2)'),
  phrase('hlc3 \\[ (~) \\]', '((high[$1] + low[$1] + close[$1]) / 3)'),
  phrase('ohlc4 \\[ (~) \\]', '((open[$1] + high[$1] + low[$1] + close[$1]) / 4)'),
  phrase('hlcc4 \\[ (~) \\]', '((high[$1] + low[$1] + close[$1] + close[$1]) / 4)'),
  phrase('hl2', '((high + low) / 2)'),
  phrase('hlc3', '((high + low + close) / 3)'),
  phrase('ohlc4', '((open + high + low + close) / 4)'),
  phrase('hlcc4', '((high + low + close + close) / 4)'),
  // Words that say nothing.
  phrase('the|a|an|its|their|line(?! \\()|level|mark', ''),
];

/** What needs the first ones done. */
export const LATER_PHRASES: readonly Phrase[] = [
  phrase(
    '(> |>= |crosses above )(?:ichimoku )?(?:cloud|kumo)',
    '$1 max_of(senkou_a(9, 26, 26), senkou_b(52, 26))',
  ),
  phrase(
    '(< |<= |crosses below )(?:ichimoku )?(?:cloud|kumo)',
    '$1 min_of(senkou_a(9, 26, 26), senkou_b(52, 26))',
  ),
  phrase(
    '(volume (?:> |>= |< |<= |crosses above )(?:(?:~) \\* )?)(?:average|avg|mean|normal|usual)(?! ?\\()',
    '$1 sma(volume, 20)',
  ),
  // "Volume is 3x its 20-day average": of the volume, though a bare average is of the close.
  phrase(
    '(volume (?:> |>= |< |<= |crosses above |crosses below )(?:(?:~) \\* )?)(sma|ema|wma) \\( (~) \\)',
    '$1 $2(volume, $3)',
  ),
  phrase(
    'change (>|>=|<|<=) (- )?(~) %',
    (sign, minus, n) => `change_pct(1) ${sign} ${minus ? '-' : ''}${n}`,
  ),
];
