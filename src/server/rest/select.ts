import { sql, type SQL } from 'drizzle-orm';
import { badQuery, RestError } from './errors.ts';
import { splitList, unquote } from './split.ts';
import { columnNamed, type Table } from './tables.ts';

const ALIAS = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const EMBEDDED = /^(?:[^:()]*:)?([^:()!]+)(?:![^()]*)?\(.*\)$/s;

/** `select=a,b,other:c,*`. Tables in brackets are refused: nothing here is related. @throws RestError */
export function parseSelect(table: Table, text: string | undefined): SQL {
  const all = [...table.columns.keys()];
  if (text === undefined) return columns(all);
  // The client has taken whitespace out already.
  const items = splitList(text.trim());
  if (!items) throw badQuery('select parameter', text, 'a bracket or a quote does not end');
  if (items.length === 1 && items[0] === '') return sql``;
  return sql.join(
    items.map((item) => (item === '*' ? columns(all) : one(table, item))),
    sql`, `,
  );
}

function one(table: Table, item: string): SQL {
  const embedded = EMBEDDED.exec(item);
  if (embedded) throw noRelation(table, embedded[1] ?? '');
  if (item.includes('::') || item.includes('->')) {
    throw badQuery('select parameter', item, 'casts and JSON paths are not offered here');
  }
  const parts = item.split(':').map((part) => unquote(part.trim()));
  const [alias, name] = parts.length === 2 ? parts : [undefined, parts[0]];
  if (parts.length > 2 || !name) throw badQuery('select parameter', item, 'expecting a column or "*"');
  const column = sql.identifier(columnNamed(table, name));
  if (alias === undefined) return sql`${column}`;
  if (!ALIAS.test(alias)) throw badQuery('select parameter', item, 'the new name is not a plain one');
  return sql`${column} as ${sql.identifier(alias)}`;
}

function noRelation(table: Table, text: string): RestError {
  const name = text.trim().slice(0, 100);
  if (/\.?(avg|count|max|min|sum)$/.test(name)) {
    return new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
  }
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${table.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${table.name}' and '${name}' in the schema 'public', but no matches were found.`,
    },
  );
}

const columns = (names: string[]): SQL =>
  sql.join(
    names.map((name) => sql`${sql.identifier(name)}`),
    sql`, `,
  );
