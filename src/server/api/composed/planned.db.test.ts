import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let home: { workspaceId: string; userId: string };
let now: Date;

beforeAll(async () => {
  db = await testDatabase();
  await storeBar('2026-10-21');
  await storeBar('2026-10-22');
});
afterAll(() => db.drop());
beforeEach(async () => {
  home = await newWorkspace(db);
  now = new Date('2026-10-23T12:00:00Z');
});

const storeBar = (day: string) =>
  db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     select id, '1d', $1::date at time zone 'UTC', 100, 102, 99, 101, 5000 from instruments where symbol = 'SPX'
     on conflict do nothing`,
    [day],
  );

async function ask(who: string, method: string, path: string, body?: object) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});
const release = (at: string) => {
  now = new Date(at);
  return releasePlanned(deps());
};

const WORDS = { headline: 'Our results are out', summary: 'Read them on our page.' };
const AUTUMN = { local: '2026-10-25T02:30', timeZone: 'Europe/Berlin' };

/** Planned for 02:30 in the night in which the clocks go back: the first one, 00:30 UTC. */
async function planned(form: object = {}): Promise<string> {
  const { status, body } = await ask(home.userId, 'POST', '/alerts', {
    ...WORDS,
    sendAt: AUTUMN,
    ...form,
  });
  expect(status).toBe(201);
  await composeAlert(deps(), { workspaceId: home.workspaceId, alertId: body.id });
  return body.id;
}
async function stateOf(id: string): Promise<[state: string, reason: string]> {
  const { rows } = await db.admin.query<{ state: string; reason: string }>(
    `select a.state, t.reason from alerts a join alert_transitions t on t.alert_id = a.id
      where a.id = $1 order by t.at desc, t.id desc limit 1`,
    [id],
  );
  return [rows[0]?.state ?? '', rows[0]?.reason ?? ''];
}
const fanOuts = async (id: string) =>
  (await db.admin.query('select id from fan_outs where alert_id = $1', [id])).rows.length;
const alertsUsed = async () =>
  (
    await db.admin.query<{ alerts: number }>('select alerts from usage_months where workspace_id = $1', [
      home.workspaceId,
    ])
  ).rows[0]?.alerts ?? 0;

it('waits for its time across the change of the clocks, and goes out once', async () => {
  const preview = await ask(home.userId, 'POST', '/alerts/preview', { ...WORDS, sendAt: AUTUMN });
  expect(preview.body.sending).toEqual({
    at: '2026-10-25T00:30:00.000Z',
    note: expect.stringContaining('comes twice'),
    problem: null,
  });
  const id = await planned();
  expect(await stateOf(id)).toEqual(['scheduled', 'planned for 2026-10-25 02:30 (Europe/Berlin)']);
  expect(await fanOuts(id)).toBe(0);
  expect((await ask(home.userId, 'GET', '/alerts/planned')).body.items).toMatchObject([
    { id, state: 'scheduled', title: WORDS.headline, sendAt: '2026-10-25T00:30:00.000Z', ...AUTUMN },
  ]);
  await release('2026-10-25T00:29:59Z');
  expect(await fanOuts(id)).toBe(0);
  now = new Date('2026-10-25T00:30:00Z');
  await Promise.all([releasePlanned(deps()), releasePlanned(deps()), releasePlanned(deps())]);
  expect(await stateOf(id)).toEqual(['approved', 'its planned time has come']);
  expect(await fanOuts(id)).toBe(1);
  expect(await alertsUsed()).toBe(1);
  await release('2026-10-25T01:30:00Z');
  expect(await fanOuts(id)).toBe(1);
  expect((await ask(home.userId, 'GET', '/alerts/planned')).body.items).toEqual([]);
});

it('refuses a time that the clocks skip, one that is over, and one that is far ahead', async () => {
  for (const [sendAt, says] of [
    [{ local: '2027-03-28T02:30', timeZone: 'Europe/Berlin' }, 'doesn’t exist'],
    [{ local: '2026-10-23T13:59', timeZone: 'Europe/Berlin' }, 'is over'],
    [{ local: '2028-01-01T09:00', timeZone: 'UTC' }, 'more than a year'],
    [{ local: '2026-11-01T09:00', timeZone: 'Mars/Base' }, ''],
  ] as const) {
    const { status, body } = await ask(home.userId, 'POST', '/alerts', { ...WORDS, sendAt });
    expect(status).toBe(400);
    expect(body.detail).toContain(says);
  }
});

it('sends nothing of a release that died in the middle, and all of it at the next', async () => {
  const id = await planned();
  now = new Date('2026-10-25T00:30:00Z');
  const dies = () => Promise.reject(new Error('killed'));
  await expect(releasePlanned({ ...deps(), enqueue: dies })).rejects.toThrow('killed');
  expect((await stateOf(id))[0]).toBe('scheduled');
  expect(await fanOuts(id)).toBe(0);
  await releasePlanned(deps());
  expect((await stateOf(id))[0]).toBe('approved');
  expect(await fanOuts(id)).toBe(1);
});

it('sends the others if one can’t be sent', async () => {
  const [broken, whole] = [await planned(), await planned()];
  const fails = (async (tx, queue, ...data) => {
    if (data.some((job) => 'alertId' in job && job.alertId === broken)) throw new Error('no room');
    await db.enqueue(tx, queue, ...data);
  }) as typeof db.enqueue;
  now = new Date('2026-10-25T00:30:00Z');
  await expect(releasePlanned({ ...deps(), enqueue: fails })).rejects.toThrow('no room');
  expect([(await stateOf(broken))[0], (await stateOf(whole))[0]]).toEqual(['scheduled', 'approved']);
});

it('is rescheduled, sent now or canceled by those who may', async () => {
  const viewer = await addMember(db, home.workspaceId, 'viewer');
  const [moved, sent, canceled] = [await planned(), await planned(), await planned()];
  const later = { local: '2026-10-26T09:00', timeZone: 'Europe/London' };
  for (const [method, path] of [
    ['POST', `/alerts/${moved}/send-now`],
    ['DELETE', `/alerts/${moved}/plan`],
  ] as const)
    expect((await ask(viewer, method, path)).status).toBe(403);
  expect((await ask(viewer, 'POST', `/alerts/${moved}/plan`, later)).status).toBe(403);
  expect((await ask(home.userId, 'POST', `/alerts/${moved}/plan`, later)).status).toBe(200);
  expect((await ask(home.userId, 'POST', `/alerts/${sent}/send-now`)).body).toEqual({
    id: sent,
    state: 'approved',
  });
  expect(await fanOuts(sent)).toBe(1);
  expect((await ask(home.userId, 'DELETE', `/alerts/${canceled}/plan`)).body.state).toBe('withheld');
  expect(await ask(home.userId, 'POST', `/alerts/${canceled}/send-now`)).toMatchObject({
    status: 409,
    body: { code: 'alert_not_planned' },
  });
  await release('2026-10-25T00:30:00Z');
  expect([await fanOuts(moved), await fanOuts(sent), await fanOuts(canceled)]).toEqual([0, 1, 0]);
  await release('2026-10-26T09:00:00Z');
  expect(await fanOuts(moved)).toBe(1);
  const other = await newWorkspace(db);
  expect((await ask(other.userId, 'POST', `/alerts/${moved}/send-now`)).status).toBe(404);
});

it('is news from when it’s sent now, however long ago it was written', async () => {
  const route = { audienceIds: [home.workspaceId], approval: 'human', expiresMinutes: 60 };
  const [approved, waiting] = [await planned({ route }), await planned({ route })];
  const approve = async (id: string) => {
    const { revision } = (await ask(home.userId, 'GET', `/alerts/${id}/review`)).body.waiting;
    const form = { decision: 'approve', revision: revision.hash };
    return (await ask(home.userId, 'POST', `/alerts/${id}/decision`, form)).body.state;
  };
  expect(await approve(approved)).toBe('scheduled');
  now = new Date('2026-10-24T20:00:00Z');
  for (const id of [approved, waiting])
    expect((await ask(home.userId, 'POST', `/alerts/${id}/send-now`)).status).toBe(200);
  expect([(await stateOf(approved))[0], await fanOuts(approved)]).toEqual(['approved', 1]);
  now = new Date('2026-10-24T20:30:00Z');
  await lapseReviews(deps());
  expect(await approve(waiting)).toBe('approved');
  expect(await fanOuts(waiting)).toBe(1);
});

it('doesn’t go out while sending is stopped, and says so', async () => {
  const id = await planned();
  await db.admin.query(
    `insert into workspace_stops (workspace_id, id, scope, target, stopped_by, since)
     values ($1, gen_random_uuid(), 'workspace', '', 'key:Desk', now())`,
    [home.workspaceId],
  );
  await release('2026-10-25T00:30:00Z');
  expect(await stateOf(id)).toEqual(['withheld', 'sending was stopped at its planned time']);
  expect(await fanOuts(id)).toBe(0);
});

it('doesn’t go out if its policy asks for a review by then', async () => {
  const { id: policy } = (
    await ask(home.userId, 'POST', '/approval-policies', {
      name: 'Desk hours',
      content: { mode: 'auto' },
    })
  ).body;
  const id = await planned({ route: { audienceIds: [home.workspaceId], approval: policy } });
  expect((await stateOf(id))[0]).toBe('scheduled');
  await ask(home.userId, 'PATCH', `/approval-policies/${policy}`, { content: { mode: 'human' } });
  await release('2026-10-25T00:30:00Z');
  expect(await stateOf(id)).toEqual(['withheld', 'its approval lapsed: “Desk hours” asks for a review now']);
});

it('waits for its review until its time, and expires without one', async () => {
  const route = { audienceIds: [home.workspaceId], approval: 'human' };
  const [approved, forgotten] = [await planned({ route }), await planned({ route })];
  const { waiting } = (await ask(home.userId, 'GET', `/alerts/${approved}/review`)).body;
  expect(waiting.lapsesAt).toBe('2026-10-25T00:30:00.000Z');
  const approve = { decision: 'approve', revision: waiting.revision.hash };
  expect((await ask(home.userId, 'POST', `/alerts/${approved}/decision`, approve)).body.state).toBe(
    'scheduled',
  );
  // Longer than other alerts wait.
  now = new Date('2026-10-24T23:00:00Z');
  await lapseReviews(deps());
  expect((await stateOf(forgotten))[0]).toBe('pending_review');
  await release('2026-10-25T00:30:00Z');
  expect(await stateOf(forgotten)).toEqual(['expired', 'no one approved it by its planned time']);
  expect((await stateOf(approved))[0]).toBe('approved');
});

it('is held back if newer prices are stored, unless its author wants it sent', async () => {
  const words = { symbol: 'SPX', headline: '{{ticker}} at {{close}}', summary: 'The details follow.' };
  const [held, sent] = [await planned(words), await planned({ ...words, whenStale: 'send' })];
  await storeBar('2026-10-23');
  await release('2026-10-25T00:30:00Z');
  expect(await stateOf(held)).toEqual(['withheld', 'newer prices are stored than those it was written with']);
  expect((await stateOf(sent))[0]).toBe('approved');
});

it('waits for approval again, or is held back, where the price has moved too far by its time', async () => {
  const words = {
    symbol: 'SPX',
    headline: '{{ticker}} at {{close}}',
    summary: 'The details.',
    whenStale: 'send',
  };
  const plannedUnder = async (action: 'ask' | 'lapse') => {
    const policy = await ask(home.userId, 'POST', '/approval-policies', {
      name: `To ${action}`,
      content: { mode: 'human', freshness: { movedPercent: 2, action } },
    });
    const id = await planned({
      ...words,
      route: { audienceIds: [home.workspaceId], approval: policy.body.id },
    });
    expect(await decide(id)).toBe('scheduled');
    return id;
  };
  const decide = async (id: string) => {
    const { body } = await ask(home.userId, 'GET', `/alerts/${id}/review`);
    const { revision, askedAgainAt } = body.waiting;
    const form = { decision: 'approve', revision: revision.hash, askedAgainAt };
    return (await ask(home.userId, 'POST', `/alerts/${id}/decision`, form)).body.state;
  };
  const [asked, lapsed] = [await plannedUnder('ask'), await plannedUnder('lapse')];
  await db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     select id, '1h', '2026-10-24T20:00:00Z', 104, 104, 104, 104, 1 from instruments where symbol = 'SPX'`,
  );
  await release('2026-10-25T00:30:00Z');
  const moved = /^SPX moved [\d.]+% since this was written$/;
  expect(await stateOf(lapsed)).toEqual([
    'withheld',
    expect.stringMatching(/^its approval lapsed: SPX moved [\d.]+% since this was written$/),
  ]);
  expect(await stateOf(asked)).toEqual([
    'pending_review',
    expect.stringMatching(/^SPX moved [\d.]+% since this was written: approve it again$/),
  ]);
  expect([await fanOuts(asked), await fanOuts(lapsed), await alertsUsed()]).toEqual([0, 0, 0]);
  const { body } = await ask(home.userId, 'GET', `/alerts/${asked}/review`);
  expect(body.waiting).toMatchObject({
    moved: expect.stringMatching(moved),
    lapsesAt: '2026-10-26T00:30:00.000Z',
  });
  now = new Date('2026-10-25T01:00:00Z');
  expect(await decide(asked)).toBe('approved');
  expect([await fanOuts(asked), await alertsUsed()]).toEqual([1, 1]);
});
