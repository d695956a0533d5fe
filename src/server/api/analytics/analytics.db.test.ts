import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertPageSchema, writeAlertFilter, type AlertFilter } from '#src/shared/alert-list.ts';
import { type Analytics, analyticsSchema, type Counts } from '#src/shared/analytics.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { addMember, addReaders, newWorkspace } from '#tests/support/workspace.ts';

const until = new Date('2026-05-20T12:00:00Z');
const PERIOD = { from: '2026-05-19', to: '2026-05-20' };
let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let one: { workspaceId: string; userId: string };

beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db, { clock: () => until });
  one = await newWorkspace(db);
  const other = await newWorkspace(db);
  await fillWithAlerts(db.admin, { workspaceId: one.workspaceId, count: 4_000, until });
  await fillWithAlerts(db.admin, { workspaceId: other.workspaceId, count: 50, until });
  await makeUneven();
});
afterAll(() => db.drop());

/** Deliveries of every kind and speed, and a rule whose name a spreadsheet would run. */
async function makeUneven(): Promise<void> {
  const run = (text: string) => db.admin.query(text, [one.workspaceId]);
  await run(`update deliveries set sent_at = created_at + (1 + extract(minute from created_at)::int * 7 % 50) * interval '1 second'
              where workspace_id = $1 and state = 'sent'`);
  await run(`update deliveries set state = 'held', sent_at = null
              where workspace_id = $1 and extract(minute from created_at)::int = 17`);
  await run(`update alerts set state = 'sending'
              where workspace_id = $1 and extract(minute from created_at)::int in (17, 23)`);
  await run(`update deliveries set state = 'rejected', sent_at = null
              where workspace_id = $1 and extract(minute from created_at)::int = 23`);
  // Counters only ever hear of a later moment.
  await run(`update fan_out_counts c set last_sent_at = (select max(sent_at) from deliveries d where d.alert_id = c.alert_id)
              where workspace_id = $1`);
  // Failed before anything was written.
  await run(
    `delete from deliveries where workspace_id = $1 and extract(hour from created_at at time zone 'UTC') = 5`,
  );
  await run(
    `delete from fan_outs where workspace_id = $1 and extract(hour from created_at at time zone 'UTC') = 5`,
  );
  await run(`update alerts set state = 'failed'
              where workspace_id = $1 and extract(hour from created_at at time zone 'UTC') = 5`);
  // A second reader, whom nothing reached: the alert was sent all the same.
  await addReaders(db.admin, one.workspaceId, ['second@readers.example']);
  await run(`with reader as (select id, contact_id from addresses where workspace_id = $1 and address = 'second@readers.example')
             insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, target_id, contact_id,
                                     channel, state, created_at, updated_at)
             select $1, gen_random_uuid(), event_month, alert_id, fan_out_id, rendition_id, reader.id, reader.contact_id,
                    'email', 'rejected', created_at, created_at
               from deliveries, reader where workspace_id = $1 and extract(minute from created_at)::int = 31`);
  await run(`update rules set name = '=HYPERLINK("x")' where workspace_id = $1 and name = 'Filled rule 3'`);
}

const get = (path: string, userId = one.userId) =>
  api.request(path, { headers: { Authorization: `Bearer ${userId}` } });

async function figures(filter: AlertFilter = PERIOD, userId = one.userId): Promise<Analytics> {
  const answer = await get(`/analytics?${writeAlertFilter(filter)}`, userId);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return analyticsSchema.parse(await answer.json());
}

/** What the owner counts, alert by alert, without any of the program's own code. */
async function counted(where: string): Promise<Counts> {
  const { rows } = await db.admin.query<Counts>(
    `select count(*)::int as alerts, count(*) filter (where sent > 0)::int as sent,
            count(*) filter (where sent = 0 and (refused > 0 or state = 'failed'))::int as failed
       from (select a.*, i.symbol, extract(hour from a.created_at at time zone 'UTC') as hour,
                    (select count(*) from deliveries d where d.alert_id = a.id and d.state = 'sent') as sent,
                    (select count(*) from deliveries d where d.alert_id = a.id and d.state = 'rejected') as refused
               from alerts a join instruments i on i.id = a.instrument_id where a.workspace_id = $1) a
      where ${where}`,
    [one.workspaceId],
  );
  return rows[0]!;
}
const INSIDE = `not trial and created_at >= '2026-05-19Z' and created_at < '2026-05-21Z'`;

/** The length of the list behind a figure. */
async function listed(filter: AlertFilter): Promise<number> {
  let length = 0;
  let next: string | null = '';
  while (next !== null) {
    const query = writeAlertFilter(filter);
    query.set('limit', '200');
    if (next) query.set('cursor', next);
    const page = alertPageSchema.parse(await (await get(`/alerts?${query}`)).json());
    length += page.items.length;
    next = page.next;
  }
  return length;
}

