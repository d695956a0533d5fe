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

type EnsureRoles = {
  /** The roles to see to: those whose login was not given. */
  roles: readonly string[];
  /** What the passwords are derived from. */
  secret: string;
  /** Names this installation; written beside a role that it made. */
  installation: string;
  /** True when the role can log in with the password derived for it. */
  fits: (role: string) => Promise<boolean>;
};

/**
 * Makes the serving roles where they are missing. Neither can log in as anything more: no superuser, no BYPASSRLS, no
 * right to create. A role that is there with another password is given ours only if this installation made it (its
 * owner's password has changed since): roles are the whole server's, and another installation may live by it.
 * @throws StartError when the owner may not create roles, or a role is another installation's
 */
export async function ensureRoles(owner: pg.ClientBase, options: EnsureRoles): Promise<void> {
  await owner.query('begin');
  try {
    // Two programs that start together must not both find the role missing.
    await owner.query(`select pg_advisory_xact_lock(hashtext('bellwire roles'))`);
    for (const role of options.roles) await ensureLogin(owner, role, options);
    await ensureVisitorRoles(owner);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database's owner may not make the roles ${APP_ROLE}, ${SYSTEM_ROLE}, ${VISITOR_ROLES.join(' and ')} ` +
        `(${message(error)}). Make them once as an administrator, grant the last two to ${APP_ROLE}, and give logins ` +
        'of the first two in DATABASE_APP_URL and DATABASE_SYSTEM_URL.',
      { cause: error },
    );
  }
}

async function ensureLogin(owner: pg.ClientBase, role: string, options: EnsureRoles): Promise<void> {
  const mark = `Bellwire installation ${options.installation}`;
  const { rows } = await owner.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
    [role],
  );
  const password = pg.escapeLiteral(rolePassword(options.secret, role));
  if (!rows[0]) {
    await owner.query(`create role ${role} login nocreatedb nocreaterole inherit password ${password}`);
    await owner.query(`comment on role ${role} is ${pg.escapeLiteral(mark)}`);
  } else if (!(await options.fits(role))) {
    if (rows[0].mark !== mark) {
      const variable = role === APP_ROLE ? 'DATABASE_APP_URL' : 'DATABASE_SYSTEM_URL';
      throw new StartError(
        `The role ${role} of this database server is not this installation's: its password is another one. ` +
          `Give a login that is a member of it in ${variable}.`,
      );
    }
    await owner.query(`alter role ${role} password ${password}`);
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
 * Refuses to serve under a login that row security does not hold: a superuser, one with BYPASSRLS, CREATEROLE or
 * REPLICATION, the owner of the tables, one that could become any of these, or one that is both serving roles.
 * @throws StartError naming the login and why
 */
export async function assertHeldByRowSecurity(
  db: { query: pg.Pool['query'] },
  memberOf: string,
): Promise<void> {
  const { rows } = await db.query<{ login: string; reach: string | null; member: boolean; both: boolean }>(
    `select current_user as login,
       (select r.rolname from pg_roles r
         where (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication
                or r.oid in (select relowner from pg_class where relnamespace = 'public'::regnamespace))
           and pg_has_role(current_user, r.oid, 'MEMBER') order by r.rolname <> current_user, r.rolname limit 1) as reach,
       coalesce((select pg_has_role(current_user, oid, 'USAGE') from pg_roles where rolname = $1), false) as member,
       coalesce((select pg_has_role(current_user, oid, 'MEMBER') from pg_roles where rolname = $2), false) as both`,
    [memberOf, memberOf === APP_ROLE ? SYSTEM_ROLE : APP_ROLE],
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
  if (row.both) {
    // Each would see what the policies of the other show.
    throw new StartError(
      `Refusing to serve: the database login ${row.login} is a member of both ${APP_ROLE} and ${SYSTEM_ROLE}. Use two logins.`,
    );
  }
  if (!row.member) {
    throw new StartError(`The database login ${row.login} is not a member of ${memberOf}.`);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
