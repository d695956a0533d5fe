-- Lists of alerts filter and sort over a million rows, so what they go by stands on the alert itself. It is written
-- once, from the event; `title` when the words are there.
alter table alerts
  add column rule_id uuid,
  add column instrument_id uuid references instruments,
  add column timeframe text,
  add column detector text,
  add column value double precision,
  add column event_time timestamptz,
  add column trial boolean,
  add column title text,
  add column words tsvector generated always as (to_tsvector('simple', coalesce(title, ''))) stored;

-- An owner without BYPASSRLS sees nothing of a table whose row security is forced.
alter table alerts no force row level security;
alter table events no force row level security;
alter table variants no force row level security;
update alerts a
   set rule_id = e.rule_id, instrument_id = e.instrument_id, timeframe = e.timeframe, detector = e.detector,
       value = e.value, event_time = e.bar_ts, trial = e.trial_run_id is not null,
       title = (select v.subject from variants v where v.workspace_id = a.workspace_id and v.alert_id = a.id
                order by v.created_at limit 1)
  from events e where e.workspace_id = a.workspace_id and e.id = a.event_id;
alter table alerts force row level security;
alter table events force row level security;
alter table variants force row level security;

alter table alerts
  alter column rule_id set not null,
  alter column instrument_id set not null,
  alter column timeframe set not null,
  alter column detector set not null,
  alter column value set not null,
  alter column event_time set not null,
  alter column trial set not null,
  add foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade;

create index alerts_list on alerts (workspace_id, created_at desc, id desc);
create index alerts_by_state on alerts (workspace_id, state, created_at desc, id desc);
-- What else a filter may ask is carried along: two filters that seldom meet are told apart in the index alone.
create index alerts_by_instrument on alerts (workspace_id, instrument_id, created_at desc, id desc)
  include (state, rule_id, detector, brand_id, trial);
create index alerts_by_rule on alerts (workspace_id, rule_id, created_at desc, id desc)
  include (state, instrument_id, detector, brand_id, trial);
create index alerts_by_detector on alerts (workspace_id, detector, created_at desc, id desc);
create index alerts_by_brand on alerts (workspace_id, brand_id, created_at desc, id desc);
create index alerts_trials on alerts (workspace_id, created_at desc, id desc) where trial;
create index instruments_upper on instruments (upper(symbol));
create index alerts_words on alerts using gin (words);

-- Row security switches the index of words off (its operator may leak), so the search is a function that takes the
-- workspace by name, checks that it is the one in sight, and answers with ids only. A filter that is null is none.
create function search_alerts(
  workspace uuid, words tsquery, before_at timestamptz, before_id uuid, most integer,
  states text[], instrument_ids uuid[], detectors text[], rule_ids uuid[], brand_ids uuid[], trials boolean,
  from_at timestamptz, until_at timestamptz)
  returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  -- More hits than this, and walking back in time finds a page soon enough.
  common constant integer := 2000;
  hits integer;
  newest text := 'a.created_at';
begin
  if workspace is distinct from nullif(current_setting('app.workspace_id', true), '')::uuid then
    raise exception 'search_alerts: the workspace is not the one in sight' using errcode = '42501';
  end if;
  -- The planner takes words it has never seen for commoner than they are, and would walk through everything to find
  -- none. So a look at the index comes first; for rare words the order is written so that no index can give it.
  execute 'select count(*) from (select from alerts a where a.workspace_id = $1
             and a.words @@ $2 limit $3) probe'
     into hits using workspace, words, common;
  if hits < common then
    newest := 'a.created_at + interval ''0''';
  end if;
  return query execute
    'select a.id, a.created_at from alerts a
      where a.workspace_id = $1 and a.words @@ $2
        and ($3 is null or (a.created_at, a.id) < ($3, $4))
        and ($6 is null or a.state = any($6))
        and ($7 is null or a.instrument_id = any($7))
        and ($8 is null or a.detector = any($8))
        and ($9 is null or a.rule_id = any($9))
        and ($10 is null or a.brand_id = any($10))
        and ($11 is null or a.trial = $11)
        and ($12 is null or a.created_at >= $12)
        and ($13 is null or a.created_at < $13)
      order by ' || newest || ' desc, a.id desc limit $5'
    using workspace, words, before_at, before_id, most, states, instrument_ids, detectors, rule_ids, brand_ids, trials,
          from_at, until_at;
end
$$;
revoke all on function search_alerts from public;
grant execute on function search_alerts to bellwire_app;
-- The function runs as whoever owns it; forced row security would hide every row from him.
do $$ begin
  execute format('create policy owner_searches on alerts for select to %I using (true)', current_user);
end $$;

-- A filter somebody keeps under a name. His own, in this workspace.
create table saved_views (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  screen text not null check (screen in ('alerts')),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, screen, name)
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on saved_views to bellwire_app;
