import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizations, connections as table, members } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { forgetAuthorizations } from '#src/engine/connections/authorize-upkeep.ts';
import { openConnection } from '#src/engine/connections/open.ts';
import { type Answer, type Call, type CallProvider, createCallProvider } from '#src/platform/net/call.ts';
import type { PracticeProvider } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { practiceAddress, startPractice } from '#src/platform/practice/server.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { type Authorization, authorizationSchema } from '#src/shared/authorizations.ts';
import { channelsSchema } from '#src/shared/channels.ts';
import type { Role } from '#src/shared/permissions.ts';
import { WORKSPACE_HEADER } from '#src/server/api/signed-in.ts';
import { TEST_KEY, testServer } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createOAuthHooks } from './oauth.ts';

type Who = { userId: string; workspaceId: string };

const SITE = 'http://localhost:3000';
let db: TestDatabase;
let now = Date.now();
const logged: unknown[] = [];
const log = {
  info: (...all: unknown[]) => void logged.push(all),
  warn: (...all: unknown[]) => void logged.push(all),
  error: (...all: unknown[]) => void logged.push(all),
};
let practice: Awaited<ReturnType<typeof startPractice>>;
let providers: readonly PracticeProvider[];
let who: Who;
beforeAll(async () => {
  db = await testDatabase();
  providers = await Promise.all(channels().flatMap((channel) => channel.practice?.() ?? []));
  const room = memoryRoom(
    () => now,
    () => 'takes',
  );
  practice = await startPractice({ providers, room });
});
afterAll(async () => {
  await practice.stop();
  await db.drop();
});
beforeEach(async () => {
  who = await newDesk();
});

/** A workspace whose plan has every channel. */
async function newDesk(): Promise<Who> {
  const made = await newWorkspace(db);
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    made.workspaceId,
  ]);
  return made;
}

const APP = { clientId: 'ClientOfTheOperator', clientSecret: 'canary-secret-of-the-operator' };
/** What the operator's app is answered with; null where there is none, and practice. */
let provider: CallProvider | null = null;
afterEach(() => {
  provider = null;
});

