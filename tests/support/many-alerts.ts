import type pg from 'pg';
import { addReaders } from './workspace.ts';

/** Of the right shape; the figures are nobody's. */
const EVIDENCE = JSON.stringify({
  bars: [
    { time: '2026-05-18T04:00:00.000Z', open: '1', high: '1', low: '1', close: '1', volume: null },
    { time: '2026-05-19T04:00:00.000Z', open: '1', high: '1', low: '1', close: '1', volume: null },
  ],
  params: { min_pct: 5 },
  figures: { previous_close: 1, close: 1 },
});

const MADE = `$3::timestamptz - g * interval '1 minute'`;
/** An id as the program makes it (UUIDv7), which sorts by the time. */
const sortableId = (time: string): string => {
  const ms = `lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0')`;
  return `overlay(gen_random_uuid()::text placing substr(${ms}, 1, 8) || '-' || substr(${ms}, 9) || '-7' from 1 for 15)::uuid`;
};

/**
 * Fills a workspace with alerts of every kind, newest at `until`, one a minute going back, by SQL of the owner: rules,
 * brands and instruments in turn, one in a hundred failed, one in ten thousand rejected, one in fifty a trial. Each has
 * its words, its last step and one delivery. Titles hold the words 'rises' or 'falls', and every 1,000th 'halted'.
 */
export async function fillWithAlerts(
  admin: pg.ClientBase,
  fill: { workspaceId: string; count: number; until: Date; rules?: number; symbols?: number },
): Promise<{ symbols: string[] }> {
  const { workspaceId, count, until, rules = 20, symbols: n = 50 } = fill;
  const symbols = Array.from({ length: n }, (_, at) => `SYM${String(at).padStart(3, '0')}`);
  await admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at)
     select gen_random_uuid(), s, 'Company ' || s, 'USD', 'America/New_York', now() from unnest($1::text[]) s
     on conflict do nothing`,
    [symbols],
  );
  await admin.query(
    `insert into brands (workspace_id, id, name, color, created_at)
     select $1, gen_random_uuid(), 'Brand ' || g, '#112233', now() from generate_series(1, 3) g`,
    [workspaceId],
  );
  await admin.query(
    `insert into rules (workspace_id, id, name, instrument_id, timeframe, condition, state, created_at, updated_at)
     select $1, gen_random_uuid(), 'Filled rule ' || g, (select id from instruments where symbol = 'SYM000'), '1d',
            'big_move(5)', 'paused', now(), now() from generate_series(1, $2::int) g`,
    [workspaceId, rules],
  );
  await admin.query(`drop table if exists fill_plan`);
  await admin.query(
    `create temporary table fill_plan as
     with r as (select array_agg(id order by name) ids from rules where workspace_id = $1 and name like 'Filled rule%'),
          b as (select array_agg(id order by name) ids from brands where workspace_id = $1),
          i as (select array_agg(id order by symbol) ids, array_agg(symbol order by symbol) names
                  from instruments where symbol = any($4))
     select ${sortableId(MADE)} alert_id, gen_random_uuid() event_id, gen_random_uuid() rendition_id,
            r.ids[1 + (g * 7) % array_length(r.ids, 1)] rule_id, b.ids[1 + g % array_length(b.ids, 1)] brand_id,
            i.ids[1 + (g * 13) % array_length(i.ids, 1)] instrument_id,
            case when g % 3 = 0 then 'gap' else 'big_move' end detector,
            case when g % 2 = 0 then 6.25 else -5.5 end::float8 value,
            ${MADE} as made,
            case when g % 10000 = 9999 then 'rejected' when g % 100 = 0 then 'failed' else 'sent' end state,
            g % 50 = 0 trial,
            i.names[1 + (g * 13) % array_length(i.ids, 1)] || case when g % 2 = 0 then ' rises 6.25%' else ' falls 5.50%' end
              || case when g % 1000 = 0 then ' and is halted' else '' end title,
            g
       from generate_series(0, $2::int - 1) g, r, b, i`,
    [workspaceId, count, until.toISOString(), symbols],
  );
  const [readerId] = await addReaders(admin, workspaceId, ['filled@readers.example']);
  const parts = [
    `insert into trial_runs (workspace_id, id, rule_id, requested_by, state, created_at)
     select $1, event_id, rule_id, event_id, 'done', made from fill_plan where trial`,
    `insert into events (workspace_id, id, rule_id, rule_version, instrument_id, timeframe, detector, bar_ts, value,
            evidence, dedupe_key, trial_run_id, created_at)
     select $1, event_id, rule_id, 1, instrument_id, '1d', detector, made, value,
            '${EVIDENCE}', event_id::text,
            case when trial then event_id end, made from fill_plan`,
    `insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id,
            timeframe, detector, value, event_time, trial, title)
     select $1, alert_id, event_id, brand_id, state, made, made, rule_id, instrument_id, '1d', detector, value, made, trial,
            title from fill_plan`,
    `insert into revisions (workspace_id, id, alert_id, n, content, hash, created_at)
     select $1, alert_id, alert_id, 1, '{}', repeat('0', 64), made from fill_plan`,
    `insert into renditions (workspace_id, id, revision_id, alert_id, channel, language, prepared, created_at)
     select $1, rendition_id, alert_id, alert_id, 'email', 'en', jsonb_build_object('title', title, 'text', title,
            'html', '<p>' || title || '</p>', 'media', '[]'::jsonb), made from fill_plan`,
    `insert into fan_outs (workspace_id, id, alert_id, event_month, revision_id, audience_id, channels, state, created_at, updated_at)
     select $1, alert_id, alert_id, date_trunc('month', made at time zone 'UTC')::date, alert_id, $1::uuid, '{email}', 'done', made, made
       from fill_plan where state <> 'rejected'`,
    `insert into alert_transitions (workspace_id, id, alert_id, from_state, to_state, actor, reason, at)
     select $1, gen_random_uuid(), alert_id, 'sending', state, 'delivery', 'filled for a test', made from fill_plan`,
  ];
  for (const part of parts) await admin.query(part, [workspaceId]);
  await admin.query(
    `insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, target_id, contact_id, channel, state,
            reason, sent_at, created_at, updated_at)
     select $1, ${sortableId('made')}, date_trunc('month', made at time zone 'UTC')::date, alert_id, alert_id, rendition_id, $2,
            (select contact_id from addresses where id = $2), 'email', case state when 'sent' then 'sent' else 'rejected' end,
            case state when 'sent' then null else 'no such mailbox' end, case state when 'sent' then made + interval '3 seconds' end, made, made
       from fill_plan where state <> 'rejected'`,
    [workspaceId, readerId],
  );
  await admin.query('drop table fill_plan');
  await admin.query(
    'analyze alerts, events, revisions, renditions, fan_outs, fan_out_counts, deliveries, alert_transitions, instruments, rules, brands',
  );
  return { symbols };
}
