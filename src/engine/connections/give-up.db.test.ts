import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connections as table } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Channel, CheckResult, SendOutcome } from '#src/engine/channels/channel.ts';
import { pigeon } from '#src/engine/channels/pigeon.fixture.ts';
import { addChannel } from '#src/engine/channels/registry.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { OPENS_AFTER } from '#src/engine/connections/breaker.ts';
import { createConnections } from '#src/engine/connections/connections.ts';
import { probeConnections } from '#src/engine/connections/probe.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const DAY = 86_400_000;
let db: TestDatabase;
let remove: () => void;
let answer: CheckResult;
let now: Date;
let who: { workspaceId: string; userId: string };

/** A channel whose connections are places themselves, and that gives up after two days. */
const owl: Channel = {
  ...pigeon,
  kind: 'owl',
  title: 'Owl post',
  destination: {
    label: 'Tree',
    placeholder: 'tree',
    only: 'tree',
    normalize: (typed) => (typed === 'tree' ? typed : null),
  },
  fields: [
    { name: 'coop', label: 'Coop', secret: false, type: z.string() },
    {
      name: 'before',
      label: 'Whistle before',
      secret: true,
      optional: true,
      type: z.string().transform((typed) => (typed === 'none' ? '' : typed)),
    },
  ],
  givesUpAfterDays: 2,
  check: async () => answer,
};

beforeAll(async () => {
  db = await testDatabase();
  remove = addChannel(owl);
});
afterAll(async () => {
  remove();
  await db.drop();
});
beforeEach(async () => {
  now = new Date('2026-11-23T10:00:00Z');
  answer = { ok: true };
  who = await newWorkspace(db);
});

const later = (ms: number): void => void (now = new Date(now.getTime() + ms));
const mail = {
  from: 'alerts@site.example',
  transport: () => {
    throw new Error('Owls send no mail.');
  },
};
const parts = () => ({
  app: db.app,
  system: db.system,
  clock: () => now,
  random: () => 0.5,
  encryptionKey: TEST_KEY,
  announce: () => undefined,
  mail,
  call: noCalls,
  practices: false,
  publicUrl: 'https://site.example',
  callbackUrl: () => '',
});
const by = () => ({
  workspaceId: who.workspaceId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});
const connect = (fields: Record<string, string> = { coop: 'north' }) =>
  createConnections(parts()).add(by(), { channel: 'owl', name: 'Roof', fields });
const row = async () => {
  const [found] = await withTenant(db.app, who.workspaceId, (tx) => tx.select().from(table));
  return found!;
};
const titles = async () =>
  (
    await db.admin.query<{ title: string }>(
      `select title from notifications where workspace_id = $1 order by created_at, id`,
      [who.workspaceId],
    )
  ).rows.map(({ title }) => title);

async function sends(connectionId: string, ...outcomes: SendOutcome[]): Promise<void> {
  const { rows } = await db.admin.query<{ id: string }>(`select id from brands where workspace_id = $1`, [
    who.workspaceId,
  ]);
  const of = { workspaceId: who.workspaceId, brandId: rows[0]!.id, channel: 'owl', connectionId };
  for (const outcome of outcomes) {
    // Each send reads the account anew, as one of another process does.
    const accounts = createAccounts(parts());
    await accounts.ended(of, await accounts.accountOf(of), outcome);
  }
}
const missed: SendOutcome = { outcome: 'retry', at: 0, reason: 'It answered 500.' };
const arrived: SendOutcome = { outcome: 'sent', providerMessageId: '1' };

describe('a channel that gives up', () => {
  it('is disabled once nothing has arrived for so long, and says so to those who manage channels', async () => {
    const { id } = await connect();
    await sends(id, missed);
    expect(await row()).toMatchObject({ state: 'ok', failingSince: now });
    const since = now;
    later(2 * DAY - 1);
    await sends(id, missed);
    expect(await row()).toMatchObject({ state: 'ok', failingSince: since });
    later(1);
    await sends(id, missed);
    expect(await row()).toMatchObject({
      state: 'paused',
      problem: 'Disabled. It failed for 2 days. It answered 500.',
    });
    await sends(id, missed);
    expect(await titles()).toEqual(['“Roof” is disabled']);

    const resumed = await createConnections(parts()).change(by(), id, { paused: false });
    expect(resumed).toMatchObject({ state: 'ok', problem: null });
    expect(await row()).toMatchObject({ failingSince: null });
  });

  it('starts anew with each message that arrives; a pause or a refusal says nothing', async () => {
    const { id } = await connect();
    const pause: SendOutcome = {
      outcome: 'retry',
      at: now.getTime() + 1,
      reason: 'Slower.',
      paused: true,
      holdsAccount: true,
    };
    await sends(id, pause, { outcome: 'rejected', reason: 'Too long.' });
    expect((await row()).failingSince).toBeNull();
    await sends(id, missed);
    later(2 * DAY);
    await sends(id, arrived);
    expect(await row()).toMatchObject({ state: 'ok', failingSince: null });
    await sends(id, missed);
    expect(await row()).toMatchObject({ state: 'ok', failingSince: now });
  });

  it('is disabled by a check that still fails by then, while nothing is sent over it', async () => {
    const { id } = await connect();
    answer = { ok: false, problem: 'Nobody is there.' };
    const away: SendOutcome = { outcome: 'retry', at: 0, reason: 'Nobody is there.', waitsForServer: true };
    await sends(id, away, away, away, away, away);
    expect((await row()).state).toBe('failing');
    later(60_000);
    await probeConnections(parts());
    expect((await row()).state).toBe('failing');
    later(2 * DAY);
    await probeConnections(parts());
    expect(await row()).toMatchObject({
      state: 'paused',
      problem: 'Disabled. It failed for 2 days. Nobody is there.',
    });
    expect(await titles()).toEqual(['“Roof” is failing', '“Roof” is disabled']);
  });

  it('is disabled at once where the account wants nothing more', async () => {
    const { id } = await connect();
    await sends(id, { outcome: 'rejected', reason: 'It answered 410.', closesAccount: true });
    expect(await row()).toMatchObject({
      state: 'paused',
      problem: 'Disabled. It wants nothing more. It answered 410.',
    });
    expect(await titles()).toEqual(['“Roof” is disabled']);
  });
});

