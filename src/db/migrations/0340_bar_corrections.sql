-- Which stored bars the evidence of an event rests on: from the first to the last of each series, own and other.
create table evidence_bars (
  workspace_id uuid not null references workspaces on delete cascade,
  event_id uuid not null,
  instrument_id uuid not null,
  timeframe text not null,
  first_ts timestamptz not null,
  last_ts timestamptz not null,
  primary key (workspace_id, event_id, instrument_id, timeframe),
  foreign key (workspace_id, event_id) references events (workspace_id, id) on delete cascade
);
-- A correction asks for the events whose evidence begins before it and ends after it.
create index evidence_bars_series on evidence_bars (instrument_id, timeframe, last_ts) include (first_ts);

-- The series that one part of some evidence rests on. `past` are the columns before its first bar, which may say when they
-- were; otherwise as many stored bars are counted back.
create function evidence_span(series uuid, frame text, part jsonb)
  returns table (first_ts timestamptz, last_ts timestamptz) language sql stable set search_path = public, pg_temp as $$
  with given as (
    select (part -> 'bars' -> 0 ->> 'time')::timestamptz as first_bar, (part -> 'bars' -> -1 ->> 'time')::timestamptz as last_bar,
           (select max(jsonb_array_length(c.value)) from jsonb_each(coalesce(part -> 'past', '{}')) c) as before
  )
  select coalesce(least((part -> 'past' -> 'time' ->> 0)::timestamptz, counted.ts, first_bar), first_bar), last_bar
    from given
    left join lateral (
      select min(b.ts) as ts from (
        select ts from bars where instrument_id = series and timeframe = frame and ts < first_bar
         order by ts desc limit before) b
    ) counted on before > 0
$$;

-- Others are named by symbol and timeframe: "ES", "on 1d", "ES on 1d". Those of alerts by hand are spans of the own series.
create function evidence_series(workspace uuid, own uuid, frame text, evidence jsonb)
  returns table (key text, instrument_id uuid, timeframe text, part jsonb)
  language sql stable set search_path = public, pg_temp as $$
  select '', own, frame, evidence
  union all
  select o.key, coalesce(named.id, own), coalesce(o.other_frame, frame), o.part
    from (
      select value as part, substring(key from '(?:^| )on (\S+)$') as other_frame,
             nullif(regexp_replace(key, '(?:^| )on \S+$', ''), '') as symbol, key
        from jsonb_each(coalesce(evidence -> 'others', '{}'))
    ) o
    left join lateral (
      select i.id from instruments i
       where upper(i.symbol) = upper(o.symbol)
         and (not i.owned or exists (select from own_instruments w where w.workspace_id = workspace and w.instrument_id = i.id))
       order by i.owned desc limit 1
    ) named on o.symbol is not null and o.key !~ '^change_1[dwm]_pct$'
   where o.symbol is null or o.key ~ '^change_1[dwm]_pct$' or named.id is not null
$$;

create function keep_evidence_bars() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into evidence_bars as e (workspace_id, event_id, instrument_id, timeframe, first_ts, last_ts)
    select new.workspace_id, new.id, s.instrument_id, s.timeframe, min(r.first_ts), max(r.last_ts)
      from evidence_series(new.workspace_id, new.instrument_id, new.timeframe, new.evidence) s,
           evidence_span(s.instrument_id, s.timeframe, s.part) r
     where r.first_ts is not null
     group by s.instrument_id, s.timeframe
    on conflict do nothing;
  return null;
end
$$;
create trigger keep_evidence_bars after insert on events
  for each row when (new.instrument_id is not null and new.timeframe is not null and new.trial_run_id is null)
  execute function keep_evidence_bars();

-- Events of before are filled in by the program, in small steps and the newest first: `before` is the last that was. A
-- workspace without a row has none left.
create table evidence_fill (
  workspace_id uuid primary key references workspaces on delete cascade,
  before uuid
);
-- Row security would hide them from the owner.
alter table workspaces no force row level security;
insert into evidence_fill (workspace_id) select id from workspaces;
alter table workspaces force row level security;
alter table evidence_fill enable row level security;
alter table evidence_fill force row level security;
create policy tenant on evidence_fill to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
create policy engine_reads on evidence_fill for select to bellwire_system using (true);
grant select, update, delete on evidence_fill to bellwire_app;
grant select on evidence_fill to bellwire_system;

-- What was corrected since, for events that aren't filled in yet: each is noted in `bar_changes` with the event on it.
create table early_bar_changes (
  instrument_id uuid not null,
  timeframe text,
  ts timestamptz not null
);
create index early_bar_changes_at on early_bar_changes (instrument_id, ts);
grant select on early_bar_changes to bellwire_app;
grant select, insert, delete on early_bar_changes to bellwire_system;

alter table evidence_bars enable row level security;
alter table evidence_bars force row level security;
create policy tenant on evidence_bars to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
create policy engine_reads on evidence_bars for select to bellwire_system using (true);
grant select, insert on evidence_bars to bellwire_app;
grant select on evidence_bars to bellwire_system;

