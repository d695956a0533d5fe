import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import type { Refreshed } from '../channels/channel.ts';
import { pigeon } from '../channels/pigeon.fixture.ts';
import { addChannel } from '../channels/registry.ts';
import { createConnections } from './connections.ts';
import { openConnection } from './open.ts';
import { probeConnections } from './probe.ts';
import { refreshConnections } from './refresh.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AHEAD = 10 * 60_000;
const START = Date.parse('2026-11-23T10:00:00Z');

let db: TestDatabase;
let now: number;
let asked: string[];
let answer: () => Promise<Refreshed>;
let meanwhile: () => Promise<void>;
let workspaceId: string;
let userId: string;
let remove: () => void;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = START;
  asked = [];
  meanwhile = async () => undefined;
  answer = async () => ({ secrets: { whistle: `fweet-${asked.length}` }, endsAt: now + 2 * HOUR });
  ({ workspaceId, userId } = await newWorkspace(db));
  await db.admin.query(`delete from connections`);
  remove = addChannel({
    ...pigeon,
    kind: 'rented-pigeon',
    check: async () => {
      await meanwhile();
      return { ok: true };
    },
    tokens: {
      aheadMs: AHEAD,
      endsAt: async () => now + 2 * HOUR,
      refresh: async ({ secrets }) => {
        asked.push(secrets['whistle'] ?? '');
        return answer();
      },
    },
  });
});
afterEach(() => remove());

