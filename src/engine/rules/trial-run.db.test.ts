import { createRequire } from 'node:module';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alerts, brands, events, renditions, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, marketEvent, newWorkspace, paced } from '#tests/support/workspace.ts';
import { newId } from '#src/db/ids.ts';
import { BUSY } from '../detectors/bars.fixture.ts';
import { storeBars } from '../market/bars/bar-store.ts';
import { composeAlert } from '../alerts/compose.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { RECORDED_SERIES, replayRecorded } from '../market/csv/recorded.ts';
import { failTrial, requestTrialRun, runTrial } from './trial-run.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** The series that ships with the product, as its package has it. */
const recorded = join(createRequire(import.meta.url).resolve('vega-datasets'), '..', '..', 'data');
const clock = () => new Date();

type Brand = { name: string; color: string };

/** Asks for a trial run of the workspace's rule and carries it out, as the program does: to the mail that went out. */
async function trial(who: { workspaceId: string; userId: string }, brand: Brand, condition: string) {
  const { workspaceId } = who;
  const trialRunId = await withTenant(db.app, workspaceId, async (tx) => {
    await tx.update(brands).set(brand).where(eq(brands.workspaceId, workspaceId));
    await tx
      .update(rules)
      .set({ condition, name: `When ${condition}` })
      .where(eq(rules.workspaceId, workspaceId));
    return requestTrialRun(tx, { ...who, now: clock() });
  });
  const mails: ClaimedDelivery[] = [];
  const deps = {
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    instanceId: '00000000-0000-7000-8000-000000000002',
    publicUrl: 'http://localhost:3000',
    log: { warn: () => undefined },
    pace: paced(2),
    send: async (delivery: ClaimedDelivery) => {
      mails.push(delivery);
      return { outcome: 'sent', providerMessageId: '<trial@test>' } as const;
    },
    recordedBars: (symbol: string) => {
      const series = RECORDED_SERIES.find((each) => each.symbol === symbol);
      return series ? replayRecorded(series, recorded).bars : null;
    },
  };
  await runTrial(deps, { workspaceId, trialRunId });
  const [made] = await withTenant(db.app, workspaceId, (tx) =>
    tx
      .select({ alertId: alerts.id, event: events })
      .from(events)
      .innerJoin(alerts, eq(alerts.eventId, events.id))
      .where(eq(events.trialRunId, trialRunId)),
  );
  const { alertId } = made!;
  const event = marketEvent(made!.event);
  await composeAlert(deps, { workspaceId, alertId });
  await deliverAlert(deps, { workspaceId, alertId });
  const [rendition] = await withTenant(db.app, workspaceId, (tx) =>
    tx.select().from(renditions).where(eq(renditions.alertId, alertId)),
  );
  expect(mails).toHaveLength(1);
  const mail = mails[0]!;
  // What went out is what is kept.
  expect(mail).toMatchObject({ prepared: rendition?.prepared, brandName: brand.name });
  const { title, text, html } = mail.prepared;
  return { mail: { title: title ?? '', text, html: html ?? '' }, event };
}

const HARBOUR: Brand = { name: 'Harbour & Sons', color: '#0f4c5c' };
const MERIDIAN: Brand = { name: 'Meridian Desk', color: '#7a1f3d' };
const MOVE = 'big_move(5)';
const HIGH = 'new_high(252, 20)';

it('another brand and another rule: another mail, other evidence', async () => {
  const who = await newWorkspace(db);
  const first = await trial(who, HARBOUR, MOVE);
  const second = await trial(who, MERIDIAN, HIGH);

  // The first speaks of a day's move, in its brand's name and color.
  expect(first.mail.title).toMatch(/^Trial run: .*\d+\.\d\d%/);
  expect(first.mail.text).toContain('Harbour & Sons');
  expect(first.mail.html).toContain('Harbour &amp; Sons');
  expect(first.mail.html.toLowerCase()).toContain(HARBOUR.color);
  expect(first.event).toMatchObject({ detector: 'big_move', evidence: { params: { min_pct: 5 } } });
  expect(Object.keys(first.event.evidence.figures).sort()).toEqual(['change_pct', 'close', 'previous_close']);

  // The second of a high, in the other's; nothing of the first is left in it.
  expect(second.mail.title).toMatch(/^Trial run: .*high/i);
  expect(second.mail.text).toContain('252');
  for (const part of [second.mail.title, second.mail.text, second.mail.html]) {
    expect(part).not.toContain('Harbour');
    expect(part.toLowerCase()).not.toContain(HARBOUR.color);
  }
  expect(second.mail.text).toContain('Meridian Desk');
  expect(second.mail.html.toLowerCase()).toContain(MERIDIAN.color);
  expect(second.event).toMatchObject({
    detector: 'new_high',
    evidence: { params: { window: 252, quiet: 20 } },
  });
  expect(second.event.evidence.figures).toHaveProperty('previous_high');
  expect(second.event.barTs).not.toEqual(first.event.barTs);
  expect(second.event.evidence.bars).not.toEqual(first.event.evidence.bars);
});