-- Stored bars that were replaced by different ones, and splits that became known or were taken back, until the alerts on
-- them are found. Without a timeframe it's a split.
create table bar_changes (
  id bigint primary key generated always as identity,
  instrument_id uuid not null,
  timeframe text,
  ts timestamptz not null,
  changed_at timestamptz not null default now(),
  -- How often it was looked up. Those that weren't yet come first.
  looks integer not null default 0
);
create index bar_changes_next on bar_changes (looks, id);
grant select, insert, update, delete on bar_changes to bellwire_system;
grant insert on bar_changes to bellwire_app;

-- Only those that something rests on. Of the last two days all of them: what triggers on them may not be committed yet.
create function note_bar_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into bar_changes (instrument_id, timeframe, ts)
    select n.instrument_id, n.timeframe, n.ts
      from new_rows n
      join old_rows o on o.instrument_id = n.instrument_id and o.timeframe = n.timeframe and o.ts = n.ts
     where (n.open, n.high, n.low, n.close, n.volume) is distinct from (o.open, o.high, o.low, o.close, o.volume)
       and (n.ts > now() - interval '2 days' or exists (
             select from evidence_bars e
              where e.instrument_id = n.instrument_id and e.timeframe = n.timeframe and e.last_ts >= n.ts and e.first_ts <= n.ts));
  return null;
end
$$;
create trigger note_bar_changes after update on bars
  referencing old table as old_rows new table as new_rows for each statement execute function note_bar_changes();

create function note_split_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into bar_changes (instrument_id, timeframe, ts) select instrument_id, null, at from changed;
  return null;
end
$$;
create trigger note_new_splits after insert on instrument_splits
  referencing new table as changed for each statement execute function note_split_changes();
create trigger note_old_splits after delete on instrument_splits
  referencing old table as changed for each statement execute function note_split_changes();
-- Prices are adjusted for a suspected split until it is dismissed.
create function note_settled_splits() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into bar_changes (instrument_id, timeframe, ts)
    select n.instrument_id, null, n.at from new_rows n join old_rows o on o.id = n.id where n.state <> o.state;
  return null;
end
$$;
create trigger note_settled_splits after update on suspected_splits
  referencing old table as old_rows new table as new_rows for each statement execute function note_settled_splits();

-- Bars under an alert were corrected: what the check of its figures came to.
create table bar_corrections (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  state text not null check (state in ('checking', 'still_right', 'differs', 'proposed', 'dismissed', 'not_sent')),
  cause text not null check (cause in ('bar', 'split')),
  -- The newest change of bars that it is about. Changes up to it have been found.
  change_id bigint not null,
  -- What was corrected, up to 20: [{"symbol", "timeframe", "time", "field", "said", "right"}].
  bars jsonb not null default '[]',
  -- What readers saw and what is right: [{"label", "said", "right"}].
  figures jsonb not null default '[]',
  -- False: with the corrected bars, the rule would not have triggered.
  triggers boolean,
  -- Why there is no proposal yet.
  problem text,
  follow_up_id uuid,
  found_at timestamptz not null,
  checked_at timestamptz,
  next_at timestamptz not null,
  dismissed_by text,
  reason text check (length(reason) <= 1000),
  dismissed_at timestamptz,
  primary key (workspace_id, id),
  check ((state = 'proposed') <= (follow_up_id is not null)),
  check ((state = 'dismissed') = (dismissed_at is not null)),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, follow_up_id) references follow_ups (workspace_id, id) on delete cascade
);
-- One check of an alert is open at a time.
create unique index bar_corrections_open on bar_corrections (workspace_id, alert_id) where state in ('checking', 'differs');
create index bar_corrections_alert on bar_corrections (workspace_id, alert_id, found_at);
create index bar_corrections_follow_up on bar_corrections (workspace_id, follow_up_id) where follow_up_id is not null;
create index bar_corrections_due on bar_corrections (next_at) where state in ('checking', 'differs');

alter table bar_corrections enable row level security;
alter table bar_corrections force row level security;
create policy tenant on bar_corrections to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on bar_corrections to bellwire_app;
grant select (workspace_id, id, alert_id, state, next_at) on bar_corrections to bellwire_system;
create policy engine_reads_due on bar_corrections for select to bellwire_system using (state in ('checking', 'differs'));

-- Endpoints that subscribe to the states of alerts also get those of updates and corrections.
create function note_follow_up_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select f.workspace_id, c.id, 'alert.' || f.purpose || '_waiting', f.created_at,
           jsonb_build_object('alert', f.alert_id, 'reason', null)
      from added f
      join connections c on c.workspace_id = f.workspace_id and c.settings ->> 'events' in ('alerts', 'all')
        and c.deleted_at is null
     where f.state = 'waiting'
     order by f.id;
  return null;
end
$$;
create trigger note_events after insert on follow_ups
  referencing new table as added for each statement execute function note_follow_up_events();

create function note_decided_follow_ups() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select n.workspace_id, c.id, 'alert.' || n.purpose || '_' || n.state, n.decided_at,
           jsonb_build_object('alert', n.alert_id, 'reason', n.reason)
      from new_rows n
      join old_rows o on o.workspace_id = n.workspace_id and o.id = n.id and o.state <> n.state
      join connections c on c.workspace_id = n.workspace_id and c.settings ->> 'events' in ('alerts', 'all')
        and c.deleted_at is null
     order by n.id;
  return null;
end
$$;
create trigger note_events_decided after update on follow_ups
  referencing old table as old_rows new table as new_rows for each statement execute function note_decided_follow_ups();
