import { createHmac } from 'node:crypto';
import pg from 'pg';
import { StartError } from '#src/config.ts';

export const APP_ROLE = 'bellwire_app';
export const SYSTEM_ROLE = 'bellwire_system';

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
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw new StartError(
      `The database's owner may not make the roles ${APP_ROLE} and ${SYSTEM_ROLE} (${message(error)}). ` +
        'Make them once as an administrator and give their logins in DATABASE_APP_URL and DATABASE_SYSTEM_URL.',
      { cause: error },
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
           and pg_has_role(current_user, r.oid, 'MEMBER') order by r.rolname limit 1) as reach,
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