it('the brand alone changes how it is said, and the rule alone what is said', async () => {
  const who = await newWorkspace(db);
  const plain = await trial(who, HARBOUR, MOVE);
  // In a workspace of its own: a workspace's next alert has other sentences.
  const branded = await trial(await newWorkspace(db), MERIDIAN, MOVE);
  expect(branded.event.evidence).toEqual(plain.event.evidence);
  expect(branded.event.value).toBe(plain.event.value);
  expect(branded.mail.html).not.toBe(plain.mail.html);
  expect(branded.mail.text.replaceAll(MERIDIAN.name, HARBOUR.name)).toBe(
    plain.mail.text.replace(/alerts\/[0-9a-f-]{36}/, () => linkOf(branded.mail.text)),
  );

  const stricter = await trial(who, MERIDIAN, 'big_move(9)');
  expect(Math.abs(stricter.event.value)).toBeGreaterThanOrEqual(9);
  expect(Math.abs(plain.event.value)).toBeLessThan(9);
  expect(stricter.event.evidence.params).toEqual({ min_pct: 9 });
  expect(stricter.mail.text).toContain('9%');
  expect(stricter.mail.title).not.toBe(branded.mail.title);
});

/** A rule on a symbol that nothing is stored of, active and older than any other. */
async function ruleWithoutBars(workspaceId: string, condition = 'close > 1'): Promise<string> {
  const id = newId();
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at)
     values ($1, $2, 'Empty', 'USD', 'UTC', now())`,
    [id, `EMPTY${id.slice(-6).toUpperCase()}`],
  );
  await db.admin.query(
    `insert into rules (workspace_id, id, name, instrument_id, timeframe, condition, state, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Without bars', $2, '1d', $3, 'active', '2020-01-01', '2020-01-01')`,
    [workspaceId, id, condition],
  );
  return id;
}
const spx = (symbol: string) =>
  symbol === 'SPX' ? replayRecorded(RECORDED_SERIES[0]!, recorded).bars : null;
async function ended(who: { workspaceId: string; userId: string }, recordedBars = spx) {
  const { workspaceId } = who;
  const trialRunId = await withTenant(db.app, workspaceId, (tx) =>
    requestTrialRun(tx, { ...who, now: clock() }),
  );
  const deps = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock, recordedBars };
  await runTrial(deps, { workspaceId, trialRunId });
  return (
    await db.admin.query(
      `select t.state, t.error, r.name, r.deleted_at is not null as deleted, i.symbol, e.value
         from trial_runs t join rules r on r.id = t.rule_id join instruments i on i.id = r.instrument_id
         left join events e on e.trial_run_id = t.id where t.id = $1`,
      [trialRunId],
    )
  ).rows[0] as Record<string, unknown>;
}
const STARTER = 'S&P 500 moves 5% or more in a day';

it('runs the rule that has bars, where an active one has none', async () => {
  const who = await newWorkspace(db);
  const empty = await ruleWithoutBars(who.workspaceId);
  expect(await ended(who)).toMatchObject({ state: 'done', symbol: 'SPX', name: STARTER });
  // Imported bars count as well as those that ship with the product.
  await storeBars(db.system, { instrumentId: empty, timeframe: '1d' }, BUSY);
  expect(await ended(who)).toMatchObject({ state: 'done', name: 'Without bars' });
});

it('runs the starter rule where no rule has bars, also where it was deleted or changed', async () => {
  const who = await newWorkspace(db);
  await ruleWithoutBars(who.workspaceId);
  await ruleWithoutBars(who.workspaceId, 'close > close of NOWHERE');
  await db.admin.query(
    `update rules set deleted_at = now() where workspace_id = $1 and condition = 'big_move(5)'`,
    [who.workspaceId],
  );
  expect(await ended(who)).toMatchObject({ state: 'done', name: STARTER, deleted: true });
  await db.admin.query(`delete from events where workspace_id = $1`, [who.workspaceId]);
  await db.admin.query(`delete from rules where workspace_id = $1`, [who.workspaceId]);
  expect(await ended(who)).toMatchObject({ state: 'done', name: STARTER, deleted: true });
});

it('tells the person who started it when a run fails or finds nothing', async () => {
  const who = await newWorkspace(db);
  await addMember(db, who.workspaceId, 'admin');
  const told = async () =>
    (
      await db.admin.query(`select user_id, title, text from notifications where workspace_id = $1`, [
        who.workspaceId,
      ])
    ).rows;
  const flat = BUSY.slice(0, 2).map((bar) => ({ ...bar, open: 1, high: 1, low: 1, close: 1 }));
  const oneFlat = () =>
    (async function* () {
      yield* flat;
    })();
  expect(await ended(who, oneFlat)).toMatchObject({ state: 'nothing_found' });
  expect(await told()).toEqual([
    {
      user_id: who.userId,
      title: 'Your trial run found nothing',
      text: `“${STARTER}”: it wasn’t true on any bar of SPX (1d). Change its condition and run it again.`,
    },
  ]);
  const trialRunId = await withTenant(db.app, who.workspaceId, (tx) =>
    requestTrialRun(tx, { ...who, now: clock() }),
  );
  const deps = { app: db.app, announce: () => undefined, clock };
  await failTrial(deps, { workspaceId: who.workspaceId, trialRunId }, 'It could not run.');
  const failed = { title: 'Your trial run failed', text: `“${STARTER}”: It could not run.` };
  expect((await told()).slice(1)).toEqual([{ user_id: who.userId, ...failed }]);
});

const linkOf = (text: string): string => /alerts\/[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
