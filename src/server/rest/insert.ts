import { sql, type SQL } from 'drizzle-orm';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Database, Tx } from '#src/db/database.ts';
import { asVisitor, becomeVisitor, type Visitor } from '#src/db/visitor.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { badQuery, noPrivilege, RestError } from './errors.ts';
import { contentType, notOne, readWanted } from './headers.ts';
import { parseSelect } from './select.ts';
import { splitList, unquote } from './split.ts';
import { bodyColumnNamed, type Table } from './tables.ts';

const MOST_ROWS_PER_INSERT = 100;
const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/** What a table asks of the rows that visitors leave. */
export type Intake = {
  /** Counts them; throws where there are too many. */
  admit: (rows: number) => Promise<void>;
  /** Whether a request that names itself comes for the first time, as part of the transaction that inserts its rows. */
  isFirst: (tx: Tx, request: string) => Promise<boolean>;
};

/**
 * POST: one row or a list of them, all or none. What the database refuses (a right that the visitor has not, a
 * constraint) it refuses here in its own words. A request with an Idempotency-Key that comes again, its answer lost on
 * the way, inserts nothing more and answers alike: with the same key and another body it is another request.
 * @throws RestError, and what `admit` throws
 */
export async function answerInsert(
  c: Context,
  db: Database,
  visitor: Visitor,
  table: Table,
  intake: Intake,
): Promise<Response> {
  const wanted = readWanted(c, true);
  const query = new URL(c.req.url).searchParams;
  const { text, rows } = await readRows(c);
  const columns = columnsOf(table, query.get('columns'), rows);
  // Updating an existing row takes a right that no role has.
  if (wanted.upsert || query.has('on_conflict')) throw noPrivilege(table.name, visitor.role === 'anon');
  const returning = parseSelect(table, query.get('select') ?? undefined);
  if (rows.length > 0) await intake.admit(rows.length);
  if (wanted.returns === 'minimal') {
    const name = readIdempotencyKey(c, (shape) => new RestError(400, 'PGRST100', `The header ${shape}`));
    if (rows.length > 0) {
      await db.transaction(async (tx) => {
        const request = JSON.stringify([table.name, name, columns, text]);
        if (name !== undefined && !(await intake.isFirst(tx, request))) return;
        await becomeVisitor(tx, visitor);
        await tx.execute(insert(table, columns, text));
      });
    }
    return c.body(null, 201, { 'Content-Range': '*/*' });
  }
  const found = await asVisitor(db, visitor, async (tx) => {
    const inserted = sql`with inserted as (${insert(table, columns, text)} returning *)`;
    const body = wanted.single
      ? sql`coalesce(json_agg(t) -> 0, 'null')::text`
      : sql`coalesce(json_agg(t), '[]')::text`;
    const answer = await tx.execute<{ rows: number; body: string }>(
      sql`${inserted} select count(*)::int as rows, ${body} as body from (select ${returning} from inserted) t`,
    );
    const row = answer.rows[0] ?? { rows: 0, body: '[]' };
    // Thrown inside: what cannot be answered is not written.
    if (wanted.single && row.rows !== 1) throw notOne(row.rows);
    return row;
  });
  if (wanted.returns === 'headers-only') return c.body(null, 201, { 'Content-Range': '*/*' });
  return c.body(found.body, 201, {
    'Content-Type': contentType(wanted.single),
    'Content-Range': `0-${found.rows - 1}/*`,
  });
}

/** The database reads the values out of the body itself; the columns' names and types are our own words. */
function insert(table: Table, columns: string[], text: string): SQL {
  const into = sql`insert into ${sql.identifier(table.name)}`;
  if (columns.length === 0) return sql`${into} default values`;
  const names = sql.join(
    columns.map((name) => sql`${sql.identifier(name)}`),
    sql`, `,
  );
  const types = sql.join(
    columns.map((name) => sql`${sql.identifier(name)} ${sql.raw(table.columns.get(name) ?? 'text')}`),
    sql`, `,
  );
  return sql`${into} (${names}) select ${names} from json_to_recordset(${text}::json) as _ (${types})`;
}

/** @returns the rows, and the JSON list that holds them */
async function readRows(c: Context): Promise<{ text: string; rows: Record<string, unknown>[] }> {
  const type = c.req.header('content-type') ?? 'application/json';
  if (!/^application\/(json|vnd\.pgrst\.(object|array)\+json)\s*(;|$)/i.test(type)) {
    throw new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type.slice(0, 100)}`);
  }
  const raw = await c.req.text();
  const body = parseJson(raw);
  const isList = Array.isArray(body);
  const rows = rowsSchema.safeParse(isList ? body : [body]);
  if (!rows.success) throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  if (rows.data.length > MOST_ROWS_PER_INSERT) {
    throw new RestError(413, '54000', `A request can insert ${MOST_ROWS_PER_INSERT} rows at most`);
  }
  return { text: isList ? raw : `[${raw}]`, rows: rows.data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  }
}

/** The parameter's columns, else those of the first row, which the others must have too. @throws RestError */
function columnsOf(table: Table, parameter: string | null, rows: Record<string, unknown>[]): string[] {
  if (parameter !== null) {
    const names = splitList(parameter);
    if (!names) throw badQuery('columns parameter', parameter, 'a bracket or a quote does not end');
    return [...new Set(names.map((name) => unquote(name.trim())))].map((name) =>
      bodyColumnNamed(table, name),
    );
  }
  const names = Object.keys(rows[0] ?? {});
  const same = rows.every((row) => {
    const keys = Object.keys(row);
    return keys.length === names.length && names.every((name) => Object.hasOwn(row, name));
  });
  if (!same) throw new RestError(400, 'PGRST102', 'All object keys must match');
  return names.map((name) => bodyColumnNamed(table, name));
}
