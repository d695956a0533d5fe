import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import type { Bar } from '#src/shared/market.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { barOf } from '../detectors/bars.fixture.ts';
import { importBatch, storeBars } from '../market/bars/bar-store.ts';
import { CALENDARS } from '../market/sessions/calendars.ts';
import { tooOld } from '../market/sessions/session-age.ts';
import { seriesVersions } from './live/series-versions.ts';
import { watchSeries, type WatchDeps } from './watch-series.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const DAYS = 30;
const NEXT = barOf(DAYS + 1, '200');

/** So many symbols with stored days, and of each workspace a rule on each that becomes true with the next. */
async function watched(count: number, conditions: readonly string[]) {
  const ids = Array.from({ length: count }, newId);
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at)
     select id, 'M-' || right(id::text, 12), 'Many', 'USD', 'UTC', now() from unnest($1::uuid[]) as s(id)`,
    [ids],
  );
  for (const [at, instrumentId] of ids.entries()) {
    // The last days differ for each symbol, so that figures from another symbol's bars are noticed.
    const bars = Array.from({ length: DAYS }, (_, day) =>
      barOf(day, String(100 + (day === DAYS - 1 ? at : 0))),
    );
    await storeBars(db.system, { instrumentId, timeframe: '1d' }, bars);
  }
  const workspaces: string[] = [];
  for (const condition of conditions) {
    const { workspaceId } = await newWorkspace(db);
    await db.admin.query(
      `insert into rules (workspace_id, id, name, instrument_id, timeframe, condition, settings, state, created_at, updated_at)
       select $1, gen_random_uuid(), 'Many', id, '1d', $2, '{"frequency": "every_time", "cooldown_minutes": 1}', 'active', now(), now()
         from unnest($3::uuid[]) as s(id)`,
      [workspaceId, condition, ids],
    );
    workspaces.push(workspaceId);
  }
  return { ids, workspaces };
}

/** An engine that knows nothing yet. @returns feeds a bar of each symbol that closes at the same moment */
function watchAll(
  ids: readonly string[],
  change: Partial<WatchDeps> = {},
  options: Parameters<typeof watchSeries>[2] = {},
) {
  const deps: WatchDeps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => new Date(),
    log: { warn: () => undefined },
    versionOf: () => ({ splits: [], corrected: 0, mark: 'new' }),
    ...change,
  };
  const all = ids.map((instrumentId) => watchSeries(deps, { instrumentId, timeframe: '1d' }, options));
  return (bar: Bar): Promise<unknown> => Promise.all(all.map((feedBars) => feedBars([bar])));
}

const eventsOf = async (workspaceId: string) =>
  (
    await db.admin.query<{ instrument_id: string; before: number; alerts: number; gates: number }>(
      `select e.instrument_id, (e.evidence -> 'bars' -> 0 ->> 'close')::float8 as before,
              (select count(*)::int from alerts a where a.workspace_id = e.workspace_id and a.event_id = e.id and a.state = 'drafted') as alerts,
              (select count(*)::int from rule_gates g where g.workspace_id = e.workspace_id and g.rule_id = e.rule_id) as gates
         from events e where e.workspace_id = $1`,
      [workspaceId],
    )
  ).rows;
const jobsOf = async (workspaceId: string): Promise<number> =>
  (
    await db.admin.query(
      `select 1 from pgboss.job where name = 'compose-alert' and data ->> 'workspaceId' = $1`,
      [workspaceId],
    )
  ).rows.length;

/** What is read and written, by a piece of the statement. */
const KINDS = {
  rules: 'left join rule_gates',
  bars: 'from bars',
  transactions: 'begin; select set_config',
  events: 'insert into events',
  gates: 'insert into rule_gates',
  jobs: 'INSERT INTO pgboss.job',
  ends: 'commit',
};
const counted = (made: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, piece]) => [kind, made.filter((text) => text.includes(piece)).length]),
  );

it('reads and writes for many series in as many statements as for twice as many', async () => {
  for (const count of [20, 40]) {
    const { ids, workspaces } = await watched(count, ['close > 1.5 * sma(20)']);
    const [workspaceId = ''] = workspaces;
    const made = counted(await statementsOf(() => watchAll(ids)(NEXT)));
    for (const [kind, times] of Object.entries(made)) {
      expect([kind, times > 0]).toEqual([kind, true]);
      // The first two go alone, the others together.
      expect([kind, times <= 6]).toEqual([kind, true]);
    }
    const found = await eventsOf(workspaceId);
    expect(new Map(found.map((event) => [event.instrument_id, event]))).toEqual(
      new Map(ids.map((id, at) => [id, { instrument_id: id, before: 100 + at, alerts: 1, gates: 1 }])),
    );
    expect(await jobsOf(workspaceId)).toBe(count);
    // A takeover in between does it again, and makes nothing twice.
    await watchAll(ids)(NEXT);
    expect(await eventsOf(workspaceId)).toHaveLength(count);
    expect(await jobsOf(workspaceId)).toBe(count);
  }
});

it('lets no rule keep the others of its lot still, nor one workspace another', async () => {
  const { ids, workspaces } = await watched(8, ['close > 150', 'close > 160']);
  const [bare = '', whole = ''] = workspaces;
  const without = (...places: number[]) => ids.filter((_, at) => !places.includes(at)).toSorted();
  const warned: unknown[] = [];
  const feed = watchAll(ids, { log: { warn: (context) => warned.push(context) } });
  await feed(barOf(DAYS, '100'));
  // What changes after the rules were read.
  await db.admin.query('delete from brands where workspace_id = $1', [bare]);
  await db.admin.query(`update rules set state = 'paused' where workspace_id = $1 and instrument_id = $2`, [
    whole,
    ids[4],
  ]);
  await db.admin.query(`alter table events add constraint not_this_one check (instrument_id <> '${ids[6]}')`);
  await feed(NEXT);
  expect(await eventsOf(bare)).toEqual([]);
  expect(warned).toHaveLength(8 + 1);
  expect((await eventsOf(whole)).map((event) => event.instrument_id).toSorted()).toEqual(without(4, 6));
});

it('makes nothing where another holds the shard by now', async () => {
  const { ids, workspaces } = await watched(5, ['close > 150']);
  const fence = { question: 'false', broken: () => new Error('superseded') };
  await expect(watchAll(ids, { fence })(NEXT)).rejects.toThrow('superseded');
  expect(await eventsOf(workspaces[0] ?? '')).toEqual([]);
});

it('triggers nothing on a bar whose previous one is too old, also as the first after a start, and goes on after it', async () => {
  const { ids, workspaces } = await watched(1, ['big_move(5)']);
  const [workspaceId = ''] = workspaces;
  const feed = watchAll(ids, {}, { tooOld: tooOld(CALENDARS.crypto, '1d') });
  // The stored bars end a month before.
  await feed(barOf(60, '200'));
  expect(await eventsOf(workspaceId)).toEqual([]);
  await feed(barOf(61, '201'));
  await feed(barOf(62, '300'));
  expect(await eventsOf(workspaceId)).toMatchObject([{ before: 201 }]);
  await feed(barOf(90, '400'));
  expect(await eventsOf(workspaceId)).toHaveLength(1);
});

it('starts anew where a stored bar is corrected, and not where bars only come', async () => {
  for (const isShard of [true, false]) {
    const { ids, workspaces } = await watched(1, ['close > 1.5 * sma(20)']);
    const [id = ''] = ids;
    const versions = seriesVersions(db.system);
    await versions.read(ids);
    let now = Date.now();
    const feed = watchAll(ids, {
      clock: () => new Date((now += 2_000)),
      versionOf: isShard ? versions.of : undefined,
    });
    const series = { instrumentId: id, timeframe: '1d' as const };
    const next = async (bar: Bar) => {
      await storeBars(db.system, series, [bar]);
      await versions.read(ids);
      return feed(bar);
    };
    await next(barOf(DAYS, '100'));
    // A bar that is new, and one that is stored again as it was.
    const made = await statementsOf(async () => {
      await next(barOf(DAYS + 1, '100'));
      await next(barOf(DAYS + 1, '100'));
    });
    expect(counted(made)).toMatchObject({ bars: 0, rules: 0 });
    await importBatch(db.system, series, [barOf(DAYS + 1, '120')]);
    await next(barOf(DAYS + 2, '300'));
    expect(await eventsOf(workspaces[0] ?? '')).toMatchObject([{ before: 120, alerts: 1 }]);
  }
});
