import { sql, type SQL } from 'drizzle-orm';
import { badQuery, RestError } from './errors.ts';
import { splitList, unquote } from './split.ts';
import { columnNamed, type Table } from './tables.ts';

type Operator = (column: SQL, value: string, text: string) => SQL;

const IS = new Map([
  ['null', sql`null`],
  ['not_null', sql`not null`],
  ['true', sql`true`],
  ['false', sql`false`],
  ['unknown', sql`unknown`],
]);

/** Stars in the pattern match any text, as in a shell. */
const pattern = (value: string): string => value.replaceAll('*', '%');

/** Values are always parameters of the query, never part of its text. */
const OPERATORS = new Map<string, Operator>([
  ['eq', (column, value) => sql`${column} = ${value}`],
  ['neq', (column, value) => sql`${column} <> ${value}`],
  ['gt', (column, value) => sql`${column} > ${value}`],
  ['gte', (column, value) => sql`${column} >= ${value}`],
  ['lt', (column, value) => sql`${column} < ${value}`],
  ['lte', (column, value) => sql`${column} <= ${value}`],
  ['like', (column, value) => sql`${column} like ${pattern(value)}`],
  ['ilike', (column, value) => sql`${column} ilike ${pattern(value)}`],
  ['is', isOperator],
  ['in', inOperator],
]);
const NOT_FILTERS = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);
const LOGIC = new Set(['and', 'or', 'not.and', 'not.or']);

/** Every parameter that is no other part of the query is `column=operator.value`. @throws RestError */
export function parseFilters(table: Table, query: URLSearchParams): SQL {
  const filters = [...query]
    .filter(([name]) => !NOT_FILTERS.has(name))
    .map(([name, text]) => filter(table, name, text));
  return filters.length === 0 ? sql`` : sql` where ${sql.join(filters, sql` and `)}`;
}

function filter(table: Table, name: string, text: string): SQL {
  if (LOGIC.has(name)) throw badQuery('logic tree', text, 'combined conditions are not offered here');
  const dot = name.indexOf('.');
  if (dot > 0) {
    throw new RestError(
      400,
      'PGRST108',
      `'${name.slice(0, Math.min(dot, 100))}' is not an embedded resource in this request`,
      { hint: 'Verify that it is included in the select query parameter.' },
    );
  }
  const [, not, operator = '', value = ''] = /^(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  const make = OPERATORS.get(operator);
  if (!make) throw badQuery('filter', text, 'expecting eq, neq, gt, gte, lt, lte, like, ilike, is or in');
  const condition = make(sql`${sql.identifier(columnNamed(table, unquote(name)))}`, value, text);
  return not ? sql`not (${condition})` : condition;
}

function isOperator(column: SQL, value: string, text: string): SQL {
  const what = IS.get(value.toLowerCase());
  if (!what) throw badQuery('filter', text, 'expecting null, not_null, true, false or unknown');
  return sql`${column} is ${what}`;
}

function inOperator(column: SQL, value: string, text: string): SQL {
  const inside = /^\((.*)\)$/s.exec(value)?.[1];
  const values = inside === undefined ? null : splitList(inside);
  if (!values) throw badQuery('filter', text, 'expecting a list in brackets');
  if (inside === '') return sql`false`;
  return sql`${column} in (${sql.join(
    values.map((each) => sql`${unquote(each)}`),
    sql`, `,
  )})`;
}
