-- From one event to many brands and people. A variant becomes a rendition of a revision; what was opened for everybody at
-- once is now a fan-out, which is cut into windows; deliveries and attempts lie in partitions by the month of their event.
-- What was sent is kept, whatever becomes of the rule, the contact, the member or the route.

alter table alerts no force row level security;
alter table variants no force row level security;
alter table deliveries no force row level security;
alter table attempts no force row level security;
alter table addresses no force row level security;
alter table alert_transitions no force row level security;

-- An alert is an event in one brand. A rule that has alerts is put aside (deleted_at) and never deleted with them.
alter table alerts
  -- Written together with its event: the month of the one is the month of the other.
  add column event_month date not null generated always as (date_trunc('month', created_at at time zone 'UTC')::date) stored,
  -- The revision that was approved, by the hash of its content.
  add column approved_hash text,
  drop constraint alerts_workspace_id_event_id_key,
  add constraint alerts_once unique (workspace_id, event_id, brand_id),
  drop constraint alerts_workspace_id_rule_id_fkey,
  add foreign key (workspace_id, rule_id) references rules (workspace_id, id);
alter table events
  drop constraint events_workspace_id_rule_id_fkey,
  add foreign key (workspace_id, rule_id) references rules (workspace_id, id),
  drop constraint events_workspace_id_trial_run_id_fkey,
  add foreign key (workspace_id, trial_run_id) references trial_runs (workspace_id, id);

-- One immutable state of an alert's content, known by the SHA-256 of its canonical JSON.
create table revisions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  n integer not null check (n >= 1),
  content jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, alert_id, n),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);

-- A revision as one channel sends it, in one language.
create table renditions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  revision_id uuid not null,
  alert_id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  language text not null,
  prepared jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  constraint renditions_once unique (workspace_id, alert_id, revision_id, channel, language),
  foreign key (workspace_id, revision_id) references revisions (workspace_id, id) on delete cascade,
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);

-- A revision on its way to one target: an audience, a destination, or one person. Routes, audiences and contacts come and
-- go; their ids stay here as the record.
create table fan_outs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  event_month date not null,
  revision_id uuid not null,
  route_id uuid,
  audience_id uuid,
  destination_id uuid,
  contact_id uuid,
  purpose text not null default 'first' check (purpose in ('first', 'update', 'correction', 'digest')),
  send_no integer not null default 1 check (send_no >= 1),
  reach text not null default 'each' check (reach in ('each', 'preferred')),
  -- The channels it goes over, in the order of preference.
  channels text[] not null,
  state text not null check (state in ('open', 'done', 'expired')),
  -- Why it stands still, where it does.
  waits text,
  -- The process that works on it, so that another goes on when that one is dead.
  worked_by uuid,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  check (num_nonnulls(audience_id, destination_id, contact_id) = 1),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, revision_id) references revisions (workspace_id, id) on delete cascade
);
create index fan_outs_alert on fan_outs (workspace_id, alert_id);
create index fan_outs_open on fan_outs (updated_at) where state = 'open';

-- A part of a fan-out over one channel: the contacts after `cursor_id` up to and with `until_id`. The last one has no end.
create table fan_out_shards (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  fan_out_id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  n integer not null,
  cursor_id uuid not null,
  until_id uuid,
  is_done boolean not null default false,
  primary key (workspace_id, alert_id, fan_out_id, channel, n),
  foreign key (workspace_id, fan_out_id) references fan_outs (workspace_id, id) on delete cascade
) with (fillfactor = 70);
create index fan_out_shards_open on fan_out_shards (workspace_id, alert_id, channel) where not is_done;

-- How many deliveries of a fan-out stand where. Kept by the triggers below, so that no page counts deliveries.
create table fan_out_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  fan_out_id uuid not null,
  channel text not null,
  pending integer not null default 0 check (pending >= 0),
  held integer not null default 0 check (held >= 0),
  sending integer not null default 0 check (sending >= 0),
  retry integer not null default 0 check (retry >= 0),
  sent integer not null default 0 check (sent >= 0),
  unknown integer not null default 0 check (unknown >= 0),
  rejected integer not null default 0 check (rejected >= 0),
  last_sent_at timestamptz,
  -- What was last said of one that isn't sent.
  reason text,
  primary key (workspace_id, alert_id, fan_out_id, channel),
  foreign key (workspace_id, fan_out_id) references fan_outs (workspace_id, id) on delete cascade
) with (fillfactor = 50);

