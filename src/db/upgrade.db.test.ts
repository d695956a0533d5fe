import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseBefore } from '#tests/support/database-before.ts';
import { drill } from '#tests/support/drill.ts';

/*
 * The upgrade from the version that knew recipients, variants and one brand per alert (migration 0085) to the one that
 * knows contacts, renditions and fan-outs: nothing that was sent, or waits, may be lost.
 */
const BEFORE = 85;
const ALERTS = drill(400, 100_000);

let db: Awaited<ReturnType<typeof databaseBefore>> | undefined;
afterEach(async () => {
  await db?.drop();
  db = undefined;
});

/** Two workspaces; readers of every kind; alerts and deliveries in every state. */
const FILL = [
  `insert into users (id, email, email_confirmed_at, created_at, updated_at)
   select ('00000000-0000-7000-8000-00000000010' || n)::uuid, 'user' || n || '@desk.example',
          case when n < 3 then now() end, now(), now() from generate_series(1, 4) n`,
  `insert into workspaces (id, name, created_at)
   select ('00000000-0000-7000-8000-00000000020' || n)::uuid, 'Desk ' || n, now() from generate_series(1, 2) n`,
  `insert into members (workspace_id, user_id, role, created_at) values
     ('00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000101', 'owner', now()),
     ('00000000-0000-7000-8000-000000000201', '00000000-0000-7000-8000-000000000103', 'viewer', now()),
     ('00000000-0000-7000-8000-000000000202', '00000000-0000-7000-8000-000000000102', 'owner', now())`,
  `insert into brands (workspace_id, id, name, color, created_at)
   select w.id, gen_random_uuid(), w.name || ' brand ' || n, '#112233', now() + n * interval '1 s'
     from workspaces w, generate_series(1, 2) n`,
  // A member with two addresses, one who is not confirmed, one who has left, one whose account is deleted, and a reader who is no member.
  `insert into recipients (workspace_id, id, channel, address, user_id, receives, created_at) values
     ('00000000-0000-7000-8000-000000000201', gen_random_uuid(), 'email', 'user1@desk.example', '00000000-0000-7000-8000-000000000101', 'all', now()),
     ('00000000-0000-7000-8000-000000000201', gen_random_uuid(), 'email', 'user1@home.example', '00000000-0000-7000-8000-000000000101', 'all', now() + interval '1 s'),
     ('00000000-0000-7000-8000-000000000201', gen_random_uuid(), 'email', 'user3@desk.example', '00000000-0000-7000-8000-000000000103', 'trials', now()),
     ('00000000-0000-7000-8000-000000000201', gen_random_uuid(), 'email', 'user4@desk.example', null, 'nothing', now()),
     ('00000000-0000-7000-8000-000000000201', gen_random_uuid(), 'email', 'deleted 1', null, 'nothing', now()),
     ('00000000-0000-7000-8000-000000000201', gen_random_uuid(), 'email', 'reader@else.example', null, 'all', now()),
     ('00000000-0000-7000-8000-000000000202', gen_random_uuid(), 'email', 'user2@desk.example', '00000000-0000-7000-8000-000000000102', 'all', now())`,
  `insert into instruments (id, symbol, name, currency, time_zone, created_at)
   values ('00000000-0000-7000-8000-000000000301', 'UPG', 'Upgraded', 'USD', 'America/New_York', now())`,
  `insert into rules (workspace_id, id, name, instrument_id, timeframe, condition, state, created_at, updated_at)
   select id, gen_random_uuid(), 'Rule', '00000000-0000-7000-8000-000000000301', '1d', 'big_move(5)', 'active', now(), now()
     from workspaces`,
  `create table upgrade_plan as
   select r.workspace_id, r.id as rule_id, g, gen_random_uuid() as event_id, gen_random_uuid() as alert_id,
          gen_random_uuid() as variant_id, gen_random_uuid() as trial_id, g % 50 = 0 as trial,
          (array['sent', 'sent', 'partly_sent', 'failed', 'unknown', 'sending', 'approved', 'drafted', 'pending_review',
                 'withheld', 'sent', 'expired'])[1 + g % 12] as state,
          now() - g * interval '90 minutes' as made
     from rules r, generate_series(1, $1::int) g
    where r.workspace_id = '00000000-0000-7000-8000-000000000201' or g <= $1::int / 10`,
  `insert into trial_runs (workspace_id, id, rule_id, requested_by, state, created_at)
   select p.workspace_id, trial_id, rule_id, m.user_id, 'done', made from upgrade_plan p
     join members m on m.workspace_id = p.workspace_id and m.role = 'owner' where trial`,
  `insert into events (workspace_id, id, rule_id, rule_version, instrument_id, timeframe, detector, bar_ts, value, evidence,
                       dedupe_key, trial_run_id, created_at)
   select workspace_id, event_id, rule_id, 1, '00000000-0000-7000-8000-000000000301', '1d', 'big_move', made, 6.5,
          '{"bars":[],"params":{},"figures":{}}', event_id::text, case when trial then trial_id end, made from upgrade_plan`,
  `insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id, timeframe,
                       detector, value, event_time, trial, title)
   select p.workspace_id, alert_id, event_id, b.id, state, made, made, rule_id, '00000000-0000-7000-8000-000000000301', '1d',
          'big_move', 6.5, made, trial, case when state <> 'drafted' then 'Alert ' || g end
     from upgrade_plan p join lateral (select id from brands b where b.workspace_id = p.workspace_id
       order by created_at offset (p.g % 2) limit 1) b on true`,
  `insert into alert_transitions (workspace_id, id, alert_id, from_state, to_state, actor, reason, at)
   select workspace_id, gen_random_uuid(), alert_id, null, 'drafted', 'engine', 'made', made from upgrade_plan`,
  `insert into variants (workspace_id, id, alert_id, channel, language, subject, body_text, body_html, created_at)
   select workspace_id, variant_id, alert_id, 'email', 'en', 'Alert ' || g, 'Text ' || g, '<p>' || g || '</p>', made
     from upgrade_plan where state <> 'drafted'`,
  `insert into deliveries (workspace_id, id, alert_id, variant_id, recipient_id, channel, state, reason, attempts,
                           next_attempt_at, claimed_by, lease_until, provider_message_id, sent_at, created_at, updated_at)
   select p.workspace_id, gen_random_uuid(), alert_id, variant_id, r.id, 'email', s.state,
          case when s.state in ('sent', 'pending', 'sending') then null else 'why ' || p.g end,
          case when s.state in ('pending', 'held') then 0 else 1 end,
          case when s.state = 'retry' then now() end,
          case when s.state = 'sending' then gen_random_uuid() end, case when s.state = 'sending' then now() end,
          case when s.state = 'sent' then 'message ' || p.g end, case when s.state = 'sent' then made end, made, made
     from upgrade_plan p
     join recipients r on r.workspace_id = p.workspace_id and r.receives <> 'trials'
     cross join lateral (select case p.state when 'sent' then 'sent' when 'failed' then 'rejected' when 'unknown' then 'unknown'
        when 'approved' then 'pending' when 'partly_sent' then (array['sent', 'rejected', 'unknown'])[1 + length(r.address) % 3]
        else (array['pending', 'held', 'sending', 'retry', 'sent'])[1 + (p.g + length(r.address)) % 5] end as state) s
    where p.state in ('sent', 'failed', 'unknown', 'approved', 'partly_sent', 'sending')`,
  `insert into attempts (workspace_id, id, delivery_id, n, outcome, detail, started_at, finished_at)
   select workspace_id, gen_random_uuid(), id, 1,
          case state when 'pending' then 'retry' when 'held' then 'retry' when 'sending' then 'retry' else state end,
          'attempt of ' || id, created_at, created_at from deliveries where attempts > 0`,
  `drop table upgrade_plan`,
];