async function agrees(counts: Counts, where: string, filter: AlertFilter): Promise<void> {
  const { alerts, sent, failed } = counts;
  expect({ alerts, sent, failed }).toEqual(await counted(where));
  const lists = {
    alerts: await listed(filter),
    sent: await listed({ ...filter, outcome: 'sent' }),
    failed: await listed({ ...filter, outcome: 'failed' }),
  };
  expect(lists).toEqual({ alerts, sent, failed });
}

describe('every figure is what the database counts, and the length of its list', () => {
  const base: AlertFilter = { ...PERIOD, trial: 'no' };

  it('for the period and the one before', async () => {
    const { period, before } = await figures();
    expect(period.failed).toBeGreaterThan(60);
    await agrees(period, INSIDE, base);
    expect([before.from, before.to]).toEqual(['2026-05-17', '2026-05-18']);
    const was = `not trial and created_at >= '2026-05-17Z' and created_at < '2026-05-19Z'`;
    await agrees(before, was, { ...base, from: before.from, to: before.to });
  });

  it('for each day, hour, brand, rule and symbol', async () => {
    const { days, hours, brands, rules, symbols, period } = await figures();
    expect([days.length, hours.length, symbols.length]).toEqual([2, 24, 49]);
    for (const { day, ...counts } of days)
      await agrees(counts, `${INSIDE} and (created_at at time zone 'UTC')::date = '${day}'`, {
        ...base,
        from: day,
        to: day,
      });
    for (const at of [0, 5, 13]) {
      const hour = hours[at]!;
      expect(hour.hour).toBe(at);
      await agrees(hour, `${INSIDE} and hour = ${at}`, { ...base, hour: [String(at)] });
    }
    for (const { id, ...counts } of brands.slice(0, 2))
      await agrees(counts, `${INSIDE} and brand_id = '${id}'`, { ...base, brand: [id] });
    for (const { id, ...counts } of rules.slice(0, 2))
      await agrees(counts, `${INSIDE} and rule_id = '${id}'`, { ...base, rule: [id] });
    for (const { symbol, ...counts } of symbols.slice(0, 2))
      await agrees(counts, `${INSIDE} and symbol = '${symbol}'`, { ...base, symbol: [symbol] });
    for (const groups of [days, hours, brands, rules, symbols]) {
      for (const name of ['alerts', 'sent', 'failed'] as const)
        expect(groups.reduce((sum, group) => sum + group[name], 0)).toBe(period[name]);
    }
  });

  it('for a channel, where what failed before it had a delivery failed on none', async () => {
    const { channels, period } = await figures();
    const [email] = channels;
    const at = { ...base, channel: ['email' as const] };
    expect(email?.sent).toBe(await listed({ ...at, outcome: 'sent' }));
    expect(email?.failed).toBe(await listed({ ...at, outcome: 'failed' }));
    const without =
      await counted(`${INSIDE} and not exists (select 1 from deliveries d where d.alert_id = a.id)
                                   and state = 'failed'`);
    expect(without.alerts).toBeGreaterThan(0);
    expect(email?.failed).toBe(period.failed - without.alerts);
    expect((await figures({ ...PERIOD, channel: ['email'] })).period.failed).toBe(email?.failed);
  });

  it('for trial runs alone, and for what a filter leaves', async () => {
    const { period } = await figures({ ...PERIOD, trial: 'yes' });
    const INSIDE_TRIAL = INSIDE.replace('not trial', 'trial');
    await agrees(period, INSIDE_TRIAL, { ...PERIOD, trial: 'yes' });
    const both = await figures({ ...PERIOD, symbol: ['SYM004'], detector: ['gap'] });
    await agrees(both.period, `${INSIDE} and symbol = 'SYM004' and detector = 'gap'`, {
      ...base,
      symbol: ['SYM004'],
      detector: ['gap'],
    });
    expect((await figures({ ...PERIOD, symbol: ['NOBODY'] })).period.alerts).toBe(0);
  });
});

it('measures from the event found to the last delivery handed over', async () => {
  const { rows } = await db.admin.query<{ took: number }>(
    `select extract(epoch from max(d.sent_at) - e.created_at)::float8 * 1000 as took
       from alerts a join events e on e.workspace_id = a.workspace_id and e.id = a.event_id
       join deliveries d on d.alert_id = a.id and d.state = 'sent'
      where a.workspace_id = $1 and not a.trial and a.created_at >= '2026-05-19Z' and a.created_at < '2026-05-21Z'
      group by a.id, e.created_at order by took`,
    [one.workspaceId],
  );
  const at = (share: number) => rows[Math.ceil(rows.length * share) - 1]?.took;
  const { period, channels } = await figures();
  expect([period.medianMs, period.p95Ms]).toEqual([at(0.5), at(0.95)]);
  expect([channels[0]?.medianMs, channels[0]?.p95Ms]).toEqual([at(0.5), at(0.95)]);
  expect(period.p95Ms).toBeGreaterThan(period.medianMs ?? 0);
});