-- How many people a fan-out passed over, and why.
create table fan_out_skips (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  fan_out_id uuid not null,
  channel text not null,
  reason text not null check (length(reason) between 1 and 40),
  people integer not null check (people >= 0),
  primary key (workspace_id, alert_id, fan_out_id, channel, reason),
  foreign key (workspace_id, fan_out_id) references fan_outs (workspace_id, id) on delete cascade
) with (fillfactor = 50);

alter table deliveries rename to deliveries_before;
alter table attempts rename to attempts_before;
alter table deliveries_before rename constraint deliveries_pkey to deliveries_before_pkey;
alter table attempts_before rename constraint attempts_pkey to attempts_before_pkey;

-- One rendition to one address or destination. An alert is an event in a brand, so the key is event, brand, address or
-- destination, purpose and send number; the month is a function of the event, so the key holds across partitions.
create table deliveries (
  workspace_id uuid not null,
  id uuid not null,
  event_month date not null,
  alert_id uuid not null,
  fan_out_id uuid not null,
  rendition_id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  -- An address of the contact, or a destination where there is no contact.
  target_id uuid not null,
  contact_id uuid,
  purpose text not null default 'first' check (purpose in ('first', 'update', 'correction', 'digest')),
  send_no integer not null default 1,
  -- Over one channel of several: the person gets it over no other.
  preferred boolean not null default false,
  state text not null check (state in ('pending', 'held', 'sending', 'retry', 'sent', 'unknown', 'rejected')),
  reason text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  waits_for_server boolean not null default false,
  server_waits integer not null default 0,
  claimed_by uuid,
  lease_until timestamptz,
  provider_message_id text,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint deliveries_key primary key (workspace_id, alert_id, target_id, purpose, send_no, event_month),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
) partition by range (event_month);

create table attempts (
  workspace_id uuid not null,
  id uuid not null,
  event_month date not null,
  alert_id uuid not null,
  delivery_id uuid not null,
  n integer not null,
  outcome text not null check (outcome in ('sent', 'retry', 'unknown', 'rejected')),
  detail text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  constraint attempts_key primary key (workspace_id, alert_id, delivery_id, n, id, event_month),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
) partition by range (event_month);

-- Whatever no month was made for. Moved into its month when that is made.
create table deliveries_other partition of deliveries default;
create table attempts_other partition of attempts default;

-- A merged contact may have two addresses: still one delivery per channel. Also a contact's history, newest last.
create unique index deliveries_of_contact
  on deliveries (workspace_id, contact_id, alert_id, channel, purpose, send_no, event_month);
create unique index deliveries_preferred
  on deliveries (workspace_id, contact_id, alert_id, purpose, send_no, event_month) where preferred;
create index deliveries_id on deliveries (workspace_id, id);
-- What is due, and what somebody has to look after. All of them are small.
create index deliveries_due on deliveries (workspace_id, alert_id, channel) where state in ('pending', 'retry');
create index deliveries_pending on deliveries (updated_at) where state = 'pending';
create index deliveries_retry on deliveries (next_attempt_at) where state = 'retry';
create index deliveries_sending on deliveries (claimed_by) where state = 'sending';
create index deliveries_held on deliveries (workspace_id, target_id) where state = 'held';
create index deliveries_for_server on deliveries (workspace_id, alert_id) where waits_for_server;

-- Makes the partitions of a month, with what the default ones have of it. Doing it again changes nothing.
create function make_delivery_month(month date) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s'
as $$
declare t text; part text; rest text;
begin
  foreach t in array array['deliveries', 'attempts'] loop
    part := t || '_' || to_char(month, 'YYYY_MM');
    rest := t || '_other';
    continue when to_regclass('public.' || part) is not null;
    execute format('create table %I (like %I including defaults including constraints)', part, t);
    execute format('alter table %I no force row level security', rest);
    execute format('with moved as (delete from %I where event_month = %L returning *) insert into %I select * from moved',
      rest, month, part);
    execute format('alter table %I force row level security', rest);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      t, part, month, (month + interval '1 month')::date);
    execute format('alter table %I enable row level security', part);
    execute format('alter table %I force row level security', part);
  end loop;
end
$$;
revoke all on function make_delivery_month from public;

-- The month of `today` and the three after it, for whoever keeps the program up.
create function make_delivery_months(today date) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  for ahead in 0..3 loop
    perform make_delivery_month((date_trunc('month', today) + ahead * interval '1 month')::date);
  end loop;
end
$$;
revoke all on function make_delivery_months from public;
grant execute on function make_delivery_months to bellwire_system;