const deps = () => ({
  app: db.app,
  system: db.system,
  announce: () => undefined,
  clock: () => new Date(now),
  random: () => 0.5,
  encryptionKey: TEST_KEY,
  mail: {
    from: 'alerts@site.example',
    transport: () => {
      throw new Error('Pigeons send no mail.');
    },
  },
  call: noCalls,
  callbackUrl: () => 'https://site.example/hooks',
  practices: false,
  publicUrl: 'https://site.example',
});
const by = () => ({ workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada' } });
const service = () => createConnections(deps());
const fields = { url: 'https://loft.example', whistle: 'fweet-0' };
const connect = () => service().add(by(), { channel: 'rented-pigeon', name: 'Roof', fields });

async function row() {
  const [found] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(connections));
  if (!found) throw new Error('There is no connection.');
  return { ...found, whistle: openConnection(TEST_KEY, found).secrets['whistle'] };
}
const told = async () =>
  (
    await db.admin.query<{ title: string; text: string }>(
      `select title, text from notifications where workspace_id = $1 order by created_at, id`,
      [workspaceId],
    )
  ).rows;

it('refreshes before the end, once for all processes, and keeps the new secrets sealed', async () => {
  await connect();
  expect(await row()).toMatchObject({
    tokenEndsAt: new Date(START + 2 * HOUR),
    refreshAt: new Date(START + 2 * HOUR - AHEAD),
  });
  now = START + 2 * HOUR - AHEAD - 1;
  expect(await refreshConnections(deps())).toBe(0);
  now += 1;
  const done = await Promise.all([refreshConnections(deps()), refreshConnections(deps())]);
  expect(done.toSorted()).toEqual([0, 1]);
  expect(asked).toEqual(['fweet-0']);
  const after = await row();
  expect(after).toMatchObject({
    whistle: 'fweet-1',
    state: 'ok',
    tokenEndsAt: new Date(now + 2 * HOUR),
    refreshAt: new Date(now + 2 * HOUR - AHEAD),
  });
  expect(JSON.stringify(after.sealed)).not.toContain('fweet');
  // What isn't a secret that ends stays.
  expect(after.settings).toEqual({ url: 'https://loft.example' });
});

it('isn’t refreshed without end where the provider gives little time', async () => {
  await connect();
  now = START + 2 * HOUR - AHEAD;
  answer = async () => ({ secrets: { whistle: 'short' }, endsAt: now + AHEAD / 2 });
  await refreshConnections(deps());
  expect(await row()).toMatchObject({ refreshAt: new Date(now + AHEAD / 4) });
});

it('is asked again where the provider couldn’t be, and when it says', async () => {
  await connect();
  now = START + 2 * HOUR - AHEAD;
  answer = async () => ({ problem: 'Nobody is there.', isFinal: false });
  expect(await refreshConnections(deps())).toBe(0);
  expect(await row()).toMatchObject({ state: 'ok', problem: null, refreshAt: new Date(now + 120_000) });
  now += 120_000;
  answer = async () => ({ problem: 'Slower.', isFinal: false, retryAt: now + HOUR });
  await refreshConnections(deps());
  expect(await row()).toMatchObject({ refreshAt: new Date(now + HOUR), whistle: 'fweet-0' });
  expect(await told()).toEqual([]);
});

it('a refusal reminds the owners while the token works, and then the connection fails', async () => {
  await connect();
  answer = async () => ({ problem: 'The loft has let your pigeons go.', isFinal: true });
  const endsAt = new Date(START + 3 * DAY);
  await db.admin.query(`update connections set token_ends_at = $1, refresh_at = $2`, [endsAt, new Date(now)]);
  await refreshConnections(deps());
  expect(await row()).toMatchObject({
    state: 'ok',
    problem: 'Reconnect: The loft has let your pigeons go.',
    refreshAt: new Date(START + DAY),
  });
  expect(await told()).toEqual([
    {
      title: 'Reconnect “Roof”',
      text: 'Reconnect: The loft has let your pigeons go. It works until November 26, 2026 at 10:00 AM UTC.',
    },
  ]);
  now = endsAt.getTime();
  await refreshConnections(deps());
  expect(await row()).toMatchObject({
    state: 'failing',
    problem: 'Reconnect: The loft has let your pigeons go.',
    refreshAt: null,
    heldUntil: null,
  });
  expect((await told()).at(-1)).toMatchObject({ title: '“Roof” is no longer connected' });
  // No check can mend it, so none is tried: it would only be said to work again.
  now += DAY;
  expect(await probeConnections(deps())).toBe(0);
  expect(await refreshConnections(deps())).toBe(0);
  // Connected again, it goes on as a new one does.
  await service().change(by(), (await row()).id, { fields: { whistle: 'fweet-9' } });
  expect(await row()).toMatchObject({
    state: 'ok',
    problem: null,
    whistle: 'fweet-9',
    refreshAt: new Date(now + 2 * HOUR - AHEAD),
  });
});

it('a connection that failed for want of a token works again once it is refreshed', async () => {
  await connect();
  await db.admin.query(
    `update connections set state = 'failing', problem = 'No', refresh_at = $1, held_until = $2`,
    [new Date(now), new Date(now + HOUR)],
  );
  expect(await refreshConnections(deps())).toBe(1);
  expect(await probeConnections(deps())).toBe(1);
  expect(await row()).toMatchObject({ state: 'ok', problem: null });
});

it('a paused connection keeps its credentials fresh and stays paused', async () => {
  await connect();
  await db.admin.query(`update connections set state = 'paused', refresh_at = $1`, [new Date(now)]);
  expect(await refreshConnections(deps())).toBe(1);
  expect(await row()).toMatchObject({ state: 'paused', whistle: 'fweet-1', heldUntil: null });
});

it('whoever connects it again meanwhile isn’t overwritten', async () => {
  const { id } = await connect();
  now = START + 2 * HOUR - AHEAD;
  answer = async () => {
    await service().change(by(), id, { fields: { whistle: 'fweet-typed' } });
    return { secrets: { whistle: 'fweet-old' }, endsAt: now + HOUR };
  };
  await refreshConnections(deps());
  expect(await row()).toMatchObject({ whistle: 'fweet-typed' });
});

it('a change of something else keeps what was refreshed meanwhile', async () => {
  const { id } = await connect();
  now = START + 2 * HOUR - AHEAD;
  // The provider is asked about the change, and before it answers the credentials are refreshed.
  meanwhile = async () => void (await refreshConnections(deps()));
  await service().change(by(), id, { fields: { url: 'https://other.example' } });
  expect(await row()).toMatchObject({
    whistle: 'fweet-1',
    settings: { url: 'https://other.example' },
  });
});

it('what the provider has answered is stored as soon as the database takes it', async () => {
  await connect();
  now = START + 2 * HOUR - AHEAD;
  let writes = 0;
  const app = new Proxy(db.app, {
    get: (target, name, self) => {
      if (name !== 'transaction') return Reflect.get(target, name, self) as unknown;
      return (...given: Parameters<typeof db.app.transaction>) => {
        writes += 1;
        // The claim is the first, and storing the second.
        return writes === 2 ? Promise.reject(new Error('connection lost')) : target.transaction(...given);
      };
    },
  });
  expect(await refreshConnections({ ...deps(), app })).toBe(1);
  expect(await row()).toMatchObject({ whistle: 'fweet-1' });
  expect(asked).toHaveLength(1);
});
