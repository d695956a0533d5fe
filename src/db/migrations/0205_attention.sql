-- The attention budget of an audience: at most so many alerts an hour and a day, by the clock of a time zone. Null: no limit.
alter table audiences add column most_per_hour smallint check (most_per_hour between 1 and 1000);
alter table audiences add column most_per_day smallint check (most_per_day between 1 and 1000);
alter table audiences add column budget_time_zone text check (length(budget_time_zone) between 1 and 64);
alter table audiences add check (
  (budget_time_zone is null) = (most_per_hour is null and most_per_day is null));

-- Nothing of a fan-out goes until it's decided what is most important; and what its audience's budget holds goes into
-- the digest of that moment.
alter table fan_outs add column gathers_until timestamptz;
alter table fan_outs add column held_until timestamptz;
alter table fan_outs add check (num_nonnulls(gathers_until, held_until) < 2);

-- An item that a budget holds is in no digest before then.
alter table digest_items add column not_before timestamptz;

-- What was decided about an alert for an audience with a budget.
create table audience_turns (
  workspace_id uuid not null references workspaces on delete cascade,
  audience_id uuid not null,
  alert_id uuid not null,
  -- `ended`: it wasn't to be sent any more when it was decided.
  state text not null check (state in ('waiting', 'now', 'held', 'ended')),
  critical boolean not null,
  -- The part of the bars before that moved less; null where that isn't known.
  move_rank real check (move_rank between 0 and 1),
  at timestamptz not null,
  decided_at timestamptz,
  -- Which part of the budget was used, and until when it is.
  per text check (per in ('hour', 'day')),
  most smallint,
  held_until timestamptz,
  primary key (workspace_id, audience_id, alert_id),
  check ((state = 'waiting') = (decided_at is null)),
  check (num_nonnulls(per, most, held_until) = case when state = 'held' then 3 else 0 end),
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index audience_turns_sent on audience_turns (workspace_id, audience_id, decided_at) where state = 'now';
create index audience_turns_recent on audience_turns (workspace_id, audience_id, at);
create index audience_turns_waiting on audience_turns (at) where state = 'waiting';

alter table audience_turns enable row level security;
alter table audience_turns force row level security;
create policy tenant on audience_turns to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on audience_turns to bellwire_app;

-- The engine's cross-tenant question: which audiences have waited long enough.
grant select on audience_turns to bellwire_system;
create policy engine_reads on audience_turns for select to bellwire_system
  using (state = 'waiting' and workspace_id <> '01900000-0000-7000-8000-0000000000de');