it('moves when deliveries do', async () => {
  const [was, before] = [await figures(), await counted(INSIDE)];
  await db.admin.query(
    `update deliveries set state = 'unknown', sent_at = null
      where workspace_id = $1 and created_at >= '2026-05-20Z' and state = 'sent'
        and extract(minute from created_at)::int < 10`,
    [one.workspaceId],
  );
  const [now, after] = [await figures(), await counted(INSIDE)];
  expect(after.sent).toBeLessThan(before.sent);
  expect(was.period.sent - now.period.sent).toBe(before.sent - after.sent);
  expect(now.channels[0]?.sent).toBe(after.sent);
});

it('answers thirty days up to today unless told, and refuses what is no period', async () => {
  const { period, days } = await figures({});
  expect([period.from, period.to, days.length]).toEqual(['2026-04-21', '2026-05-20', 30]);
  expect((await figures({ from: '2026-05-20' })).days).toHaveLength(1);
  expect((await figures({ from: '2025-05-20', to: '2026-05-20' })).days).toHaveLength(366);
  for (const query of [
    'from=2025-05-19&to=2026-05-20',
    'from=2026-05-20&to=2026-05-19',
    'from=yesterday',
    'rule=1',
  ]) {
    const answer = await get(`/analytics?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
  }
});

it('shows a viewer the figures of their workspace, and a new account none', async () => {
  const viewer = await addMember(db, one.workspaceId, 'viewer');
  expect(await figures(PERIOD, viewer)).toEqual(await figures());
  const { userId } = await newWorkspace(db);
  const none = await figures(PERIOD, userId);
  expect(none.period).toMatchObject({ alerts: 0, sent: 0, failed: 0, medianMs: null, p95Ms: null });
  expect([none.channels, none.rules, none.brands, none.symbols]).toEqual([[], [], [], []]);
});

it('gives the same figures as a file', async () => {
  const answer = await get(`/analytics.csv?${writeAlertFilter(PERIOD)}`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(answer.headers.get('content-disposition')).toContain('analytics-2026-05-19-to-2026-05-20.csv');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<
    string,
    string
  >[];
  const shown = await figures();
  const of = (group: string) => rows.filter((row) => row['group'] === group);
  const whole = (row: Record<string, string> | undefined) =>
    [row?.['alerts'], row?.['sent'], row?.['failed']].map(Number);
  expect(whole(of('period')[0])).toEqual([shown.period.alerts, shown.period.sent, shown.period.failed]);
  expect(Number(of('period')[0]?.['median_seconds'])).toBe((shown.period.medianMs ?? 0) / 1000);
  expect(whole(of('period before')[0])[0]).toBe(shown.before.alerts);
  for (const [group, items] of [
    ['day', shown.days],
    ['hour (UTC)', shown.hours],
    ['brand', shown.brands],
    ['rule', shown.rules],
    ['symbol', shown.symbols],
  ] as const)
    expect(of(group).map(whole)).toEqual(items.map(({ alerts, sent, failed }) => [alerts, sent, failed]));
  expect(of('channel')[0]?.['sent']).toBe(String(shown.channels[0]?.sent));
  expect(of('rule').map((row) => row['name'])).toContain(`'=HYPERLINK("x")`);
});

it('gives a plan with basic analytics totals, days and channels, and refuses the rest', async () => {
  const basic = await newWorkspace(db);
  await fillWithAlerts(db.admin, { workspaceId: basic.workspaceId, count: 40, until });
  const ask = (path: string) => api.request(path, { headers: { Authorization: `Bearer ${basic.userId}` } });
  const days = 'from=2026-05-19&to=2026-05-20';
  const read = async (): Promise<Analytics> =>
    analyticsSchema.parse(await (await ask(`/analytics?${days}`)).json());
  const full = await read();
  expect(full).toMatchObject({ tier: 'advanced' });
  expect(full.rules).not.toEqual([]);
  await db.admin.query(`update subscriptions set plan_id = 'starter' where workspace_id = $1`, [
    basic.workspaceId,
  ]);
  expect(await read()).toEqual({ ...full, tier: 'basic', hours: [], brands: [], rules: [], symbols: [] });
  const [rule] = full.rules;
  for (const path of [
    `/analytics/messages?${days}`,
    `/analytics.csv?${days}`,
    `/analytics?${days}&rule=${rule?.id}`,
    `/analytics?${days}&symbol=X`,
  ]) {
    const refused = await ask(path);
    expect([path, refused.status, await refused.json()]).toEqual([
      path,
      402,
      expect.objectContaining({
        code: 'plan_limit',
        limit: 'analytics',
        lifted_by: 'pro',
      }),
    ]);
  }
  expect((await ask(`/analytics?${days}&channel=email`)).status).toBe(200);
});