function site({ hasPractice = true } = {}) {
  const parts = {
    app: db.app,
    clock: () => new Date(now),
    random: () => 0.5,
    encryptionKey: TEST_KEY,
    mail: { transport: () => ({}) as never, from: 'alerts@bellwire.example' },
    call:
      provider ??
      createCallProvider({ allowPrivate: false, agent: 'T', now: () => now, practiceUrl: practice.url }),
    practices: hasPractice,
    oauth: {
      apps: new Map(provider ? [['x', APP]] : []),
      practiceAt: hasPractice ? (url: string) => practiceAddress(practice.url, url) : null,
    },
    publicUrl: SITE,
    callbackUrl: () => '',
  };
  const oauthHooks = createOAuthHooks();
  return testServer(db, { connections: parts, routes: { oauthHooks } as never, log });
}
const seen: string[] = [];
async function call(method: string, path: string, body?: unknown, { userId }: Pick<Who, 'userId'> = who) {
  const answer = await site().request(`/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  seen.push(text);
  return { status: answer.status, json: JSON.parse(text) };
}

async function start(form: object = { channel: 'x' }, by: Pick<Who, 'userId'> = who) {
  const { status, json } = await call('POST', '/connections/authorize', form, by);
  expect([status, json.code]).toEqual([201, undefined]);
  return { id: String(json.id), url: String(json.url) };
}
/** As the person decides at the provider. @returns the path and query they come back to */
async function decide(url: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> {
  const page = await (await fetch(url)).text();
  const body = new URLSearchParams({ decision });
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)"/g)) body.append('scope', scope);
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  return pathname + search;
}
/** As Channels finishes it. @returns its id, or the code of the refusal */
async function comeBack(path: string, by: Pick<Who, 'userId'> = who): Promise<string> {
  const answer = await site().request(path);
  expect(answer.status).toBe(303);
  const [page, came] = (answer.headers.get('location') ?? '').split('#');
  expect(page).toBe('/dashboard/channels');
  const body = Object.fromEntries(new URLSearchParams(came));
  const { json } = await call('POST', '/connections/authorizations', body, by);
  return String(json.id ?? json.code);
}
const outcome = async (id: string): Promise<Authorization> =>
  authorizationSchema.parse((await call('GET', `/connections/authorizations/${id}`)).json);
const live = (of: Who = who) => withTenant(db.app, of.workspaceId, (tx) => tx.select().from(table));
const become = (role: Role) => withTenant(db.app, who.workspaceId, (tx) => tx.update(members).set({ role }));

describe('X', () => {
  it('is connected by allowing it there', async () => {
    const { id, url } = await start();
    expect(await comeBack(await decide(url))).toBe(id);
    const done = await outcome(id);
    expect(done).toMatchObject({ state: 'connected', problem: null, choices: [] });
    expect(done.connection?.name).toBe('@practice_desk (practice)');
    const [row] = await live();
    expect(row).toMatchObject({
      practice: true,
      state: 'ok',
      account: '4200000000000000042',
      tokenEndsAt: new Date(now + 7_200_000),
    });
    const listed = await call('GET', '/connections');
    expect(listed.json.items[0].destinations).toMatchObject([{ address: '@practice_desk' }]);
    // What served to connect it is gone.
    const [left] = await withTenant(db.app, who.workspaceId, (tx) => tx.select().from(authorizations));
    expect(left?.sealed).toBeNull();
    // No credential is in an answer or a log.
    const { secrets } = openConnection(TEST_KEY, row!);
    const said = JSON.stringify([seen, logged]);
    expect(Object.keys(secrets).sort()).toEqual(['accessToken', 'clientSecret', 'refreshToken']);
    for (const secret of Object.values(secrets)) expect(said).not.toContain(secret);
    expect(said).toContain('/hooks/oauth/x');
  });

  it('is connected again, and not twice', async () => {
    await call('POST', '/connections/practice', { channel: 'x' });
    const [before] = await live();
    for (const form of [{ channel: 'x' }, { channel: 'x', connectionId: before?.id }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { id, url } = await start(form);
      // oxlint-disable-next-line no-await-in-loop
      await comeBack(await decide(url));
      // oxlint-disable-next-line no-await-in-loop
      expect((await outcome(id)).connection?.id).toBe(before?.id);
    }
    const rows = await live();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).not.toBe(before?.sealed);
    expect(rows[0]?.account).toBe('4200000000000000042');
  });

  it('says that it was denied', async () => {
    const { id, url } = await start();
    expect(await comeBack(await decide(url, 'deny'))).toBe(id);
    expect(await outcome(id)).toMatchObject({
      state: 'failed',
      problem: 'You didn’t allow it at X (Twitter), so nothing was connected.',
    });
    expect(await live()).toEqual([]);
  });

  it('says when another account was signed in', async () => {
    await call('POST', '/connections/practice', { channel: 'x' });
    await withTenant(db.app, who.workspaceId, (tx) => tx.update(table).set({ account: '1' }));
    const [row] = await live();
    const { id, url } = await start({ channel: 'x', connectionId: row?.id });
    await comeBack(await decide(url));
    expect((await outcome(id)).problem).toBe(
      'You signed in at X (Twitter) as @practice_desk, but “X (Twitter) (practice)” is another account. Sign in there with that one.',
    );
  });
});

describe('with the operator’s app', () => {
  const answer = (status: number, json: object): Answer => ({
    kind: 'answered',
    status,
    headers: {},
    body: Buffer.from(JSON.stringify(json)),
    retryAfterMs: null,
  });
  const state = (url: string): string => new URL(url).searchParams.get('state') ?? '';

  it('is an account like any other', async () => {
    const asked: Call[] = [];
    provider = async (request) => {
      asked.push(request);
      return request.url.endsWith('/oauth2/token')
        ? answer(200, {
            access_token: 'canary-access-token-of-an-account',
            refresh_token: 'canary-refresh-token-of-an-account',
            expires_in: 7_200,
          })
        : answer(200, { data: { id: '77', username: 'HarborDesk' } });
    };
    const { id, url } = await start();
    expect(url).toMatch(/^https:\/\/x\.com\/i\/oauth2\/authorize\?response_type=code/);
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${SITE}/hooks/oauth/x`);
    expect(await comeBack(`/hooks/oauth/x?state=${state(url)}&code=canary-code-of-x`)).toBe(id);
    const [row] = await live();
    expect(row).toMatchObject({ name: '@harbordesk', practice: false, account: '77', state: 'ok' });
    expect(asked.map(({ practice: isPractice }) => isPractice ?? false)).toEqual([false, false, false]);
    // The verifier is what the challenge was made of.
    const verifier = new URLSearchParams(String(asked[0]?.body)).get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      new URL(url).searchParams.get('code_challenge'),
    );
    const stored = await db.admin.query<{ all: string }>(
      `select concat((select string_agg(a::text, ' ') from authorizations a),
                     (select string_agg(c::text, ' ') from connections c),
                     (select string_agg(a::text, ' ') from activity a)) as all`,
    );
    expect(JSON.stringify([stored.rows, seen, logged])).not.toMatch(/canary/);
    expect(JSON.stringify(stored.rows)).not.toContain(verifier);
  });

  it('repeats nothing secret that a provider says', async () => {
    provider = async ({ body }) => {
      const said = decodeURIComponent(String(body));
      return answer(400, { error: 'invalid_request', error_description: `${APP.clientSecret} ${said}` });
    };
    const { id, url } = await start();
    await comeBack(`/hooks/oauth/x?state=${state(url)}&code=canary-code-of-x`);
    const { problem } = await outcome(id);
    expect(problem).toMatch(/^X answered: … grant_type=authorization_code&code=…&/);
    expect(problem).toMatch(/code_verifier=…/);
    expect(JSON.stringify([seen, logged])).not.toMatch(/canary/);
  });

  it('says what a provider has against the app', async () => {
    provider = async () => answer(500, {});
    const { id, url } = await start();
    const says = 'error=invalid_scope&error_description=The+scope+media.write+is+not+allowed';
    await comeBack(`/hooks/oauth/x?state=${state(url)}&${says}`);
    expect((await outcome(id)).problem).toBe('X (Twitter) answered: The scope media.write is not allowed');
  });

  it('stores nothing if nobody knows whose account it is', async () => {
    provider = async (request) =>
      request.url.endsWith('/oauth2/token')
        ? answer(200, { access_token: 'a'.repeat(30), refresh_token: 'r'.repeat(30), expires_in: 7_200 })
        : answer(401, { title: 'Unauthorized', detail: 'Unauthorized' });
    const { id, url } = await start();
    await comeBack(`/hooks/oauth/x?state=${state(url)}&code=a-code`);
    expect(await outcome(id)).toMatchObject({
      state: 'failed',
      problem: 'X didn’t say whose account this is. Connect again in a minute.',
    });
    expect(await live()).toEqual([]);
  });
});