-- Everything that was sent, or is on its way. A revision and a fan-out have the id of their alert.
do $$
declare m date; had bigint; has bigint;
begin
  for m in select distinct event_month from alerts loop perform make_delivery_month(m); end loop;
  perform make_delivery_months(current_date);

  insert into revisions (workspace_id, id, alert_id, n, content, hash, created_at)
    select workspace_id, alert_id, alert_id, 1, content::jsonb, encode(sha256(convert_to(content, 'UTF8')), 'hex'), created_at
      from (select distinct on (workspace_id, alert_id) workspace_id, alert_id, created_at,
                   -- Canonical: fields by name, and texts as JSON writes them.
                   '{"html":' || to_json(body_html) || ',"media":[],"text":' || to_json(body_text)
                     || ',"title":' || to_json(subject) || '}' as content
              from variants order by workspace_id, alert_id, created_at, id) v;
  insert into renditions (workspace_id, id, revision_id, alert_id, channel, language, prepared, created_at)
    select workspace_id, id, alert_id, alert_id, channel, language,
           jsonb_build_object('title', subject, 'text', body_text, 'html', body_html, 'media', '[]'::jsonb), created_at
      from variants;
  update alerts a set approved_hash = r.hash
    from revisions r
   where r.workspace_id = a.workspace_id and r.alert_id = a.id
     and exists (select from alert_transitions t where t.workspace_id = a.workspace_id and t.alert_id = a.id
                    and t.to_state = 'approved');

  insert into fan_outs (workspace_id, id, alert_id, event_month, revision_id, audience_id, contact_id, channels, state,
                        created_at, updated_at)
    select a.workspace_id, a.id, a.id, a.event_month, a.id, case when not a.trial then a.workspace_id end,
           case when a.trial then d.contact_id end, d.channels, 'done', a.created_at, a.updated_at
      from alerts a
      join (select b.workspace_id, b.alert_id, array_agg(distinct b.channel) as channels,
                   (array_agg(o.contact_id order by b.id))[1] as contact_id
              from deliveries_before b join addresses o on o.workspace_id = b.workspace_id and o.id = b.recipient_id
             group by b.workspace_id, b.alert_id) d on d.workspace_id = a.workspace_id and d.alert_id = a.id;
  insert into fan_out_counts (workspace_id, alert_id, fan_out_id, channel, pending, held, sending, retry, sent, unknown,
                              rejected, last_sent_at, reason)
    select workspace_id, alert_id, alert_id, channel,
           count(*) filter (where state = 'pending'), count(*) filter (where state = 'held'),
           count(*) filter (where state = 'sending'), count(*) filter (where state = 'retry'),
           count(*) filter (where state = 'sent'), count(*) filter (where state = 'unknown'),
           count(*) filter (where state = 'rejected'), max(sent_at) filter (where state = 'sent'), max(reason)
      from deliveries_before group by workspace_id, alert_id, channel;
  insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id, contact_id,
                          send_no, state, reason, attempts, next_attempt_at, waits_for_server, server_waits, claimed_by,
                          lease_until, provider_message_id, sent_at, created_at, updated_at)
    select b.workspace_id, b.id, a.event_month, b.alert_id, b.alert_id, b.variant_id, b.channel, b.recipient_id, o.contact_id,
           b.send_no, b.state, b.reason, b.attempts, b.next_attempt_at, b.waits_for_server, b.server_waits, b.claimed_by,
           b.lease_until, b.provider_message_id, b.sent_at, b.created_at, b.updated_at
      from deliveries_before b
      join alerts a on a.workspace_id = b.workspace_id and a.id = b.alert_id
      join addresses o on o.workspace_id = b.workspace_id and o.id = b.recipient_id;
  insert into attempts (workspace_id, id, event_month, alert_id, delivery_id, n, outcome, detail, started_at, finished_at)
    select t.workspace_id, t.id, a.event_month, b.alert_id, t.delivery_id, t.n, t.outcome, t.detail, t.started_at, t.finished_at
      from attempts_before t
      join deliveries_before b on b.workspace_id = t.workspace_id and b.id = t.delivery_id
      join alerts a on a.workspace_id = b.workspace_id and a.id = b.alert_id;

  select count(*) into had from deliveries_before;
  select count(*) into has from deliveries;
  if had <> has then raise exception 'Of % deliveries, % could be moved. Nothing was changed.', had, has; end if;
  select count(*) into had from attempts_before;
  select count(*) into has from attempts;
  if had <> has then raise exception 'Of % attempts, % could be moved. Nothing was changed.', had, has; end if;
end
$$;
drop table attempts_before, deliveries_before, variants;

