import { parseArgs } from 'node:util';
import { CALENDAR_NAMES, type CalendarName } from '#src/engine/market/sessions/calendars.ts';
import type { PriceSide } from '#src/engine/market/csv/columns.ts';
import type { SuspectedSplits } from '#src/shared/bar-import.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { isSymbol } from '#src/shared/rules/symbols.ts';
import { readWords, UsageError } from './command.ts';
import { priceOf, suspectedOf, timeframeOf, timeZoneOf } from './replay-options.ts';

export type ImportWords = {
  files: string[];
  /** In capitals. */
  symbol: string;
  timeframe: Timeframe;
  /** The zone of the instrument where it is null. */
  timeZone: string | null;
  price: PriceSide | undefined;
  suspected: SuspectedSplits;
  dividends: boolean;
  acceptLosses: boolean;
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
        'suspected-splits': { type: 'string' },
        dividends: { type: 'boolean' },
        'accept-losses': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  if (values.help === true) return 'help';
  if (positionals.length === 0) throw new UsageError('Name the file to import.');
  const symbol = values.symbol?.trim().toUpperCase() ?? '';
  if (symbol === '') throw new UsageError('--symbol is missing, e.g. --symbol GME.');
  if (!isSymbol(symbol)) throw new UsageError(`'${symbol}' is not a symbol.`);
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
    suspected: suspectedOf(values['suspected-splits'] ?? 'quarantine'),
    dividends: values.dividends === true,
    acceptLosses: values['accept-losses'] === true,
    made: currency === undefined ? null : { currency, session: calendar },
  };
};