type Side = { alerts: string; words: string; deliveries: string; attempts: string; readers: string };

const BEFORE_SIDE: Side = {
  alerts: `select workspace_id, id, event_id, brand_id, state, title, created_at from alerts order by 1, 2`,
  words: `select workspace_id, alert_id, id, subject, body_text, body_html from variants order by 1, 2, 3`,
  deliveries: `select d.workspace_id, d.id, d.alert_id, r.address, d.channel, d.state, d.reason, d.attempts,
                      d.provider_message_id, d.sent_at, d.send_no from deliveries d
                 join recipients r on r.workspace_id = d.workspace_id and r.id = d.recipient_id order by 1, 2`,
  attempts: `select workspace_id, id, delivery_id, n, outcome, detail, started_at from attempts order by 1, 2`,
  readers: `select workspace_id, address, receives, user_id is not null and address not like '%@home%' from recipients order by 1, 2`,
};
const AFTER_SIDE: Side = {
  alerts: BEFORE_SIDE.alerts,
  words: `select workspace_id, alert_id, id, prepared->>'title', prepared->>'text', prepared->>'html' from renditions order by 1, 2, 3`,
  deliveries: `select d.workspace_id, d.id, d.alert_id, a.address, d.channel, d.state, d.reason, d.attempts,
                      d.provider_message_id, d.sent_at, d.send_no from deliveries d
                 join addresses a on a.workspace_id = d.workspace_id and a.id = d.target_id order by 1, 2`,
  attempts: BEFORE_SIDE.attempts,
  readers: `select a.workspace_id, a.address, c.receives, c.user_id is not null from addresses a
              join contacts c on c.workspace_id = a.workspace_id and c.id = a.contact_id order by 1, 2`,
};

