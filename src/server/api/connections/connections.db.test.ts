import { lookup } from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connections as table } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Channel, SendOutcome } from '#src/engine/channels/channel.ts';
import { addChannel, channelOf, channels } from '#src/engine/channels/registry.ts';
import { noteSends, OPENS_AFTER } from '#src/engine/connections/breaker.ts';
import { openConnection } from '#src/engine/connections/open.ts';
import { probeConnections } from '#src/engine/connections/probe.ts';
import { createMailPools, type MailPools } from '#src/platform/mail/pools.ts';
import { connectThrough } from '#src/platform/mail/smtp-server.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { type Connection, connectionSchema, connectionsSchema } from '#src/shared/connections.ts';
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/smtp.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { noCalls } from '#tests/support/no-calls.ts';

const CANARY = 'canary-7f3b9c';

let db: TestDatabase;
let smtp: FakeSmtp;
let pools: MailPools;
let now = new Date('2026-11-23T10:00:00Z');
let who: { userId: string; workspaceId: string };
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  smtp = await startFakeSmtp({ ehlo: '250-fake.example\r\n250 AUTH PLAIN' });
  pools = createMailPools({
    own: createMailTransport(smtp.url),
    now: () => now.getTime(),
    connectTo: connectThrough(lookup),
  });
  who = await newWorkspace(db);
});
afterEach(async () => {
  pools.close();
  await smtp.stop();
});

const parts = () => ({
  app: db.app,
  clock: () => now,
  random: () => 0.5,
  encryptionKey: TEST_KEY,
  mail: { transport: pools.transport, from: 'alerts@bellwire.example' },
  call: noCalls,
  practices: false,
  publicUrl: 'https://site.example',
  callbackUrl: () => 'https://site.example/hooks/channels/one',
});

async function call(method: string, path: string, body?: unknown, userId = who.userId) {
  const answer = await testApi(db, { connections: parts() }).request(path, {
    method,
    headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text === '' ? null : (JSON.parse(text) as unknown) };
}
const fields = (more: object = {}) => ({
  host: '127.0.0.1',
  port: String(smtp.port),
  tls: 'none',
  ...more,
});
const add = async (more: object = {}): Promise<Connection> => {
  const form = { channel: 'email', name: 'Our server', fields: fields(more) };
  return connectionSchema.parse((await call('POST', '/connections', form)).json);
};
const list = async (): Promise<Connection[]> =>
  connectionsSchema.parse((await call('GET', '/connections')).json).items;
const row = async (id: string) => {
  const [found] = await withTenant(db.app, who.workspaceId, (tx) => tx.select().from(table));
  expect(found?.id).toBe(id);
  return found!;
};

describe('a connection', () => {
  it('is stored once the server takes it, its password sealed and never returned', async () => {
    smtp.script.ehlo = '250-fake.example\r\n250 AUTH PLAIN';
    const refused = await call('POST', '/connections', {
      channel: 'email',
      name: 'Our server',
      fields: fields({ user: 'desk', password: CANARY }),
    });
    // The fake knows no passwords.
    expect(refused).toMatchObject({ status: 422, json: { code: 'connection_refused' } });
    expect(refused.text).not.toContain(CANARY);
    expect(await list()).toEqual([]);

    const made = await add({ password: CANARY });
    expect(made).toMatchObject({
      channel: 'email',
      settings: fields(),
      secrets: ['password'],
      state: 'ok',
      checkedAt: now.toISOString(),
    });
    expect((await call('GET', '/connections')).text).not.toContain(CANARY);
    const stored = await row(made.id);
    expect(JSON.stringify(stored)).not.toContain(CANARY);
    expect(openConnection(TEST_KEY, stored).secrets).toEqual({ password: CANARY });
    // Moved to another record or workspace, it opens no more.
    expect(() => openConnection(TEST_KEY, { ...stored, id: who.userId })).toThrow('be opened');
    expect(() => openConnection(TEST_KEY, { ...stored, workspaceId: who.userId })).toThrow('be opened');
  });

  it('keeps what a change leaves out, pauses, resumes, and loses its secrets when it is deleted', async () => {
    const { id } = await add({ password: CANARY });
    const changed = await call('PATCH', `/connections/${id}`, { name: 'Desk', fields: { tls: 'none' } });
    expect(changed.json).toMatchObject({
      name: 'Desk',
      settings: fields(),
      secrets: ['password'],
      whenUnknown: 'ask',
    });
    const left = await call('PATCH', `/connections/${id}`, { whenUnknown: 'leave' });
    expect(left.json).toMatchObject({ name: 'Desk', whenUnknown: 'leave' });
    expect((await call('PATCH', `/connections/${id}`, { paused: true })).json).toMatchObject({
      state: 'paused',
      whenUnknown: 'leave',
    });
    expect((await call('POST', `/connections/${id}/check`)).json).toMatchObject({ state: 'paused' });
    expect((await call('PATCH', `/connections/${id}`, { paused: false })).json).toMatchObject({
      state: 'ok',
    });
    expect((await call('DELETE', `/connections/${id}`)).status).toBe(204);
    expect(await row(id)).toMatchObject({ sealed: null, settings: {} });
    expect(await list()).toEqual([]);
    expect((await call('POST', `/connections/${id}/check`)).status).toBe(404);
  });

  it('says which field is wrong, and is nobody else’s', async () => {
    const wrong = await call('POST', '/connections', {
      channel: 'email',
      name: 'X',
      fields: fields({ port: '70000' }),
    });
    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', field: 'port' },
    });
    for (const body of [
      { channel: 'pigeon', name: 'X', fields: {} },
      { channel: 'email', name: 'X', fields: fields({ color: 'red' }) },
      { channel: 'email', name: '', fields: fields() },
    ])
      expect((await call('POST', '/connections', body)).status).toBe(400);
    const { id } = await add();
    const other = await newWorkspace(db);
    expect((await call('POST', `/connections/${id}/check`, undefined, other.userId)).status).toBe(404);
    expect((await call('GET', '/connections', undefined, other.userId)).json).toEqual({ items: [] });
  });
});

