import type { Timeframe } from '#src/shared/market.ts';

/** A rule to begin with: name and condition, for a timeframe on which it says something. */
export type RuleTemplate = { name: string; condition: string; timeframe: Timeframe };

const daily = (name: string, condition: string): RuleTemplate => ({ name, condition, timeframe: '1d' });

/** Rules that many people set, grouped as traders look for them. */
export const RULE_TEMPLATES: readonly { title: string; rules: readonly RuleTemplate[] }[] = [
  {
    title: 'Price moves',
    rules: [
      daily('Moves 5% or more in a day', 'big_move(5)'),
      {
        name: 'Moves 3% within an hour',
        condition: 'close moves up by 3% within 1 hour or close moves down by 3% within 1 hour',
        timeframe: '5m',
      },
      daily('Falls 10% within a week', 'close moves down by 10% within 5 bars'),
      daily('Largest fall in 250 days', 'fall_rank(250) = 1'),
      daily('One of the three largest gains in 250 days', 'rise_rank(250) <= 3'),
      daily('Opens with a gap of 3% or more', 'gap(3)'),
      daily('Four up days in a row', 'streak(4, up)'),
      daily('Five down days in a row', 'streak(5, down)'),
      { name: 'Passes a round number', condition: 'round_number(auto, either)', timeframe: '1h' },
    ],
  },
  {
    title: 'Highs and lows',
    rules: [
      daily('New 52-week high', 'new_high(252, 20)'),
      daily('New 52-week low', 'new_low(252, 20)'),
      daily('New 52-week high on twice the volume', 'new_high(252, 20) and volume > 2 * avg(volume, 20)'),
      daily('Breaks above its 20-day high', 'close crosses above highest(high, 20)[1]'),
      daily('Breaks below its 20-day low', 'close crosses below lowest(low, 20)[1]'),
      daily('10% below its 52-week high', 'close / 52-week high crosses below 0.9'),
      daily('20% below its 52-week high', 'close / 52-week high crosses below 0.8'),
    ],
  },
  {
    title: 'Averages',
    rules: [
      daily('Closes above its 200-day average', 'close crosses above sma(200)'),
      daily('Closes below its 200-day average', 'close crosses below sma(200)'),
      daily('Golden cross', 'golden_cross(50, 200)'),
      daily('Death cross', 'death_cross(50, 200)'),
      daily('20-day EMA crosses above 50-day EMA', 'ema(20) crosses above ema(50)'),
      daily('10% above its 200-day average', 'close / sma(200) crosses above 1.1'),
      daily('Supertrend turns up', 'close crosses above supertrend(10, 3)'),
    ],
  },
  {
    title: 'Momentum',
    rules: [
      daily('RSI falls below 30', 'rsi(14) crosses below 30'),
      daily('RSI rises above 70', 'rsi(14) crosses above 70'),
      daily('RSI recovers above 30', 'rsi(14) crosses above 30'),
      daily('MACD crosses above its signal line', 'macd crosses above macd_signal'),
      daily(
        'Stochastic turns up below 20',
        'stoch_k(14, 3) crosses above stoch_d(14, 3, 3) and stoch_k(14, 3) < 20',
      ),
    ],
  },
  {
    title: 'Volatility and volume',
    rules: [
      daily('Closes above its upper Bollinger band', 'close crosses above bb_upper(20, 2)'),
      daily('Closes below its lower Bollinger band', 'close crosses below bb_lower(20, 2)'),
      daily('Volatility spike', 'volatility_spike(3, 20)'),
      daily('Three times the usual volume', 'volume_spike(3, 20)'),
      daily('Five times its median volume', 'volume > 5 * median(volume, 20)[1]'),
      daily('Highest volume in a year', 'volume > highest(volume, 252)[1]'),
    ],
  },
  {
    title: 'Within the day',
    rules: [
      {
        name: 'Breaks above the opening range',
        condition: 'opening_range_break(30, up, new_york)',
        timeframe: '5m',
      },
      { name: 'Crosses above session VWAP', condition: 'close crosses above vwap', timeframe: '5m' },
      {
        name: 'Breaks above yesterday’s high',
        condition: 'close crosses above prev_day_high()',
        timeframe: '15m',
      },
      {
        name: 'Breaks below yesterday’s low',
        condition: 'close crosses below prev_day_low()',
        timeframe: '15m',
      },
    ],
  },
  {
    title: 'Candles',
    rules: [
      daily('Hammer', 'candle(hammer)'),
      daily('Bullish engulfing', 'candle(bullish_engulfing)'),
      daily('Bearish engulfing', 'candle(bearish_engulfing)'),
    ],
  },
];