describe('the breaker', () => {
  const many = (outcome: SendOutcome): SendOutcome[] => Array.from({ length: OPENS_AFTER }, () => outcome);
  const away: SendOutcome = { outcome: 'retry', at: 0, reason: 'Not reached.', waitsForServer: true };
  const trouble: SendOutcome = { outcome: 'retry', at: 0, reason: 'It answered 503.', providerFailed: true };
  const hangs: SendOutcome = { outcome: 'unknown', reason: 'No answer came.' };
  const givenUp: SendOutcome = { outcome: 'rejected', reason: 'Given up.', providerFailed: true };

  it.each([
    ['nobody is there', away],
    ['it is in trouble', trouble],
    ['it never answers', hangs],
    ['messages are given up', givenUp],
  ])('opens where %s', async (_, outcome) => {
    const { id } = await connect();
    await sends(id, ...many(outcome).slice(1));
    expect(await row()).toMatchObject({ state: 'ok', failures: OPENS_AFTER - 1 });
    await sends(id, outcome);
    expect(await row()).toMatchObject({
      state: 'failing',
      openings: 1,
      heldUntil: new Date(now.getTime() + 60_000),
    });
    expect(await titles()).toEqual(['“Roof” is failing']);
  });

  it('counts failures in a row, whatever says nothing of the account in between', async () => {
    const { id } = await connect();
    const pause: SendOutcome = { outcome: 'retry', at: 0, reason: 'Slower.', paused: true };
    const deferred: SendOutcome = { outcome: 'retry', at: 0, reason: 'The mailbox is busy.' };
    await sends(id, hangs, pause, trouble, deferred, away, hangs);
    expect(await row()).toMatchObject({ state: 'ok', failures: OPENS_AFTER - 1 });
    await sends(id, { outcome: 'rejected', reason: 'Too long.' });
    expect(await row()).toMatchObject({ failures: 0 });
    await sends(id, ...many(hangs).slice(1), arrived, hangs);
    expect(await row()).toMatchObject({ state: 'ok', failures: 1 });
  });

  it('stays open longer each time, until something works', async () => {
    const { id } = await connect();
    await sends(id, ...many(hangs));
    // The check answers, and messages hang again.
    later(60_000);
    await probeConnections(parts());
    expect(await row()).toMatchObject({ state: 'ok', openings: 2, failures: 0 });
    await sends(id, ...many(hangs));
    expect(await row()).toMatchObject({
      state: 'failing',
      openings: 3,
      heldUntil: new Date(now.getTime() + 5 * 60_000),
    });
    later(5 * 60_000);
    await probeConnections(parts());
    await sends(id, arrived);
    expect(await row()).toMatchObject({ state: 'ok', openings: 0, failures: 0 });
  });
});

it('adds the one place of a connection with it, once', async () => {
  const { id, destinations } = await connect();
  expect(destinations).toMatchObject([{ name: 'Roof', address: 'tree' }]);
  await expect(
    createConnections(parts()).addDestination(by(), id, { name: 'Other', address: 'tree' }),
  ).rejects.toMatchObject({ code: 'name_taken' });
});

it('keeps sending over one that its owner has to correct something about', async () => {
  answer = { ok: true, warning: 'Choose the other coop.' };
  const { id, state, problem } = await connect();
  expect([state, problem]).toEqual(['ok', 'Choose the other coop.']);
  await db.admin.query(`update connections set state = 'failing', held_until = $2 where id = $1`, [id, now]);
  await probeConnections(parts());
  expect(await row()).toMatchObject({ state: 'ok', problem: 'Choose the other coop.' });
  answer = { ok: true };
  expect(await createConnections(parts()).check(by(), id)).toMatchObject({ state: 'ok', problem: null });
});

it('names the field that a check holds something against', async () => {
  answer = { ok: false, problem: 'No such coop.', field: 'coop' };
  await expect(connect()).rejects.toMatchObject({
    code: 'connection_refused',
    details: { field: 'coop' },
  });
});

it('removes a secret where its field reads a word as nothing', async () => {
  const { id, secrets } = await connect({ coop: 'north', before: 'fweet' });
  expect(secrets).toEqual(['before']);
  const kept = await createConnections(parts()).change(by(), id, { fields: { coop: 'south' } });
  expect(kept.secrets).toEqual(['before']);
  const gone = await createConnections(parts()).change(by(), id, { fields: { before: 'none' } });
  expect(gone).toMatchObject({ secrets: [], settings: { coop: 'south' } });
});