describe('the circuit breaker', () => {
  const away: SendOutcome = { outcome: 'retry', at: 0, reason: 'Nobody is there.', waitsForServer: true };
  const sent: SendOutcome = { outcome: 'sent', providerMessageId: '1' };
  const note = (connectionId: string, outcomes: SendOutcome[]) =>
    withTenant(db.app, who.workspaceId, (tx) =>
      noteSends(tx, { workspaceId: who.workspaceId, connectionId, outcomes, now }),
    );
  const probe = () => probeConnections({ ...parts(), system: db.system, announce: () => undefined });

  it('opens after failures in a row, tells the members once, and closes when a check succeeds', async () => {
    const { id } = await add();
    expect(await note(id, [away, away, sent, away, away])).toBe(false);
    expect(await row(id)).toMatchObject({ state: 'ok', failures: 2 });
    expect(
      await note(
        id,
        Array.from({ length: OPENS_AFTER - 2 }, () => away),
      ),
    ).toBe(true);
    expect(await list()).toMatchObject([
      {
        state: 'failing',
        problem: 'Nobody is there.',
        heldUntil: new Date(now.getTime() + 60_000).toISOString(),
      },
    ]);
    expect(await note(id, [away])).toBe(false);
    const told = await db.admin.query(`select kind from notifications where workspace_id = $1`, [
      who.workspaceId,
    ]);
    expect(told.rows).toEqual([{ kind: 'connection_failing' }]);

    // Too early, then still away: each time it waits longer.
    expect(await probe()).toBe(0);
    smtp.script.greeting = '421 Away';
    now = new Date(now.getTime() + 60_000);
    expect(await Promise.all([probe(), probe()])).toEqual([0, 0]);
    expect(await row(id)).toMatchObject({
      state: 'failing',
      openings: 2,
      heldUntil: new Date(now.getTime() + 120_000),
    });
    delete smtp.script.greeting;
    now = new Date(now.getTime() + 120_000);
    expect(await probe()).toBe(1);
    expect(await list()).toMatchObject([{ state: 'ok', problem: null, heldUntil: null }]);
  });

  it('is not opened by what a provider refuses for good', async () => {
    const { id } = await add();
    const no: SendOutcome = { outcome: 'rejected', reason: 'No such user.' };
    await note(
      id,
      Array.from({ length: 20 }, () => no),
    );
    expect(await row(id)).toMatchObject({ state: 'ok', failures: 0 });
  });
});

