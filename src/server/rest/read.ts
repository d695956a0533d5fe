import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { asVisitor, type Visitor } from '#src/db/visitor.ts';
import { RestError } from './errors.ts';
import { parseFilters } from './filters.ts';
import { contentType, notOne, readWanted } from './headers.ts';
import { parseOrder, parsePage } from './page.ts';
import { parseSelect } from './select.ts';
import type { Table } from './tables.ts';

type Found = { rows: number; body: string };

/** GET and HEAD: the rows that the visitor may see, as the database writes them. @throws RestError */
export async function answerRead(
  c: Context,
  db: Database,
  visitor: Visitor,
  table: Table,
): Promise<Response> {
  const wanted = readWanted(c, false);
  const query = new URL(c.req.url).searchParams;
  const columns = parseSelect(table, query.get('select') ?? undefined);
  const where = parseFilters(table, query);
  const order = parseOrder(table, query.get('order') ?? undefined);
  const { limit, offset } = parsePage(query);
  const from = sql`from ${sql.identifier(table.name)}${where}`;
  const { found, total } = await asVisitor(db, visitor, async (tx) => {
    const body = wanted.single
      ? sql`coalesce(json_agg(t) -> 0, 'null')::text`
      : sql`coalesce(json_agg(t), '[]')::text`;
    const rows = await tx.execute<Found>(
      sql`select count(*)::int as rows, ${body} as body
            from (select ${columns} ${from}${order} limit ${limit} offset ${offset}) t`,
    );
    const counted = wanted.count
      ? await tx.execute<{ total: number }>(sql`select count(*)::int as total ${from}`)
      : null;
    return { found: rows.rows[0] ?? { rows: 0, body: '[]' }, total: counted?.rows[0]?.total ?? null };
  });
  if (wanted.single && found.rows !== 1) throw notOne(found.rows);
  if (total !== null && offset > total) {
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'Content-Range': `*/${total}` },
    });
  }
  const range = found.rows === 0 ? '*' : `${offset}-${offset + found.rows - 1}`;
  return c.body(found.body, total !== null && found.rows < total ? 206 : 200, {
    'Content-Type': contentType(wanted.single),
    'Content-Range': `${range}/${total ?? '*'}`,
  });
}
