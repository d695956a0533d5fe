import type { Timeframe } from '../market.ts';
import type { RuleSettings } from './settings.ts';

/** The rule that a workspace begins with; the bars of its symbol ship with the product. */
export const STARTER_RULE = {
  symbol: 'SPX',
  timeframe: '1d',
  condition: 'big_move(5)',
  settings: { frequency: 'once_per_bar_close' },
  /** Its name, with the name of the instrument. */
  nameOf: (instrument: string): string => `${instrument} moves 5% or more in a day`,
} as const satisfies {
  symbol: string;
  timeframe: Timeframe;
  condition: string;
  settings: RuleSettings;
  nameOf: (instrument: string) => string;
};
