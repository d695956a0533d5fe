import { parseArgs } from 'node:util';
import { CALENDAR_NAMES, type CalendarName } from '#src/engine/feeds/bars/calendars.ts';
import type { PriceSide } from '#src/engine/feeds/replay/columns.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { isSymbol } from '#src/shared/rules/symbols.ts';
import { readWords, UsageError } from './command.ts';
import { priceOf, timeframeOf, timeZoneOf } from './replay-options.ts';

export type ImportWords = {
  files: string[];
  /** In capitals. */
  symbol: string;
  timeframe: Timeframe;
  /** The zone of the instrument where it is null. */
  timeZone: string | null;
  price: PriceSide | undefined;
  /** What an instrument is made with that is not there yet; null where none is to be made. */
  made: { currency: string; session: CalendarName } | null;
};

const CURRENCY = /^[A-Z]{3,5}$/;

/** Reads the words after `import`; 'help' if help is asked for. @throws UsageError with one sentence */
export const readImportWords = (args: string[]): ImportWords | 'help' => {
  const { values, positionals } = readWords(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        symbol: { type: 'string' },
        timeframe: { type: 'string' },
        'time-zone': { type: 'string' },
        price: { type: 'string' },
        currency: { type: 'string' },
        session: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  if (values.help === true) return 'help';
  if (positionals.length === 0) throw new UsageError('Name the file to import.');
  const symbol = values.symbol?.trim().toUpperCase() ?? '';
  if (symbol === '') throw new UsageError('--symbol is missing, e.g. --symbol GME.');
  if (!isSymbol(symbol)) throw new UsageError(`'${symbol}' is no symbol.`);
  const { currency, session = 'crypto' } = values;
  if (currency !== undefined && !CURRENCY.test(currency))
    throw new UsageError(`--currency takes three to five capitals, like USD, not '${currency}'.`);
  const calendar = CALENDAR_NAMES.find((name) => name === session);
  if (!calendar)
    throw new UsageError(`--session must be one of ${CALENDAR_NAMES.join(', ')}, not '${session}'.`);
  if (values.session !== undefined && currency === undefined)
    throw new UsageError('--session says when a new instrument trades: it needs --currency.');
  const zone = values['time-zone'];
  return {
    files: positionals,
    symbol,
    timeframe: timeframeOf(values.timeframe),
    timeZone: zone === undefined ? null : timeZoneOf(zone),
    price: priceOf(values.price),
    made: currency === undefined ? null : { currency, session: calendar },
  };
};
