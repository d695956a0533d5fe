import { sql, type SQL } from 'drizzle-orm';
import { RestError } from './errors.ts';

type ColumnType = 'uuid' | 'text' | 'text[]' | 'timestamptz';
export type Table = {
  name: string;
  columns: ReadonlyMap<string, ColumnType>;
  /** The order of rows where the request asks for none. */
  order?: SQL;
};

const table = (name: string, columns: Record<string, ColumnType>, order?: SQL): [string, Table] => [
  name,
  { name, columns: new Map(Object.entries(columns)), ...(order ? { order } : {}) },
];

/**
 * The workspace a person signed up with comes first, then those taken over from others since. Ids sort by creation
 * time, so a workspace older than its owner was created by someone else.
 */
const OWN_FIRST = sql`(id < user_id), created_at, id`;

/**
 * All that /rest/v1 offers. No name that is not in here ever becomes part of a query; who may do what with them is
 * decided by the database's grants and policies.
 */
const TABLES = new Map<string, Table>([
  table('leads', {
    id: 'uuid',
    company_name: 'text',
    contact_email: 'text',
    message_volume: 'text',
    branded_emails: 'text',
    platforms: 'text[]',
    created_at: 'timestamptz',
  }),
  table(
    'subscriptions',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      user_id: 'uuid',
      plan_id: 'text',
      plan: 'text',
      status: 'text',
      trial_ends_at: 'timestamptz',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    OWN_FIRST,
  ),
]);

/** @throws RestError PGRST205 */
export function tableNamed(name: string): Table {
  const found = TABLES.get(name);
  if (found) return found;
  const shown = name.slice(0, 100);
  throw new RestError(404, 'PGRST205', `Could not find the table 'public.${shown}' in the schema cache`);
}

/** For a column of a select, filter or order. @throws RestError 42703 */
export function columnNamed(table: Table, name: string): string {
  if (table.columns.has(name)) return name;
  throw new RestError(400, '42703', `column ${table.name}.${name.slice(0, 100)} does not exist`);
}

/** For a column of a body. @throws RestError PGRST204 */
export function bodyColumnNamed(table: Table, name: string): string {
  if (table.columns.has(name)) return name;
  throw new RestError(
    400,
    'PGRST204',
    `Could not find the '${name.slice(0, 100)}' column of '${table.name}' in the schema cache`,
  );
}
