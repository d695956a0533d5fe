import { CANDLES } from '../candles.ts';
import { unitOf, MORE, times, rowOf } from './phrase-parts.ts';
import { type Phrase, phrase } from './phrases.ts';

const OSCILLATORS: Readonly<Record<string, string>> = {
  macd: 'macd()',
  stochastic: 'stoch_k()',
  obv: 'obv()',
};
/** `bullish RSI divergence`: of lows, and bearish of highs, as charts find it. */
const divergenceOf = (hidden = '', side = 'bullish', oscillator = 'rsi'): string =>
  `(${hidden ? 'hidden_' : ''}${side}_divergence(${side === 'bullish' ? 'low' : 'high'}, ${OSCILLATORS[oscillator] ?? `${oscillator}(14)`}) = 1)`;

/** Of candles and bars in a row, of the bar and the day before, and of highs and lows. */
export const BAR_PHRASES: readonly Phrase[] = [
  // Candles and bars in a row.
  phrase(
    '(?:(~) )?(?:consecutive |straight )?(?:green|bullish|up|white) (?:candle|bar|day|close)s?(?: in a row)?',
    (n) => rowOf(n, 'close > open'),
  ),
  phrase(
    '(?:(~) )?(?:consecutive |straight )?(?:red|bearish|down|black) (?:candle|bar|day|close)s?(?: in a row)?',
    (n) => rowOf(n, 'close < open'),
  ),
  phrase('(?:(~) )?(?:consecutive |straight )?higher (close|high|low|open)s?(?: in a row)?', (n, what) =>
    rowOf(n, `${what} > ${what}[1]`),
  ),
  phrase('(?:(~) )?(?:consecutive |straight )?lower (close|high|low|open)s?(?: in a row)?', (n, what) =>
    rowOf(n, `${what} < ${what}[1]`),
  ),
  phrase('inside (?:bar|candle|day)', '(high < high[1] and low > low[1])'),
  phrase('outside (?:bar|candle|day)', '(high > high[1] and low < low[1])'),
  ...Object.keys(CANDLES)
    .filter((name) => !name.endsWith('_bar'))
    .map((name) =>
      phrase(
        `${name.replace('three', '3').replaceAll('_', ' ')}(?: candle| pattern)?(?! ?\\)| ?,| ?\\()`,
        `candle(${name})`,
      ),
    ),
  phrase(`gaps? up ${MORE}(~) %`, (n) => `(open >= close[1] * ${times(n, 1)})`),
  phrase(`gaps? down ${MORE}(~) %`, (n) => `(open <= close[1] * ${times(n, -1)})`),
  phrase('gaps? up', '(open > high[1])'),
  phrase('gaps? down', '(open < low[1])'),
  phrase(
    '(?:(?:is |a |regular )*)(hidden )?(bullish|bearish) (?:(rsi|macd|cci|mfi|stochastic|obv) )?divergence(?: (?:on|of|with|in) (?:the )?(rsi|macd|cci|mfi|stochastic|obv))?(?! ?\\()',
    (hidden, side, before, after) => divergenceOf(hidden, side, before ?? after),
  ),
  phrase(
    '(rsi|macd|cci|mfi|stochastic|obv) (hidden )?(bullish|bearish) divergence',
    (oscillator, hidden, side) => divergenceOf(hidden, side, oscillator),
  ),
  // Days, and the bar before.
  phrase(
    '(?:yesterdays?|(?:previous|prior|prev|last) days?|previous session) (open|high|low|close)',
    'prev_day_$1()',
  ),
  phrase('pre ?-? ?market (high|low|close)', 'premarket_$1()'),
  phrase('pm([hl])(?! ?\\()', (side) => `premarket_${side === 'h' ? 'high' : 'low'}()`),
  phrase('pd([hl])', (side) => `prev_day_${side === 'h' ? 'high' : 'low'}()`),
  phrase('pd([co])', (side) => `prev_day_${side === 'c' ? 'close' : 'open'}()`),
  phrase('(?:previous|prior|prev|last) (?:bars? |candles? )?(open|high|low|close|volume)', '$1[1]'),
  phrase('(?:todays?|day|session) (open|high|low)', 'day_$1()'),
  phrase('(high|low) of (?:the )?day', 'day_$1()'),
  phrase('hod', 'day_high()'),
  phrase('lod', 'day_low()'),
  phrase('(?:daily )?pivot(?: point)?(?! ?\\()', 'pivot()'),
  phrase('(?:daily |pivot )?([rs][123])', 'pivot_$1()'),
  phrase('opening range break(?:out)?(?! ?\\()', 'opening_range_break(30, up, new_york)'),
  // Highs and lows of a time.
  ...(['high', 'low'] as const).flatMap((side) => [
    phrase(
      `(?:makes|hits|sets|reaches|prints|is at|at|breaks(?: to)?|breaking)(?: a| an| its| the)?(?: new)? (~)(?: -)? (weeks?|wks?|w|days?|d|hours?|h)(?: -)? ${side}s?`,
      (n, unit) => `crosses ${side === 'high' ? 'above' : 'below'} ${n}-${unitOf(unit).slice(0, -1)} ${side}`,
    ),
    phrase(
      `new (~)(?: -)? (weeks?|wks?|w|days?|d|hours?|h)(?: -)? ${side}s?`,
      (n, unit) => `(${side} ${side === 'high' ? '>' : '<'} ${n}-${unitOf(unit).slice(0, -1)} ${side})`,
    ),
    phrase(
      `(~)(?: -)? (weeks?|wks?|w|days?|d|hours?|h)(?: -)? ${side}s?`,
      (n, unit) => `${n}-${unitOf(unit).slice(0, -1)} ${side}`,
    ),
    phrase(`(?:new )?(~)(?: -)? (?:bars?|candles?|periods?)(?: -)? ${side}s?`, (n) =>
      side === 'high' ? `highest(high, ${n})[1]` : `lowest(low, ${n})[1]`,
    ),
  ]),
];
