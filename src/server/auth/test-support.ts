import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { AccountMailJob, AccountsDeps, MailRequestJob } from '#src/accounts/deps.ts';
import { type Accounts, createAccounts } from '#src/accounts/accounts.ts';
import { codeOf } from '#src/accounts/one-time-tokens.ts';
import { createHasher } from '#src/accounts/passwords.ts';
import { type Keys, loadKeys, unseal } from '#src/platform/keys/keys.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { startOver } from '#src/workspaces/start-over.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type AuthRoutesDeps, createAuthRoutes } from './routes.ts';

export const PASSWORD = 'correct horse';

export type AuthWorld = {
  database: TestDatabase;
  keys: Keys;
  accounts: Accounts;
  /** http://127.0.0.1:<port> of a real server. */
  url: string;
  /** Moves the server's clock; the client keeps its own. */
  later: (ms: number) => void;
  now: () => Date;
  /** Everything the server logged, as the log's serialiser would see it. */
  logged: () => string;
  /** `METHOD path` of every request, oldest first. */
  requests: string[];
  /** The published client, as the site makes one, with a storage of its own. */
  client: () => SupabaseClient;
  /** Somebody new, signed up with PASSWORD and signed in; `confirmed` by the mail of the sign-up. */
  person: (
    confirmed: 'confirmed' | 'unconfirmed',
  ) => Promise<{ client: SupabaseClient; email: string; id: string }>;
  /** A plain request to /auth/v1. */
  call: (path: string, init?: RequestInit) => Promise<Response>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** The token in the newest account mail of a person. */
  mailedToken: (userId: string) => Promise<string>;
  /** Does the jobs of those who asked for a mail since the last time. @returns how many there were */
  answerRequests: () => Promise<number>;
  /** The newest mail of a person: which, with its token and code. */
  mailed: (
    userId: string,
    kind?: string,
  ) => Promise<{ kind: string; token: string; code: string; redirectTo: string | null; withCode: boolean }>;
  userOf: (email: string) => Promise<Record<string, unknown> & { id: string }>;
  close: () => Promise<void>;
};

/** The auth service on a real port over a real database, with cheap hashes. */
export async function authWorld(
  overrides: Partial<AccountsDeps> = {},
  routes: Partial<AuthRoutesDeps> = {},
): Promise<AuthWorld> {
  const database = await testDatabase();
  const secrets = await mkdtemp(join(tmpdir(), 'bellwire-auth-'));
  const keys = await loadKeys({ dataDir: secrets, encryptionKey: null, signingKey: null });
  let ahead = 0;
  const lines: unknown[] = [];
  const requests: string[] = [];
  const app = new Hono();
  app.use(async (c, next) => {
    requests.push(`${c.req.method} ${c.req.path}`);
    await next();
  });
  const server: Server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = () => new Date(Date.now() + ahead);
  const accounts = createAccounts({
    db: database.app,
    keys,
    clock: now,
    hasher: createHasher({ cost: { memoryCost: 64, timeCost: 1 } }),
    publicUrl: url,
    emailConfirmation: 'deferred',
    provision: provisionWorkspace,
    startOver,
    onConfirmed: async () => undefined,
    enqueue: database.enqueue,
    ...overrides,
  });
  const log = { error: (context: object, message: string) => lines.push([message, describe(context)]) };
  app.route(
    '/auth/v1',
    createAuthRoutes({ accounts, clientAddress: () => '127.0.0.1', spendsOpenedLinks: true, log, ...routes }),
  );
  const mailed: AuthWorld['mailed'] = async (userId, kind) => {
    const { rows } = await database.admin.query<{ data: AccountMailJob }>(
      `select data from pgboss.job
        where name = 'account-mail' and data->>'userId' = $1 and data->>'kind' = coalesce($2, data->>'kind')
        order by created_on desc limit 1`,
      [userId, kind ?? null],
    );
    const job = rows[0]?.data;
    const token = unseal(keys.encryptionKey, `account-mail ${userId}`, job?.sealedToken ?? '');
    if (!job || token === null) throw new Error('No email is waiting for this person.');
    const code = codeOf(keys.encryptionKey, token);
    return {
      kind: job.kind,
      token,
      code,
      redirectTo: job.redirectTo ?? null,
      withCode: job.withCode ?? false,
    };
  };
  const client: AuthWorld['client'] = () =>
    createClient(url, PUBLIC_KEY, { auth: { autoRefreshToken: false } });
  const person: AuthWorld['person'] = async (confirmed) => {
    const own = client();
    const email = newEmail();
    const { data, error } = await own.auth.signUp({ email, password: PASSWORD });
    if (!data.user) throw error ?? new Error('Nobody was signed up.');
    const { id } = data.user;
    if (confirmed === 'confirmed')
      await own.auth.verifyOtp({ token_hash: (await mailed(id)).token, type: 'signup' });
    return { client: own, email, id };
  };
  const call = (path: string, init?: RequestInit) => fetch(`${url}/auth/v1${path}`, init);
  return {
    database,
    keys,
    accounts,
    url,
    later: (ms) => {
      ahead += ms;
    },
    now,
    logged: () => JSON.stringify(lines),
    requests,
    client,
    person,
    call,
    post: (path, body, headers) =>
      call(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json;charset=UTF-8',
          'X-Supabase-Api-Version': '2024-01-01',
          ...headers,
        },
      }),
    mailedToken: async (userId) => (await mailed(userId)).token,
    mailed,
    answerRequests: async () => {
      const { rows } = await database.admin.query<{ data: MailRequestJob }>(
        `delete from pgboss.job where name = 'account-mail' and data->>'kind' = 'request' returning data`,
      );
      for (const { data } of rows) await accounts.answerMailRequest(data);
      return rows.length;
    },
    userOf: async (email) => {
      const { rows } = await database.admin.query('select * from users where email = $1', [email]);
      return rows[0];
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await database.drop();
      await rm(secrets, { recursive: true });
    },
  };
}

/** All that a log could print of a value: errors with their own fields and causes too. */
function describe(value: unknown, depth = 0): unknown {
  if (depth > 6 || typeof value !== 'object' || value === null) return String(value);
  const own = Object.fromEntries(
    Object.getOwnPropertyNames(value).map((name) => [name, describe(Reflect.get(value, name), depth + 1)]),
  );
  return own;
}

let serial = 0;
export const newEmail = (): string => `person-${(serial += 1)}@traders.example`;
