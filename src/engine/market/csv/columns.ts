/** Which side of quote bars is read. `mid` is the mean of bid and ask, figure by figure. */
export const PRICE_SIDES = ['bid', 'ask', 'mid'] as const;
export type PriceSide = (typeof PRICE_SIDES)[number];

const PRICE_FIELDS = ['open', 'high', 'low', 'close'] as const;
type PriceField = (typeof PRICE_FIELDS)[number];

/** A column of the file: its index and its name in the header. */
export type Column = { index: number; name: string };

/** The columns of a bar's figures. A price has one column, or two (bid and ask) and is their mean. */
export type Columns = {
  count: number;
  /** One column, or a date and a time column that are read together. */
  time: Column[];
  prices: Record<PriceField, [Column] | [Column, Column]>;
  volume: Column | null;
  /** Columns of Yahoo's files. */
  splits: Column | null;
  dividends: Column | null;
};

/** Why a header can't be used: a sentence without its full stop. */
type HeaderProblem = { problem: string };

type Lookup = (...names: string[]) => Column | undefined;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_.-]+/g, '');

const timeColumns = (find: Lookup): Column[] => {
  const whole = find('timestamp', 'datetime');
  if (whole) return [whole];
  return [find('date'), find('time')].filter((column) => column !== undefined);
};

const SIDES = { bid: ['bid'], ask: ['ask'], mid: ['bid', 'ask'] } as const satisfies Record<
  PriceSide,
  string[]
>;

const listed = (names: string[]): string => names.map((name) => `'${name}'`).join(', ');

/** What else a price is called. */
const ALSO: Record<string, readonly string[]> = { close: ['last', 'lastprice'] };

/** The columns of one price, or the names that the header lacks. */
const priceColumns = (
  find: Lookup,
  field: PriceField,
  side: PriceSide | null,
): [Column] | [Column, Column] | string[] => {
  const names = side === null ? [field] : SIDES[side].map((prefix) => `${prefix}_${field}`);
  const found = names.map((name) => find(plain(name), `${plain(name)}price`, ...(ALSO[name] ?? [])));
  const [first, second] = found;
  if (found.includes(undefined) || !first) return names.filter((_, index) => !found[index]);
  return second ? [first, second] : [first];
};

const isMissing = (entry: [Column] | [Column, Column] | string[]): entry is string[] =>
  typeof entry[0] === 'string';

/**
 * Finds the columns by the header's names; case, blanks and `_ - .` in names do not matter, other columns are ignored.
 * Time: timestamp, datetime, date, or time (a date and a time column are read as one stamp).
 * Prices: open, high, low, close or last (open_price … too), else bid_… and ask_…, where `price` chooses (bid if it is null).
 * With `price` set only quote columns are looked for, so that no side is claimed that the file does not have.
 * Stock Splits (new shares for an old one) and Dividends, if there are any.
 * Volume: volume or tick_volume, if there is one; quote bars have none.
 */
export const findColumns = (header: string[], price: PriceSide | null): Columns | HeaderProblem => {
  const twice = new Set<string>();
  const byName = new Map<string, Column>();
  for (const [index, name] of header.entries()) {
    if (byName.has(plain(name))) twice.add(plain(name));
    else byName.set(plain(name), { index, name: name.trim() });
  }
  const used = new Set<string>();
  const find: Lookup = (...names) => {
    const name = names.find((candidate) => byName.has(candidate));
    if (name === undefined) return undefined;
    used.add(name);
    return byName.get(name);
  };
  const quotes =
    price !== null || (!(byName.has('open') || byName.has('openprice')) && byName.has('bidopen'));
  const side = quotes ? (price ?? 'bid') : null;

  const time = timeColumns(find);
  const open = priceColumns(find, 'open', side);
  const high = priceColumns(find, 'high', side);
  const low = priceColumns(find, 'low', side);
  const close = priceColumns(find, 'close', side);
  const [splits, dividends] = [find('stocksplits') ?? null, find('dividends') ?? null];
  const volume = quotes ? null : (find('volume', 'tickvolume') ?? null);
  if (isMissing(open) || isMissing(high) || isMissing(low) || isMissing(close) || time.length === 0) {
    const missing = [
      ...(time.length === 0 ? ['date or time'] : []),
      ...[open, high, low, close].filter(isMissing).flat(),
    ];
    const columns = missing.length === 1 ? 'column' : 'columns';
    return {
      problem: `the header lacks the ${columns} ${listed(missing)}; it has ${listed(header.slice(0, 20))}`,
    };
  }
  const doubled = [...used].filter((name) => twice.has(name));
  if (doubled.length > 0) return { problem: `the header has more than one column ${listed(doubled)}` };
  return { count: header.length, time, prices: { open, high, low, close }, volume, splits, dividends };
};
