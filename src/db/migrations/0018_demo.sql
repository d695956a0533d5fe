-- The public demo: one workspace without members, whose alerts come from a recorded series that is replayed without
-- end. Where the replay stands, and when somebody last looked, is one row.
create table demo_replay (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Counts the findings that have been made alerts of, over all rounds.
  position integer not null default 0 check (position >= 0),
  fired_at timestamptz,
  watched_at timestamptz,
  created_at timestamptz not null
);
alter table demo_replay enable row level security;
alter table demo_replay force row level security;
create policy tenant on demo_replay to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on demo_replay to bellwire_app;

-- What happened in a workspace stays as it happened, and the app role may not delete it. The demo alone forgets: when
-- its record begins again, an event of the round before makes room for the same one, with its alert and deliveries.
create function forget_demo_event(rule uuid, bar timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  delete from events
   where workspace_id = '01900000-0000-7000-8000-0000000000de' and rule_id = rule and bar_ts = bar
$$;
revoke all on function forget_demo_event from public;
grant execute on function forget_demo_event to bellwire_app;
do $$ begin
  execute format(
    'create policy owner_forgets_demo on events to %I
       using (workspace_id = ''01900000-0000-7000-8000-0000000000de'')', current_user);
end $$;

-- How far a member is on the first-run path: what he has looked at cannot be told from anything else, and whoever
-- wants it gone need not see it again.
create table first_run (
  workspace_id uuid not null,
  user_id uuid not null,
  looked_at timestamptz,
  dismissed_at timestamptz,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
alter table first_run enable row level security;
alter table first_run force row level security;
create policy tenant on first_run to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on first_run to bellwire_app;

-- What looks after stranded alerts leaves the demo alone: its past was replayed ahead and looks old when it is made.
alter policy engine_reads on alerts
  using (state in ('drafted', 'approved', 'sending') and workspace_id <> '01900000-0000-7000-8000-0000000000de');
alter policy engine_reads on deliveries
  using (state in ('pending', 'sending', 'retry') and workspace_id <> '01900000-0000-7000-8000-0000000000de');
