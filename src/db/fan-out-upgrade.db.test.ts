import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { hashOf } from '#src/platform/json/canonical.ts';
import { drill } from '#tests/support/drill.ts';
import { migrate, readMigrations } from './migrate.ts';

const ALERTS = drill(1_000, 100_000);
const name = `upgrade_${randomBytes(6).toString('hex')}`;
let server: pg.Client;
let db: pg.Client;
beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  await server.query(`create database ${name}`);
  const template = inject('template');
  db = new pg.Client({ connectionString: template.owner.replace(template.name, name) });
  await db.connect();
}, 60_000);
afterAll(async () => {
  await db.end();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

/** Alerts of two years with two readers each, in every state, as they were kept before. */
async function fillAsBefore(): Promise<void> {
  const run = (text: string) => db.query(text);
  await run(
    `insert into users (id, email, created_at, updated_at) values (gen_random_uuid(), 'ada@desk.example', now(), now())`,
  );
  await run(`insert into workspaces (id, name, created_at) select gen_random_uuid(), 'One', now()`);
  await run(`insert into brands (workspace_id, id, name, color, created_at, is_default)
             select id, gen_random_uuid(), 'Brand', '#112233', now(), true from workspaces`);
  await run(`insert into instruments (id, symbol, name, currency, time_zone, created_at)
             values (gen_random_uuid(), 'XYZ', 'Xyz', 'USD', 'America/New_York', now())`);
  await run(`insert into rules (workspace_id, id, name, instrument_id, timeframe, condition, state, created_at, updated_at)
             select w.id, gen_random_uuid(), 'Rule', i.id, '1d', 'big_move(5)', 'paused', now(), now() from workspaces w, instruments i where i.symbol = 'XYZ'`);
  await run(`insert into contacts (workspace_id, id, created_at, updated_at)
             select id, gen_random_uuid(), now(), now() from workspaces, generate_series(1, 2)`);
  await run(`insert into addresses (workspace_id, id, contact_id, channel, address, created_at, updated_at)
             select workspace_id, gen_random_uuid(), id, 'email', id || '@desk.example', now(), now() from contacts`);
  await run(`create table plan as select g, gen_random_uuid() as id, r.workspace_id, r.id as rule_id, r.instrument_id, b.id as brand_id,
               now() - g * interval '730 days' / ${ALERTS} as made,
               (array['sent', 'sent', 'failed', 'unknown', 'sending', 'pending_review'])[1 + g % 6] as state
               from generate_series(1, ${ALERTS}) g, rules r, brands b`);
  await run(`insert into events (workspace_id, id, rule_id, rule_version, instrument_id, timeframe, detector, bar_ts, value,
               evidence, dedupe_key, created_at)
             select workspace_id, id, rule_id, 1, instrument_id, '1d', 'big_move', made, 5, '{}', id::text, made from plan`);
  await run(`insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id,
               timeframe, detector, value, event_time, trial, title)
             select workspace_id, id, id, brand_id, state, made, made, rule_id, instrument_id, '1d', 'big_move', 5, made, false, 'T'
               from plan`);
  await run(`insert into alert_transitions (workspace_id, id, alert_id, to_state, actor, reason, at)
             select workspace_id, gen_random_uuid(), id, 'approved', 'policy', 'it may', made from plan where state <> 'pending_review'`);
  await run(`insert into variants (workspace_id, id, alert_id, channel, language, subject, body_text, body_html, created_at)
             select workspace_id, id, id, 'email', 'en', 'A "title" ' || g, E'Line\\n\\tä € 😀 \\\\ \\u0001', '<p>' || g || '</p>', made from plan`);
  await run(`insert into deliveries (workspace_id, id, alert_id, variant_id, recipient_id, channel, state, reason, attempts,
               next_attempt_at, claimed_by, lease_until, sent_at, created_at, updated_at)
             select p.workspace_id, gen_random_uuid(), p.id, p.id, a.id, 'email', d.state,
                    case when d.state <> 'sent' then 'why' end, 1, case when d.state = 'retry' then now() end, gen_random_uuid(),
                    case when d.state = 'sending' then now() end, case when d.state = 'sent' then made + interval '1 second' end, made, made
               from plan p join addresses a on true,
                    lateral (select case p.state when 'failed' then 'rejected' when 'sending' then
                      (array['pending', 'held', 'sending', 'retry'])[1 + p.g / 6 % 4] else p.state end as state) d
              where p.state <> 'pending_review'`);
  await run(`insert into attempts (workspace_id, id, delivery_id, n, outcome, detail, started_at, finished_at)
             select workspace_id, gen_random_uuid(), id, 1, 'unknown', 'tried', created_at, created_at from deliveries`);
}

it('keeps every alert, delivery and attempt, in the month of its event', { timeout: 900_000 }, async () => {
  const migrations = await readMigrations();
  await migrate(
    db,
    migrations.filter(({ version }) => version < 95),
  );
  await fillAsBefore();
  const figures = async (text: string) => (await db.query<Record<string, unknown>>(text)).rows;
  const byState = `select state, count(*)::int as n, sum(attempts)::int as attempts from deliveries group by state order by state`;
  const kept = `select d.id, d.alert_id, d.channel, d.send_no, d.state, d.reason, d.attempts, d.next_attempt_at, d.claimed_by,
                       d.lease_until, d.sent_at, d.created_at, t.id as attempt, t.n, t.outcome, t.detail
                  from deliveries d join attempts t on t.delivery_id = d.id order by d.id limit 500`;
  const before = [await figures(byState), await figures(kept)];
  const began = performance.now();
  await migrate(
    db,
    migrations.filter(({ version }) => version <= 96),
  );
  const seconds = (performance.now() - began) / 1_000;
  if (ALERTS > 1_000) console.log(`${ALERTS} alerts moved in ${seconds.toFixed(1)} s`);
  expect([await figures(byState), await figures(kept)]).toEqual(before);
  // The counters are those of the deliveries, and each lies in the month of its event.
  const states = ['pending', 'held', 'sending', 'retry', 'sent', 'unknown', 'rejected'];
  const [sums] = await figures(
    `select ${states.map((state) => `sum(${state})::int as ${state}`).join(', ')} from fan_out_counts`,
  );
  const expected = Object.fromEntries((before[0] ?? []).map(({ state, n }) => [state, n]));
  expect(sums).toEqual({ ...Object.fromEntries(states.map((state) => [state, 0])), ...expected });
  expect(
    await figures(
      `select 1 from deliveries d join alerts a on a.id = d.alert_id where d.event_month <> a.event_month`,
    ),
  ).toEqual([]);
  expect(await figures('select 1 from deliveries_other union all select 1 from attempts_other')).toEqual([]);
  // Texts as they were, under a hash that the program computes alike.
  const [revision] = await figures(
    `select r.content, r.hash, v.prepared, a.approved_hash from revisions r join renditions v on v.revision_id = r.id
       join alerts a on a.id = r.alert_id where a.state = 'sent' order by r.created_at limit 1`,
  );
  expect(revision?.['prepared']).toEqual({
    title: expect.stringMatching(/^A "title" \d+$/) as string,
    text: 'Line\n\tä € 😀 \\ \u0001',
    html: expect.stringMatching(/^<p>\d+<\/p>$/) as string,
    media: [],
  });
  expect(revision?.['hash']).toBe(hashOf(revision?.['content']));
  expect(revision?.['approved_hash']).toBe(revision?.['hash']);
});
