import { createHmac } from 'node:crypto';
import pg from 'pg';
import { StartError } from '#src/config.ts';

export const APP_ROLE = 'bellwire_app';
export const SYSTEM_ROLE = 'bellwire_system';
/** Nobody logs in as these two: a request of /rest/v1 steps down from the app role to one of them. */
export const ANON_ROLE = 'bellwire_anon';
export const AUTHENTICATED_ROLE = 'bellwire_authenticated';
const VISITOR_ROLES = [ANON_ROLE, AUTHENTICATED_ROLE];

/**
 * The password of a role that the program made for itself. Every process that shares the database knows the
 * owner's password, so all of them come to the same one; nobody else does.
 */
export function rolePassword(secret: string, role: string): string {
  return createHmac('sha256', secret).update(`bellwire role ${role}`).digest('base64url');
}

/**
 * Makes the two serving roles where they are missing and sets their passwords. Neither can log in as anything
 * more: no superuser, no BYPASSRLS, no right to create.
 * @throws StartError when the owner may not create roles
 */
export async function ensureRoles(owner: pg.ClientBase, secret: string): Promise<void> {
  await owner.query('begin');
  try {
    // Two programs that start together must not both find the role missing.
    await owner.query(`select pg_advisory_xact_lock(hashtext('bellwire roles'))`);
    for (const role of [APP_ROLE, SYSTEM_ROLE]) {
      const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
      const password = pg.escapeLiteral(rolePassword(secret, role));
      // An owner may change the password of a role it made, but not attributes that it has not itself.
      await owner.query(
        rowCount
          ? `alter role ${role} password ${password}`
          : `create role ${role} login nocreatedb nocreaterole inherit password ${password}`,
      );
    }
    await ensureVisitorRoles(owner);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw new StartError(
      `The database's owner may not make the roles ${APP_ROLE}, ${SYSTEM_ROLE}, ${VISITOR_ROLES.join(' and ')} ` +
        `(${message(error)}). Make them once as an administrator, grant the last two to ${APP_ROLE}, and give logins ` +
        'of the first two in DATABASE_APP_URL and DATABASE_SYSTEM_URL.',
      { cause: error },
    );
  }
}

/** The app role may become a visitor, and (from PostgreSQL 16 on, which can say so) has none of a visitor's rights itself. */
async function ensureVisitorRoles(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const options = (rows[0]?.version ?? 0) >= 160_000 ? ' with inherit false, set true' : '';
  for (const role of VISITOR_ROLES) {
    const found = await owner.query<{ granted: boolean }>(
      'select pg_has_role($2, oid, $3) as granted from pg_roles where rolname = $1',
      [role, APP_ROLE, 'MEMBER'],
    );
    if (!found.rows[0]) await owner.query(`create role ${role} nologin nocreatedb nocreaterole`);
    if (!found.rows[0]?.granted) await owner.query(`grant ${role} to ${APP_ROLE}${options}`);
  }
}

/**
 * For databases whose roles an administrator made: the migrations speak of all four.
 * @throws StartError naming the role that is missing, or that the app role may not become
 */
export async function assertRolesThere(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ role: string; there: boolean; granted: boolean | null }>(
    `select wanted.role, r.oid is not null as there, pg_has_role(app.oid, r.oid, 'MEMBER') as granted
       from unnest($1::text[]) with ordinality as wanted(role, n)
       left join pg_roles r on r.rolname = wanted.role
       left join pg_roles app on app.rolname = $2 order by n`,
    [[APP_ROLE, SYSTEM_ROLE, ...VISITOR_ROLES], APP_ROLE],
  );
  const missing = rows.find((row) => !row.there);
  if (missing) {
    throw new StartError(
      `The role ${missing.role} is missing in the database. Make it once as an administrator.`,
    );
  }
  const loose = rows.find((row) => VISITOR_ROLES.includes(row.role) && !row.granted);
  if (loose) {
    throw new StartError(
      `The role ${APP_ROLE} may not become ${loose.role}. Say once as an administrator: grant ${loose.role} to ${APP_ROLE}.`,
    );
  }
}

/**
 * Refuses to serve under a login that row security does not hold: a superuser, one with BYPASSRLS, or one that
 * could become such a role or the owner of the tables.
 * @throws StartError naming the login and why
 */
export async function assertHeldByRowSecurity(
  db: { query: pg.Pool['query'] },
  memberOf: string,
): Promise<void> {
  const { rows } = await db.query<{ login: string; reach: string | null; member: boolean }>(
    `select current_user as login,
       (select r.rolname from pg_roles r
         where (r.rolsuper or r.rolbypassrls
                or r.oid in (select relowner from pg_class where relnamespace = 'public'::regnamespace))
           and pg_has_role(current_user, r.oid, 'MEMBER') order by r.rolname <> current_user, r.rolname limit 1) as reach,
       coalesce((select pg_has_role(current_user, oid, 'USAGE') from pg_roles where rolname = $1), false) as member`,
    [memberOf],
  );
  const row = rows[0];
  if (!row) throw new StartError('The database did not say who is logged in.');
  if (row.reach !== null) {
    const how = row.reach === row.login ? 'is a role' : `can become ${row.reach}, a role`;
    throw new StartError(
      `Refusing to serve: the database login ${row.login} ${how} that row security does not hold. ` +
        `Use a login that is only a member of ${memberOf}.`,
    );
  }
  if (!row.member) {
    throw new StartError(`The database login ${row.login} is not a member of ${memberOf}.`);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