describe('a channel that only this test has', () => {
  const pigeon: Channel = {
    ...channelOf('email'),
    kind: 'pigeon',
    title: 'Pigeon post',
    planClass: 'messaging',
    address: null,
    destination: {
      label: 'Loft',
      placeholder: 'loft-1',
      normalize: (typed) => (/^loft-\d+$/.test(typed.trim()) ? typed.trim() : null),
    },
    hasOwnAccount: false,
    fields: [
      { name: 'coop', label: 'Coop', secret: false, type: z.string() },
      { name: 'whistle', label: 'Whistle', secret: true, type: z.string().min(3, 'Whistle longer') },
    ],
    steps: ['Open the coop.'],
    check: async ({ secrets }) =>
      secrets['whistle'] === 'fweet' ? { ok: true } : { ok: false, problem: 'No pigeon came.' },
  };

  it('has its connect form, its checks, its places and its plan limit', async () => {
    const remove = [addChannel(pigeon), addChannel({ ...pigeon, kind: 'owl', title: 'Owl post' })];
    try {
      const { json } = await call('GET', '/channels');
      const { items } = json as { items: { kind: string }[] };
      expect(items.map(({ kind }) => kind)).toEqual(channels().map(({ kind }) => kind));
      expect(items.find(({ kind }) => kind === 'pigeon')).toMatchObject({
        target: 'destination',
        fields: [
          { name: 'coop', secret: false },
          { name: 'whistle', secret: true, required: true },
        ],
      });
      const connect = (channel: string, whistle: string) =>
        call('POST', '/connections', { channel, name: 'Roof', fields: { coop: 'north', whistle } });
      await db.admin.query(`update subscriptions set plan_id = 'pro' where workspace_id = $1`, [
        who.workspaceId,
      ]);
      expect((await connect('pigeon', 'x')).text).toContain('Whistle longer');
      expect((await connect('pigeon', 'tweet')).text).toContain('No pigeon came.');
      const made = await connect('pigeon', 'fweet');
      expect(made).toMatchObject({
        status: 201,
        json: { secrets: ['whistle'], settings: { coop: 'north' } },
      });
      // One messaging platform is in the plan.
      expect(await connect('owl', 'fweet')).toMatchObject({ json: { code: 'plan_limit' } });
      const { id } = made.json as Connection;
      const place = (address: string) =>
        call('POST', `/connections/${id}/destinations`, { name: 'East loft', address });
      expect((await place('barn')).text).toContain('write it like loft-1');
      expect(await place(' loft-7')).toMatchObject({ status: 201, json: { address: 'loft-7' } });
      expect((await place('loft-7')).status).toBe(409);
      const [{ destinations = [] } = {}] = await list();
      expect(destinations).toMatchObject([{ groupMinutes: null }]);
      const path = `/destinations/${destinations[0]?.id}`;
      expect(await call('PATCH', path, { groupMinutes: 15 })).toMatchObject({
        status: 200,
        json: { address: 'loft-7', groupMinutes: 15 },
      });
      expect((await call('PATCH', path, { groupMinutes: 0 })).status).toBe(400);
      expect((await list())[0]?.destinations).toMatchObject([{ groupMinutes: 15 }]);
      expect((await call('DELETE', path)).status).toBe(204);
      expect((await call('PATCH', path, { groupMinutes: null })).status).toBe(404);
    } finally {
      for (const each of remove) each();
    }
  });
});
