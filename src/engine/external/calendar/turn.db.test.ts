import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { calendarEntries, calendarSources, events, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import type { CalendarDeps } from './poll.ts';
import { takeTurn } from './turn.ts';

const turns = { others: [] as number[], open: 0 };
const breathe = (): Promise<void> => {
  turns.others.push(turns.open);
  return setImmediate();
};

const NOW = new Date('2026-12-10T08:00:00Z');
const [SOURCE, OTHER] = [newId(), newId()] as const;
let db: TestDatabase;
let workspaceId = '';
beforeAll(async () => {
  db = await testDatabase();
  ({ workspaceId } = await newWorkspace(db));
  await withTenant(db.app, workspaceId, async (tx) => {
    for (const id of [SOURCE, OTHER])
      await tx.insert(calendarSources).values({
        workspaceId,
        id,
        name: id,
        timeZone: 'UTC',

        createdAt: NOW,
        turnAt: NOW,
        firstReadAt: new Date(NOW.getTime() - 3_600_000),
      });
    await tx.insert(calendarEntries).values(
      Array.from({ length: 40 }, (_, at) => ({
        workspaceId,
        id: newId(),
        sourceId: SOURCE,
        key: String(at),
        kind: 'economic' as const,
        title: `Figure ${at}`,
        country: 'US',
        at: new Date(NOW.getTime() + (10 + at) * 60_000),
        day: '2026-12-10',
        timing: 'exact' as const,
        seenAt: NOW,
        changedAt: NOW,
        timeKnownAt: NOW,
      })),
    );
  });
});
afterAll(() => db.drop());
beforeEach(async () => {
  turns.others = [];
  await db.admin.query(`delete from events`);
  await db.admin.query(`delete from rules where kind = 'calendar'`);
});

const add = (asked: Partial<CalendarRule>): Promise<string> =>
  withTenant(db.app, workspaceId, async (tx) => {
    const id = newId();
    const [one] = await tx.select().from(rules).limit(1);
    const outside = {
      kind: 'calendar' as const,
      kinds: [],
      places: [],
      symbols: [],
      words: [],
      sources: [],
      ...asked,
    };
    await tx.insert(rules).values({
      workspaceId,
      id,
      name: id,
      kind: 'calendar',
      state: 'active',
      approval: 'auto',
      settings: one?.settings ?? { frequency: 'every_time' },
      outside,
      createdAt: new Date(NOW.getTime() - 3_600_000),
      updatedAt: new Date(NOW.getTime() - 3_600_000),
    });
    return id;
  });
/** As it stands when it was claimed: a rule that is made wakes it. */
const claimed = async () => {
  await db.admin.query('update calendar_sources set turn_at = $1', [new Date(NOW.getTime() + 15_000)]);
  return { workspaceId, id: SOURCE };
};
/** Knows how many transactions are open. */
const counting = (): CalendarDeps => {
  const pool = db.app.$client;
  const connect = async () => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    turns.open += 1;
    client.release = (error) => {
      turns.open -= 1;
      client.release = release;
      release(error);
    };
    return client;
  };
  const $client: unknown = Object.create(pool, { connect: { value: connect } });
  return {
    app: Object.create(db.app, { $client: { value: $client } }) as typeof db.app,
    system: db.system,
    clock: () => NOW,
    enqueue: db.enqueue,
    announce: () => undefined,
    fetchPage: () => expect.unreachable('nothing is fetched'),
  };
};
const triggered = () =>
  withTenant(db.app, workspaceId, (tx) => tx.select({ ruleId: events.ruleId }).from(events));

it('compares many entries with many rules while nothing is locked, and says the same', async () => {
  for (let at = 0; at < 25; at += 1) await add({ before: 5, words: [`nothing ${at}`] });
  const due = await add({ before: 12, words: ['figure 1'] });
  await takeTurn(counting(), await claimed(), breathe);
  // 25 rules of which none is about any of 40 entries: 1,000 comparisons.
  expect(turns.others.length).toBeGreaterThan(3);
  expect(new Set(turns.others)).toEqual(new Set([0]));
  expect(await triggered()).toEqual([{ ruleId: due }]);
  const { rows } = await db.admin.query('select turn_at from calendar_sources where id = $1', [SOURCE]);
  expect(rows).toEqual([{ turn_at: new Date(NOW.getTime() + 3_600_000) }]);
});

it('locks no rule that listens to others alone', async () => {
  const elsewhere = await add({ at: true, sources: [OTHER] });
  await add({ at: true, sources: [SOURCE] });
  const turn = await claimed();
  await db.admin.query('begin');
  await db.admin.query('select 1 from rules where id = $1 for update', [elsewhere]);
  try {
    await takeTurn(counting(), turn);
    const { rows } = await db.admin.query('select turn_at from calendar_sources where id = $1', [SOURCE]);
    expect(rows).toEqual([{ turn_at: new Date(NOW.getTime() + 10 * 60_000) }]);
  } finally {
    await db.admin.query('rollback');
  }
});