describe('an account of several', () => {
  const pages = ['Practice page', 'Practice desk'];

  it('is chosen', async () => {
    const { id, url } = await start({ channel: 'facebook' });
    await comeBack(await decide(url));
    const choosing = await outcome(id);
    expect([choosing.state, choosing.choices.map(({ title }) => title)]).toEqual(['choosing', pages]);
    expect(await live()).toEqual([]);
    const path = `/connections/authorizations/${id}/choose`;
    const account = choosing.choices[1]?.id;
    expect((await call('POST', path, { account: '1' })).json.code).toBe('validation_failed');
    expect((await call('POST', path, { account }, await newDesk())).json.code).toBe('not_found');
    await become('viewer');
    expect((await call('POST', path, { account })).json.code).toBe('forbidden');
    await become('owner');
    expect((await call('POST', path, { account })).json).toMatchObject({
      name: 'Practice desk (practice)',
      settings: { pageId: account },
      destinations: [{ name: 'Practice desk', address: account }],
    });
    expect((await outcome(id)).state).toBe('connected');
    expect((await call('POST', path, { account })).json.code).toBe('not_found');
    expect(await live()).toHaveLength(1);
  });

  it('is known when it’s connected again', async () => {
    await call('POST', '/connections/practice', { channel: 'facebook' });
    const [before] = await live();
    const { id, url } = await start({ channel: 'facebook', connectionId: before?.id });
    await comeBack(await decide(url));
    expect(await outcome(id)).toMatchObject({ state: 'connected', connection: { id: before?.id } });
    expect(await live()).toMatchObject([{ id: before?.id, account: '100200300400500' }]);
  });

  it('is chosen within ten minutes', async () => {
    const { id, url } = await start({ channel: 'linkedin' });
    await comeBack(await decide(url));
    const [first] = (await outcome(id)).choices;
    now += 10 * 60_000;
    expect((await outcome(id)).state).toBe('failed');
    const answer = await call('POST', `/connections/authorizations/${id}/choose`, { account: first?.id });
    expect(answer.json.code).toBe('not_found');
    expect(await live()).toEqual([]);
  });
});

it('Slack is connected without a place, and again', async () => {
  for (const n of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { id, url } = await start({ channel: 'slack' });
    // oxlint-disable-next-line no-await-in-loop
    await comeBack(await decide(url));
    // oxlint-disable-next-line no-await-in-loop
    expect([n, (await outcome(id)).state]).toEqual([n, 'connected']);
  }
  expect(await live()).toMatchObject([{ name: 'Practice (practice)', account: 'T0PRACTICE/A0PRACTICE' }]);
});