const look = async (admin: pg.Client, side: Side): Promise<Record<keyof Side, string[]>> => {
  const rows = async (text: string) =>
    (await admin.query<unknown[]>({ text, rowMode: 'array' })).rows.map((row) => JSON.stringify(row));
  return {
    alerts: await rows(side.alerts),
    words: await rows(side.words),
    deliveries: await rows(side.deliveries),
    attempts: await rows(side.attempts),
    readers: await rows(side.readers),
  };
};

describe('the upgrade to contacts and fan-outs', () => {
  it(`keeps every alert, text, delivery and attempt of ${ALERTS} alerts, and leaves nothing half done`, async () => {
    db = await databaseBefore(BEFORE);
    const { admin } = db;
    for (const text of FILL) await admin.query(text, text.includes('$1') ? [ALERTS] : []);
    const had = await look(admin, BEFORE_SIDE);
    expect(had.deliveries.length).toBeGreaterThan(ALERTS);
    const states = new Set(had.deliveries.map((row) => JSON.parse(row)[5] as string));
    expect([...states].sort()).toEqual([
      'held',
      'pending',
      'rejected',
      'retry',
      'sending',
      'sent',
      'unknown',
    ]);

    const { ran, ms } = await db.upgrade();
    expect(ran.length).toBeGreaterThan(1);
    if (ALERTS > 1_000) console.log(`${ALERTS} alerts upgraded in ${(ms / 1000).toFixed(1)} s`);
    expect(await look(admin, AFTER_SIDE)).toEqual(had);

    // The counters say what the rows say.
    const { rows: wrong } = await admin.query(
      `select c.fan_out_id from fan_out_counts c join lateral (
         select count(*) filter (where d.state = 'sent') as sent, count(*) filter (where d.state = 'rejected') as rejected,
                count(*) filter (where d.state in ('pending', 'held', 'sending', 'retry', 'unknown')) as rest
           from deliveries d where d.workspace_id = c.workspace_id and d.alert_id = c.alert_id and d.channel = c.channel) n on true
        where n.sent <> c.sent or n.rejected <> c.rejected
           or n.rest <> c.pending + c.held + c.sending + c.retry + c.unknown`,
    );
    expect(wrong).toEqual([]);
    // Every workspace has its built-in audience and one default brand, its oldest.
    const { rows: defaults } = await admin.query(
      `select w.id = a.id as own, b.name = w.name || ' brand 1' as oldest from workspaces w
         join audiences a on a.workspace_id = w.id and a.kind = 'members'
         join brands b on b.workspace_id = w.id and b.is_default order by w.id`,
    );
    expect(defaults).toEqual([
      { own: true, oldest: true },
      { own: true, oldest: true },
    ]);
  });

  it('is refused with a sentence where it can’t run, and changes nothing', async () => {
    db = await databaseBefore(BEFORE);
    const { admin } = db;
    for (const text of FILL) await admin.query(text, text.includes('$1') ? [20] : []);
    const had = await look(admin, BEFORE_SIDE);
    // Something of the customer's own in the way.
    await admin.query('create table contacts (note text)');
    await expect(db.upgrade()).rejects.toThrow(
      /^The migration 0090_people\.sql failed and was taken back: relation "contacts" already exists$/,
    );
    expect(await look(admin, BEFORE_SIDE)).toEqual(had);
  });
});
