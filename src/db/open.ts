import { createHash } from 'node:crypto';
import pg from 'pg';
import { StartError } from '#src/config.ts';
import { type Database, openPool } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import {
  APP_ROLE,
  assertHeldByRowSecurity,
  assertRolesThere,
  ensureRoles,
  rolePassword,
  SYSTEM_ROLE,
} from './roles.ts';

const OLDEST_SERVER = 15;

export type OpenDatabase = {
  /** Serves requests and jobs; row security holds it. */
  app: Database;
  /** The engine's named cross-tenant queries, and the job queues. */
  system: Database;
  urls: { owner: string; app: string; system: string };
  /** The names of the migrations that ran now. */
  migrated: string[];
  close: () => Promise<void>;
};

/**
 * Opens a database as its owner, brings it to the program's version and opens the two serving pools.
 * `afterMigrations` runs as the owner before anything is served (the job queues make their tables there).
 * @throws StartError with one sentence: unreachable, too old, newer than the program, a login that may too much
 */
export async function openDatabase(options: {
  ownerUrl: string;
  appUrl: string | null;
  systemUrl: string | null;
  /** The encryption key: names the installation, and serves where the owner's address has no password. */
  fallbackSecret: string;
  /** Told what the start waits for. */
  say?: (line: string) => void;
  stop?: AbortSignal;
  afterMigrations: (owner: { client: pg.Client; url: string }) => Promise<void>;
  onError: (error: Error) => void;
}): Promise<OpenDatabase> {
  const secret = passwordOf(options.ownerUrl) || options.fallbackSecret;
  const owner = await connectAsOwner(options.ownerUrl);
  const derived = (role: string): string => withLogin(options.ownerUrl, role, rolePassword(secret, role));
  const installation = createHash('sha256')
    .update(`fingerprint ${options.fallbackSecret}`)
    .digest('hex')
    .slice(0, 16);
  let migrated: string[];
  try {
    const roles = [...(options.appUrl ? [] : [APP_ROLE]), ...(options.systemUrl ? [] : [SYSTEM_ROLE])];
    if (roles.length === 0) await assertRolesThere(owner);
    else await ensureRoles(owner, { roles, secret, installation, fits: (role) => canConnect(derived(role)) });
    // One program at a time from here on: the queues make their schema as well.
    await lockSetup(owner, options);
    // Before anything is changed, where the database is set up already.
    if (await isSetUp(owner)) await assertSameInstallation(owner, installation);
    migrated = await migrate(owner, await readMigrations());
    await assertSameInstallation(owner, installation);
    await options.afterMigrations({ client: owner, url: options.ownerUrl });
  } finally {
    await owner.end();
  }
  const urls = {
    owner: options.ownerUrl,
    app: options.appUrl ?? derived(APP_ROLE),
    system: options.systemUrl ?? derived(SYSTEM_ROLE),
  };
  const app = openPool({ url: urls.app, name: 'bellwire app', onError: options.onError });
  const system = openPool({ url: urls.system, name: 'bellwire system', onError: options.onError });
  const close = async () => {
    await Promise.all([app.$client.end(), system.$client.end()]);
  };
  try {
    await assertHeldByRowSecurity(app.$client, APP_ROLE);
    await assertHeldByRowSecurity(system.$client, SYSTEM_ROLE);
  } catch (error) {
    await close();
    if (error instanceof StartError) throw error;
    throw new StartError(`The database refused the serving login: ${reason(error)}.`, { cause: error });
  }
  return { app, system, urls, migrated, close };
}

/** Held until the owner's connection ends. @throws StartError when asked to stop meanwhile */
async function lockSetup(
  owner: pg.Client,
  options: { say?: (line: string) => void; stop?: AbortSignal },
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await owner.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtext('bellwire setup')) as locked`,
    );
    if (rows[0]?.locked) return;
    if (tries === 4) options.say?.('Another program is preparing the database; waiting for it.');
    if (options.stop?.aborted)
      throw new StartError('Stopped while another program was preparing the database.');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const isSetUp = async (owner: pg.Client): Promise<boolean> =>
  (await owner.query<{ there: boolean }>(`select to_regclass('public.installation') is not null as there`))
    .rows[0]?.there === true;

/**
 * What one process seals another has to open: all processes on a database must have the same encryption key.
 * @throws StartError when this one has another
 */
async function assertSameInstallation(owner: pg.Client, installation: string): Promise<void> {
  await owner.query(
    `insert into installation (name, value) values ('encryption key', $1) on conflict do nothing`,
    [installation],
  );
  const { rows } = await owner.query<{ value: string }>(
    `select value from installation where name = 'encryption key'`,
  );
  if (rows[0]?.value === installation) return;
  throw new StartError(
    'This database was set up with another encryption key: what was sealed with it could not be opened. ' +
      'Give the same ENCRYPTION_KEY (or secrets/encryption.key in the data folder) to every process.',
  );
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bellwire owner',
    connectionTimeoutMillis: 10_000,
  });
  // A server that goes away between queries must not end the program by an unheard 'error' event.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new StartError(`The database at ${shown(url)} cannot be reached: ${reason(error)}.`, {
      cause: error,
    });
  }
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version`,
  );
  const problem = serverTooOld(Number(rows[0]?.server_version_num ?? 0), rows[0]?.server_version ?? '');
  if (problem) {
    await client.end();
    throw new StartError(`The database at ${shown(url)} is ${problem}.`);
  }
  return client;
}

/** What is wrong with a server's version (`server_version_num`, such as 150018), or null. */
export function serverTooOld(versionNumber: number, version: string): string | null {
  if (Math.floor(versionNumber / 10_000) >= OLDEST_SERVER) return null;
  return `PostgreSQL ${version}; Bellwire needs ${OLDEST_SERVER} or newer`;
}

/** The address without its password, for people to read. */
export function shown(url: string): string {
  return url.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1@').replace(/([?&]password=)[^&]*/, '$1…');
}

function passwordOf(url: string): string {
  const written = /^\w+:\/\/[^:/@]*:([^@]*)@/.exec(url)?.[1] ?? '';
  try {
    return decodeURIComponent(written);
  } catch (error) {
    throw new StartError('DATABASE_URL is not valid: a % in its password must be written as %25.', {
      cause: error,
    });
  }
}

/** The same database under another login. Works on text, because an address with a socket folder is no WHATWG URL. */
function withLogin(url: string, user: string, password: string): string {
  return url.replace(/^(\w+:\/\/)([^@/]*@)?/, `$1${user}:${encodeURIComponent(password)}@`);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.message) return error.message.replace(/\.$/, '');
  return code || error.name;
}