describe('a state counts', () => {
  it('once', async () => {
    const { id, url } = await start();
    const path = await decide(url);
    expect(await comeBack(path)).toBe(id);
    expect(await comeBack(path)).toBe('not_found');
    expect(await live()).toHaveLength(1);
  });

  it('once, if two come at the same time', async () => {
    const { id, url } = await start();
    const path = await decide(url);
    const all = await Promise.all([comeBack(path), comeBack(path)]);
    expect(all.sort()).toEqual([id, 'not_found'].sort());
  });

  it('for ten minutes', async () => {
    const { id, url } = await start();
    now += 10 * 60_000;
    expect(await comeBack(await decide(url))).toBe(id);
    expect(await outcome(id)).toMatchObject({
      state: 'failed',
      problem: 'This took longer than 10 minutes. Connect again.',
    });
    expect(await live()).toEqual([]);
  });

  it('for the person who started it', async () => {
    const other = await newDesk();
    const theirs = await start({ channel: 'x' }, other);
    const path = await decide(theirs.url);
    // Who is led to another's address connects nothing, in neither workspace.
    expect(await comeBack(path)).toBe('not_found');
    expect([...(await live()), ...(await live(other))]).toEqual([]);
    // And it's still good where it was started.
    expect(await comeBack(path, other)).toBe(theirs.id);
    expect([(await live()).length, (await live(other)).length]).toEqual([0, 1]);
  });

  it('in its workspace', async () => {
    const { id, url } = await start();
    const path = await decide(url);
    const second = await newDesk();
    const at = { createdAt: new Date(now), updatedAt: new Date(now) };
    await withTenant(db.app, second.workspaceId, (tx) =>
      tx.insert(members).values({ ...second, userId: who.userId, role: 'owner', ...at }),
    );
    const elsewhere = async (workspaceId: string) => {
      const body = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
      const answer = await site().request('/api/v1/connections/authorizations', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${who.userId}`,
          'Content-Type': 'application/json',
          [WORKSPACE_HEADER]: workspaceId,
        },
        body: JSON.stringify({ channel: 'x', ...body }),
      });
      const { id: done, code } = (await answer.json()) as { id?: string; code?: string };
      return done ?? code;
    };
    expect(await elsewhere(second.workspaceId)).toBe('not_found');
    expect(await live(second)).toEqual([]);
    expect(await elsewhere(who.workspaceId)).toBe(id);
  });

  it('for its channel', async () => {
    const { url } = await start();
    const path = await decide(url);
    expect(await comeBack(path.replace('/oauth/x', '/oauth/slack'))).toBe('not_found');
    expect(await live()).toEqual([]);
  });

  it('while its person may connect accounts', async () => {
    const { id, url } = await start();
    const path = await decide(url);
    await become('viewer');
    expect(await comeBack(path)).toBe('forbidden');
    expect(await live()).toEqual([]);
    await become('owner');
    expect(await comeBack(path)).toBe(id);
  });

  it.each(['', 'x'.repeat(43), "' or 1=1 --"])('only if it was made here: “%s”', async (state) => {
    expect(await comeBack(`/hooks/oauth/x?code=a&state=${encodeURIComponent(state)}`)).toBe('not_found');
  });
});

describe('who may', () => {
  it('start it: owners and admins', async () => {
    await become('viewer');
    expect((await call('POST', '/connections/authorize', { channel: 'x' })).json.code).toBe('forbidden');
    await become('admin');
    expect((await call('POST', '/connections/authorize', { channel: 'x' })).status).toBe(201);
  });

  it('read it: the person who started it, and nobody of another workspace', async () => {
    const { id } = await start();
    const other = await newDesk();
    const path = `/connections/authorizations/${id}`;
    expect((await call('GET', path, undefined, other)).json.code).toBe('not_found');
    expect((await call('GET', path)).json.state).toBe('waiting');
  });

  it('reconnect it: nobody of another workspace', async () => {
    const other = await newDesk();
    await call('POST', '/connections/practice', { channel: 'x' }, other);
    const [row] = await live(other);
    const answer = await call('POST', '/connections/authorize', { channel: 'x', connectionId: row?.id });
    expect(answer.json.code).toBe('not_found');
  });
});

it('is offered where there is an app, and nowhere else', async () => {
  const offered = async (from: ReturnType<typeof site>) =>
    channelsSchema.parse(await (await from.request('/api/v1/channels')).json()).authorize;
  expect(await offered(site())).toContainEqual({ kind: 'x', practice: true });
  expect(await offered(site({ hasPractice: false }))).toEqual([]);
  const answer = await call('POST', '/connections/authorize', { channel: 'email' });
  expect(answer.json.code).toBe('validation_failed');
});

it('is forgotten an hour after its end', async () => {
  const { id } = await start();
  await forgetAuthorizations(db);
  expect((await outcome(id)).state).toBe('waiting');
  await db.admin.query(`update authorizations set expires_at = now() - interval '61 minutes' where id = $1`, [
    id,
  ]);
  await forgetAuthorizations(db);
  expect((await call('GET', `/connections/authorizations/${id}`)).json.code).toBe('not_found');
});
