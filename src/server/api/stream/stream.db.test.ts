import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenForHints } from '#src/db/live.ts';
import { members, users } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { testApi } from '#tests/support/api.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { authWorld, type AuthWorld, newEmail, PASSWORD } from '#src/server/auth/test-support.ts';
import { createLiveHub, STREAMS_MAX } from './live-hub.ts';

let world: AuthWorld;
let api: ReturnType<typeof testApi>;
let keys: ReturnType<typeof testKeys>;
let hub: ReturnType<typeof createLiveHub>;
let stopHearing: () => Promise<void>;
const stop = new AbortController();
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());

/** A process of its own, as src/start/program.ts puts it together. */
beforeEach(async () => {
  hub = createLiveHub();
  keys = testKeys(world.database);
  const { accounts } = world;
  api = testApi(world.database, {
    ...keys.parts,
    checkSession: accounts.checkSession,
    security: { accounts },
    hub,
    stop: stop.signal,
  });
  stopHearing = await listenForHints({
    url: world.database.urls.app,
    onHint: (hint) => hub.hint(hint.workspaceId, hint.topic),
    onEnded: (ended) => {
      if ('key' in ended) keys.service.forget(ended.key);
      else accounts.forgetSessions(ended);
      hub.ended(ended);
    },
    onResync: () => hub.resync(),
    onError: () => undefined,
  });
});
afterEach(() => stopHearing());

async function person() {
  const client = world.client();
  const email = newEmail();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  return { client, email, id: data.user!.id, token: data.session!.access_token };
}

/** A stream that has begun. `next` is what comes next, `rest` what comes until it ends. */
async function open(token: string) {
  const answer = await api.request('/stream', { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe(': connected\n\n');
  return {
    leave: () => reader.cancel(),
    next: async () => (await reader.read()).value,
    rest: async () => {
      let text = '';
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
      return text;
    },
  };
}

const ENDED = 'event: end\ndata: {"reason":"access_ended"}\n\n';

describe('a stream ends at once', () => {
  it('when its session signs out, and another of the same person stays', async () => {
    const one = await person();
    const second = world.client();
    const { data } = await second.auth.signInWithPassword({ email: one.email, password: PASSWORD });
    const [mine, other] = [await open(one.token), await open(data.session!.access_token)];
    await one.client.auth.signOut({ scope: 'local' });
    expect(await mine.rest()).toBe(ENDED);
    expect(hub.size).toBe(1);
    // Nor is it let in again for as long as it was remembered.
    const again = await api.request('/stream', { headers: { Authorization: `Bearer ${one.token}` } });
    expect(again.status).toBe(403);
    await other.leave();
  });

  it('when other devices are signed out, or one of them is', async () => {
    const one = await person();
    const tokens = [];
    for (let n = 0; n < 2; n += 1) {
      const { data } = await world.client().auth.signInWithPassword({ email: one.email, password: PASSWORD });
      tokens.push(data.session!.access_token);
    }
    const [mine, first, second] = [await open(one.token), await open(tokens[0]!), await open(tokens[1]!)];
    const asked = { headers: { Authorization: `Bearer ${one.token}` } };
    const list = (await (await api.request('/security/sessions', asked)).json()) as {
      items: { id: string; current: boolean }[];
    };
    const newest = list.items.find(({ current }) => !current)!;
    await api.request(`/security/sessions/${newest.id}`, { ...asked, method: 'DELETE' });
    expect(await second.rest()).toBe(ENDED);
    expect(hub.size).toBe(2);
    await api.request('/security/sessions/end-others', { ...asked, method: 'POST' });
    expect(await first.rest()).toBe(ENDED);
    expect(hub.size).toBe(1);
    await mine.leave();
  });

  it('when its key is revoked', async () => {
    const { workspaceId } = await newWorkspace(world.database);
    const [one, two] = [await keys.make(workspaceId), await keys.make(workspaceId)];
    const [ended, stays] = [await open(one.key), await open(two.key)];
    await keys.service.revoke({ workspaceId, actor: { kind: 'system', userId: null, name: 'test' } }, one.id);
    expect(await ended.rest()).toBe(ENDED);
    expect(hub.size).toBe(1);
    await stays.leave();
  });

  it('when its person is removed from the workspace, banned or deleted', async () => {
    const owner = await newWorkspace(world.database);
    const guests = [await person(), await person(), await person()];
    const streams = [];
    for (const guest of guests) {
      // In the workspace of somebody else, and in no other.
      await world.database.admin.query('delete from members where user_id = $1', [guest.id]);
      await withTenant(world.database.app, owner.workspaceId, (tx) =>
        tx.insert(members).values({
          workspaceId: owner.workspaceId,
          userId: guest.id,
          role: 'viewer',
          createdAt: new Date(),
        }),
      );
      streams.push(await open(guest.token));
    }
    await withTenant(world.database.app, owner.workspaceId, (tx) =>
      tx.delete(members).where(eq(members.userId, guests[0]!.id)),
    );
    expect(await streams[0]!.rest()).toBe(ENDED);
    await world.database.app
      .update(users)
      .set({ bannedUntil: new Date(world.now().getTime() + 60_000) })
      .where(eq(users.id, guests[1]!.id));
    expect(await streams[1]!.rest()).toBe(ENDED);
    await world.database.app.delete(users).where(eq(users.id, guests[2]!.id));
    expect(await streams[2]!.rest()).toBe(ENDED);
    expect(hub.size).toBe(0);
  });
});

it('goes on when its person’s role changes', async () => {
  const owner = await newWorkspace(world.database);
  const { database } = world;
  const guest = await person();
  await database.admin.query('delete from members where user_id = $1', [guest.id]);
  await withTenant(database.app, owner.workspaceId, (tx) =>
    tx
      .insert(members)
      .values({ workspaceId: owner.workspaceId, userId: guest.id, role: 'viewer', createdAt: new Date() }),
  );
  const stream = await open(guest.token);
  await withTenant(database.app, owner.workspaceId, (tx) =>
    tx.update(members).set({ role: 'editor' }).where(eq(members.userId, guest.id)),
  );
  // What is told after it, on the same connection, is heard after it.
  hub.resync();
  expect(await stream.next()).toBe('event: hint\ndata: {"topic":"resync"}\n\n');
  await world.accounts.signOut(await world.accounts.authenticate(guest.token), 'local');
  expect(await stream.rest()).toBe(ENDED);
});

it('closes the oldest of more streams than one may have, with the reason, and nobody else’s', async () => {
  const { workspaceId } = await newWorkspace(world.database);
  const { key } = await keys.make(workspaceId);
  const others = await open((await person()).token);
  const streams = [];
  for (let n = 0; n < STREAMS_MAX + 1; n += 1) streams.push(await open(key));
  expect(await streams[0]!.rest()).toBe('event: end\ndata: {"reason":"too_many_streams"}\n\n');
  expect(hub.size).toBe(STREAMS_MAX + 1);
  for (const { leave } of [others, ...streams.slice(1)]) await leave();
  expect(hub.size).toBe(0);
});

it('tells a HEAD what it would be, and opens nothing', async () => {
  const { token } = await person();
  const head = await api.request('/stream', {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(await head.text()).toBe('');
  expect(hub.size).toBe(0);
});
