import { sql, type SQL } from 'drizzle-orm';
import { badQuery } from './errors.ts';
import { splitList, unquote } from './split.ts';
import { columnNamed, type Table } from './tables.ts';

const MOST_ROWS = 1_000;
const DIRECTION = new Map([
  ['asc', sql` asc`],
  ['desc', sql` desc`],
]);
const NULLS = new Map([
  ['nullsfirst', sql` nulls first`],
  ['nullslast', sql` nulls last`],
]);

/** `order=a.desc.nullslast,b`; without one, the table's own. @throws RestError */
export function parseOrder(table: Table, text: string | undefined): SQL {
  if (!text) return table.order ? sql` order by ${table.order}` : sql``;
  const items = splitList(text);
  if (!items) throw badQuery('order', text, 'a bracket or a quote does not end');
  return sql` order by ${sql.join(
    items.map((item) => orderTerm(table, item)),
    sql`, `,
  )}`;
}

function orderTerm(table: Table, item: string): SQL {
  const [name = '', ...words] = item.split('.');
  const column = sql.identifier(columnNamed(table, unquote(name)));
  const direction = DIRECTION.get(words[0] ?? '');
  const rest = direction ? words.slice(1) : words;
  const nulls = NULLS.get(rest[0] ?? '');
  if (rest.length > (nulls ? 1 : 0)) {
    throw badQuery('order', item, 'expecting asc, desc, nullsfirst or nullslast');
  }
  return sql`${column}${direction ?? sql``}${nulls ?? sql``}`;
}

/** `limit` and `offset` as numbers; no more rows than a thousand at once. @throws RestError PGRST100 */
export function parsePage(query: URLSearchParams): { limit: number; offset: number } {
  return {
    limit: Math.min(wholeNumber(query, 'limit') ?? MOST_ROWS, MOST_ROWS),
    offset: wholeNumber(query, 'offset') ?? 0,
  };
}

function wholeNumber(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  if (!/^\d{1,9}$/.test(text)) throw badQuery(`${name} parameter`, text, 'expecting a whole number');
  return Number(text);
}