-- Counters follow whatever happens to deliveries, in the same transaction.
create function count_new_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into fan_out_counts as c (workspace_id, alert_id, fan_out_id, channel, pending, held, sending, retry, sent, unknown,
                                   rejected, last_sent_at, reason)
    select workspace_id, alert_id, fan_out_id, channel,
           count(*) filter (where state = 'pending'), count(*) filter (where state = 'held'),
           count(*) filter (where state = 'sending'), count(*) filter (where state = 'retry'),
           count(*) filter (where state = 'sent'), count(*) filter (where state = 'unknown'),
           count(*) filter (where state = 'rejected'), max(sent_at) filter (where state = 'sent'), max(reason)
      from added group by workspace_id, alert_id, fan_out_id, channel
      order by workspace_id, alert_id, fan_out_id, channel
    on conflict (workspace_id, alert_id, fan_out_id, channel) do update
       set pending = c.pending + excluded.pending, held = c.held + excluded.held, sending = c.sending + excluded.sending,
           retry = c.retry + excluded.retry, sent = c.sent + excluded.sent, unknown = c.unknown + excluded.unknown,
           rejected = c.rejected + excluded.rejected, last_sent_at = greatest(c.last_sent_at, excluded.last_sent_at),
           reason = coalesce(excluded.reason, c.reason);
  return null;
end
$$;

create function count_moved_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update fan_out_counts c
     set pending = c.pending + m.pending, held = c.held + m.held, sending = c.sending + m.sending,
         retry = c.retry + m.retry, sent = c.sent + m.sent, unknown = c.unknown + m.unknown,
         rejected = c.rejected + m.rejected, last_sent_at = greatest(c.last_sent_at, m.sent_at),
         -- Nothing is wrong any more where all are sent or under way.
         reason = case when c.pending + m.pending + c.held + m.held + c.retry + m.retry + c.unknown + m.unknown
                            + c.rejected + m.rejected > 0 then coalesce(m.reason, c.reason) end
    from (select workspace_id, alert_id, fan_out_id, channel,
                 coalesce(sum(step) filter (where state = 'pending'), 0)::int as pending,
                 coalesce(sum(step) filter (where state = 'held'), 0)::int as held,
                 coalesce(sum(step) filter (where state = 'sending'), 0)::int as sending,
                 coalesce(sum(step) filter (where state = 'retry'), 0)::int as retry,
                 coalesce(sum(step) filter (where state = 'sent'), 0)::int as sent,
                 coalesce(sum(step) filter (where state = 'unknown'), 0)::int as unknown,
                 coalesce(sum(step) filter (where state = 'rejected'), 0)::int as rejected,
                 max(sent_at) filter (where state = 'sent') as sent_at, max(reason) as reason
            from (select workspace_id, alert_id, fan_out_id, channel, state, -1 as step, null::timestamptz as sent_at, null as reason
                    from old_rows
                  union all
                  select workspace_id, alert_id, fan_out_id, channel, state, 1, sent_at, reason from new_rows) steps
           group by workspace_id, alert_id, fan_out_id, channel) m
   where c.workspace_id = m.workspace_id and c.alert_id = m.alert_id and c.fan_out_id = m.fan_out_id
     and c.channel = m.channel;
  return null;
end
$$;
create trigger count_new after insert on deliveries
  referencing new table as added for each statement execute function count_new_deliveries();
create trigger count_moved after update on deliveries
  referencing old table as old_rows new table as new_rows for each statement execute function count_moved_deliveries();

do $$
declare t text;
begin
  foreach t in array array['revisions', 'renditions', 'fan_outs', 'fan_out_shards', 'fan_out_counts', 'fan_out_skips',
                           'deliveries', 'attempts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
  -- Nobody reaches a partition but through its table.
  foreach t in array array['deliveries_other', 'attempts_other'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
alter table alerts force row level security;
alter table addresses force row level security;
alter table alert_transitions force row level security;

grant select, insert, update on fan_outs, fan_out_shards, fan_out_counts, fan_out_skips, deliveries to bellwire_app;
-- What was said stays as it was said: these rows are written once.
grant select, insert on revisions, renditions, attempts to bellwire_app;

-- The engine's cross-tenant questions: which deliveries and which fan-outs need a worker.
grant select on deliveries, fan_outs to bellwire_system;
create policy engine_reads on deliveries for select to bellwire_system
  using (state in ('pending', 'sending', 'retry') and workspace_id <> '01900000-0000-7000-8000-0000000000de');
create policy engine_reads on fan_outs for select to bellwire_system
  using (state = 'open' and workspace_id <> '01900000-0000-7000-8000-0000000000de');

analyze alerts, revisions, renditions, fan_outs, fan_out_counts, deliveries, attempts;
