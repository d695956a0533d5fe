import type { DateOrder } from '#src/shared/calendar/sources.ts';
import { figureOf, guessKind, importanceOf, kindOf, placeOf, symbolOf, webLink } from './fields.ts';
import { type Problem, readMoment, zoneNamed } from './moment.ts';
import { clean, type Found, type ReadAs } from './reading.ts';

/** What calendars call their columns, without case and signs; the first that holds something counts. */
const COLUMNS = {
  id: ['id', 'uid', 'eventid', 'calendarid', 'key'],
  title: [
    'title',
    'event',
    'eventname',
    'indicator',
    'name',
    'summary',
    'company',
    'companyname',
    'category',
  ],
  kind: ['kind', 'type', 'eventtype'],
  country: ['country', 'countrycode', 'region', 'area'],
  currency: ['currency', 'ccy', 'currencycode'],
  symbol: ['symbol', 'ticker', 'code'],
  date: [
    'date',
    'datetime',
    'dateutc',
    'reportdate',
    'releasedate',
    'eventdate',
    'day',
    'start',
    'startdate',
    'timestamp',
  ],
  time: [
    'time',
    'timeutc',
    'releasetime',
    'hour',
    'timeoftheday',
    'timeofday',
    'beforeaftermarket',
    'when',
    'session',
  ],
  zone: ['timezone', 'tz', 'zone'],
  importance: ['importance', 'impact', 'volatility', 'stars', 'priority'],
  previous: ['previous', 'prev', 'prior', 'former', 'before', 'epsprevious', 'previouseps', 'lastyeareps'],
  forecast: [
    'forecast',
    'consensus',
    'estimate',
    'expected',
    'epsestimate',
    'epsestimated',
    'epsforecast',
    'estimatedeps',
  ],
  actual: ['actual', 'epsactual', 'actualeps', 'reportedeps', 'eps'],
  unit: ['unit', 'units'],
  period: ['period', 'reference', 'fiscaldateending', 'fiscalquarterending', 'fiscalperiod', 'quarter'],
  year: ['year', 'fiscalyear'],
  status: ['status', 'state'],
  link: ['link', 'url', 'sourceurl'],
} as const;
type Column = keyof typeof COLUMNS;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
const COLUMN_OF: ReadonlyMap<string, Column> = new Map(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].map((name): [string, Column] => [name, column]),
  ),
);

export const columnOf = (name: string): Column | null => COLUMN_OF.get(plain(name)) ?? null;

/** A row by the names of its columns, in lower case and without signs. */
export type Row = ReadonlyMap<string, string>;
export const rowOf = (fields: Iterable<readonly [string, string]>): Row =>
  new Map([...fields].map(([name, value]) => [plain(name), value]));

const valueOf = (row: Row, column: Column): { value: string; name: string } => {
  for (const name of COLUMNS[column]) {
    const value = row.get(name)?.trim() ?? '';
    if (value !== '' && !/^(?:null|undefined|nan)$/i.test(value)) return { value, name };
  }
  return { value: '', name: '' };
};
/** The texts of a row that may say which of day and month comes first. */
export const dateOf = (row: Row): string => valueOf(row, 'date').value;

/** Reads an entry out of a row, or says why there is none in it. */
export function readRow(
  row: Row,
  place: string,
  { kind: ofSource, timeZone }: ReadAs,
  order: DateOrder | null,
): Found | Problem {
  const text = (column: Column): string => valueOf(row, column).value;
  const named = text('zone');
  const zone = named === '' ? timeZone : zoneNamed(named);
  if (zone === null) return { reason: 'zone', problem: `The time zone “${clean(named, 40)}” is not known.` };
  const symbol = symbolOf(text('symbol'));
  const title = clean(text('title')) || symbol;
  if (!title)
    return { reason: 'no_title', problem: 'It says not what it is: it has neither a title nor a symbol.' };
  const moment = readMoment(text('date'), text('time'), { zone, order });
  if ('problem' in moment) return moment;
  const figures = {
    previous: figureOf(text('previous')),
    forecast: figureOf(text('forecast')),
    actual: figureOf(text('actual')),
  };
  const where = placeOf(text('country'), text('currency'));
  const isEps = (['forecast', 'actual'] as const).some((column) => valueOf(row, column).name.includes('eps'));
  const period = [text('period'), text('year')].filter((part) => part !== '').join(' ');
  const id = clean(text('id'), 1_000);
  return {
    place,
    id: id === '' ? null : id,
    period: period === '' ? null : clean(period, 60),
    cancelled: /^cancell?ed$/i.test(text('status')),
    entry: {
      kind: kindOf(text('kind')) ?? ofSource ?? guessKind({ symbol, ...where, ...figures }),
      title,
      ...where,
      symbol,
      at: moment.at.toISOString(),
      day: moment.day,
      timing: moment.timing,
      importance: importanceOf(text('importance')),
      ...figures,
      unit: clean(text('unit'), 20) || (isEps ? 'EPS' : null),
      link: webLink(text('link')),
    },
  };
}
