import pg from 'pg';
import { rolePassword } from './roles.ts';

const OWNER = 'bellwire_owner';
const DATABASE = 'bellwire';

/**
 * On the embedded server: an owner that isn't a superuser, and its database. Safe to repeat; an interrupted first
 * start continues here.
 * @returns the owner's address
 */
export async function ensureEmbeddedDatabase(admin: {
  host: string;
  port: number;
  user: string;
  password: string;
}): Promise<string> {
  const password = rolePassword(admin.password, OWNER);
  const client = new pg.Client({ ...admin, database: 'postgres', application_name: 'bellwire setup' });
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [OWNER]);
    const verb = role.rowCount ? 'alter' : 'create';
    await client.query(
      `${verb} role ${OWNER} login nosuperuser nobypassrls createrole password ${pg.escapeLiteral(password)}`,
    );
    const database = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!database.rowCount) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
  const socket = `host=${encodeURIComponent(admin.host)}&port=${admin.port}`;
  return `postgres://${OWNER}:${encodeURIComponent(password)}@/${DATABASE}?${socket}`;
}
