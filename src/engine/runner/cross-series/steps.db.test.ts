import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { events, ruleOthers, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { barOf } from '../../detectors/bars.fixture.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { takeShard } from '#src/engine/leases/shard-lease.ts';
import { crossSeriesSteps } from './steps.ts';

const HOUR = 3_600_000;
const START = Date.UTC(1990, 0, 1);
const SYMBOLS = 12;
const IDS = Array.from({ length: SYMBOLS }, newId);
const [OWN = '', ...OTHERS] = IDS;

let db: TestDatabase;
let workspaceId = '';
let starter: Awaited<ReturnType<typeof starterRule>>;
beforeAll(async () => {
  db = await testDatabase();
  for (const [at, id] of IDS.entries())
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, created_at) values ($1, $2, $2, 'USD', 'UTC', now())`,
      [id, `STEP-${at}`],
    );
  ({ workspaceId } = await newWorkspace(db));
  starter = await starterRule(db, workspaceId);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.admin.query(`delete from bars where instrument_id = any($1)`, [IDS]);
  await db.admin.query('delete from joined_cursors');
  await db.admin.query('delete from feed_cursors');
  await db.admin.query(`update rules set state = 'paused'`);
});

let time = Date.now();
/** A process that has just taken the lease; every look is so much later. */
async function newEngine(laterMs = 1_500, announce = () => {}) {
  const holding = await takeShard(db.system, {
    feed: 'joined',
    shard: 0,
    owner: newId(),
    isDead: () => Promise.resolve(true),
  });
  if (!holding) throw new Error('The lease was not given.');
  return crossSeriesSteps(
    {
      app: db.app,
      system: db.system,
      enqueue: db.enqueue,
      announce,
      clock: () => new Date((time += laterMs)),
      log: { warn: () => undefined },
    },
    holding,
  );
}

/** A rule on the first symbol that looks at these, by their places. */
async function addRule(others: readonly number[], above = 1_000, own = OWN): Promise<string> {
  const id = newId();
  const condition = others.map((at) => `close of "STEP-${at}" > ${above}`).join(' or ');
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx.insert(rules).values({
      ...starter,
      id,
      name: id,
      state: 'active',
      timeframe: '1h',
      instrumentId: own,
      condition,
      settings: { frequency: 'once_per_bar_close' },
      createdAt: new Date(START - HOUR),
      updatedAt: new Date(START - HOUR),
    });
    await tx
      .insert(ruleOthers)
      .values(others.map((at) => ({ workspaceId, ruleId: id, instrumentId: IDS[at] ?? '' })));
  });
  return id;
}
const bars = (ids: readonly string[], from: number, to: number): Promise<unknown> =>
  Promise.all(
    ids.map((instrumentId) =>
      storeBars(
        db.system,
        { instrumentId, timeframe: '1h' },
        Array.from({ length: to - from }, (_, at) => ({
          ...barOf(at, '50'),
          ts: START + (from + at) * HOUR,
        })),
      ),
    ),
  );
const dealtWith = (ids: readonly string[], until: number): Promise<unknown> =>
  db.admin.query(
    `insert into feed_cursors (instrument_id, closed_until) select id, $2 from unnest($1::uuid[]) as s(id)
     on conflict (instrument_id) do update set closed_until = excluded.closed_until`,
    [ids, new Date(START + until * HOUR)],
  );
const timesOf = async (ruleId: string): Promise<number[]> =>
  (await withTenant(db.app, workspaceId, (tx) => tx.select().from(events).orderBy(events.barTs)))
    .filter((event) => event.ruleId === ruleId)
    .map(({ barTs }) => (barTs.getTime() - START) / HOUR);

const ALL = OTHERS.map((_, at) => at + 1);

describe('what many groups cost', () => {
  it('nothing while nothing is new, nor while they wait for another symbol', async () => {
    await dealtWith(IDS, 3);
    const step = await newEngine();
    await addRule([1]);
    await step();
    const withOne = await statementsOf(step);
    for (const at of ALL) await addRule([at]);
    for (const at of ALL.slice(1)) await addRule([1, at]);
    await step();
    expect(await statementsOf(step)).toHaveLength(withOne.length);
    await bars([OWN], 0, 5);
    await step();
    await step();
    // The bars that end later than all others are known wait.
    expect(await statementsOf(step)).toHaveLength(withOne.length);
    const { rows } = await db.admin.query('select distinct cursor_ts from joined_cursors');
    expect(rows).toEqual([{ cursor_ts: new Date(START + 2 * HOUR) }]);
  });

  it('a bar of their symbol is read once for all of them, and so are the others’; their cursors are stored at once', async () => {
    await dealtWith(IDS, 0);
    for (const at of ALL) await addRule([at]);
    for (const at of ALL.slice(1)) await addRule([1, at]);
    const step = await newEngine();
    await bars(IDS, 0, 2);
    await step();
    await bars(IDS, 2, 3);
    const made = await statementsOf(step);
    expect(made.filter((text) => text.includes('"bars"'))).toHaveLength(IDS.length);
    expect(made.filter((text) => text.includes('joined_cursors'))).toHaveLength(1);
    expect(made.filter((text) => /hashtextextended|from "instruments"/.test(text))).toEqual([]);
    const { rows } = await db.admin.query('select distinct cursor_ts from joined_cursors');
    expect(rows).toEqual([{ cursor_ts: new Date(START + 2 * HOUR) }]);
  });
});

describe('cursors of groups that are no more', () => {
  it('go in one statement, and only by who holds the lease', async () => {
    const [old, slow] = [await newEngine(), await newEngine()];
    for (const at of ALL) await addRule([at]);
    await slow();
    const step = await newEngine();
    await step();
    await db.admin.query(`update rules set state = 'paused'`);
    // One looks for the first time only now, one knew the groups.
    await old();
    await slow();
    const count = async () => (await db.admin.query('select 1 from joined_cursors')).rowCount;
    expect(await count()).toBe(ALL.length);
    const made = await statementsOf(step);
    expect(made.filter((text) => text.includes('delete from joined_cursors'))).toHaveLength(1);
    expect(await count()).toBe(0);
  });

  it('go with the next holder as well, and those that stay are gone on from', async () => {
    const [gone, stays] = [await addRule([1]), await addRule([2], 1)];
    await bars(IDS, 0, 3);
    await (
      await newEngine()
    )();
    expect(await timesOf(stays)).toEqual([1, 2]);
    await db.admin.query(`update rules set state = 'paused' where id = $1`, [gone]);
    await db.admin.query('delete from joined_changes');
    const step = await newEngine();
    await step();
    const { rows } = await db.admin.query('select others, cursor_ts from joined_cursors');
    expect(rows).toEqual([{ others: IDS[2], cursor_ts: new Date(START + 2 * HOUR) }]);
  });
});

it('what was dealt with when the program is stopped is noted', async () => {
  await dealtWith(IDS, 9);
  const made = await Promise.all(ALL.map((at) => addRule([at], 1)));
  const stop = new AbortController();
  const step = await newEngine(1_500, () => stop.abort());
  await bars(IDS, 0, 2);
  await step(stop.signal);
  const spoke = (await Promise.all(made.map(timesOf))).filter((times) => times.length > 0);
  expect(spoke.length).toBeGreaterThan(0);
  expect(spoke.length).toBeLessThan(made.length);
  const { rowCount } = await db.admin.query('select 1 from joined_cursors where cursor_ts = $1', [
    new Date(START + HOUR),
  ]);
  expect(rowCount).toBe(spoke.length);
});

describe('what is heard of in time', () => {
  it('a rule that was saved before the bar was stored, however shortly', async () => {
    await dealtWith(IDS, 9);
    const step = await newEngine(0);
    const first = await addRule([1], 1);
    await bars(IDS, 0, 2);
    await step();
    expect(await timesOf(first)).toEqual([1]);
    // Nothing is looked for at this moment but bars.
    const second = await addRule([1], 2);
    await bars([OWN], 2, 3);
    await step();
    expect(await timesOf(first)).toEqual([1, 2]);
    expect(await timesOf(second)).toEqual([2]);
    await db.admin.query(`update rules set state = 'paused' where id = $1`, [first]);
    await bars([OWN], 3, 4);
    await step();
    expect(await timesOf(second)).toEqual([2, 3]);
    expect(await timesOf(first)).toEqual([1, 2]);
  });

  it('a bar that is stored after later ones, while these wait', async () => {
    await dealtWith(IDS, 3);
    const step = await newEngine(20_000);
    const rule = await addRule([1], 1);
    await bars([OWN, OTHERS[0] ?? ''], 0, 2);
    await step();
    await bars([OWN], 3, 5);
    await step();
    expect(await timesOf(rule)).toEqual([1]);
    await bars([OWN], 2, 3);
    await step();
    await step();
    expect(await timesOf(rule)).toEqual([1, 2]);
  });
});
