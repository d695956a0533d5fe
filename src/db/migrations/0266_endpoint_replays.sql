-- Periods of an endpoint that are sent to it once more, and what of each is left to send.
create table endpoint_replays (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  state text not null check (state in ('running', 'done', 'stopped', 'failed')),
  total integer not null check (total > 0),
  sent integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  -- Of the message whose turn it is.
  attempts integer not null default 0,
  -- Why it stands still, or why it failed.
  problem text,
  next_at timestamptz not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index endpoint_replays_of on endpoint_replays (workspace_id, connection_id, created_at);
-- An endpoint has one at a time.
create unique index endpoint_replays_running on endpoint_replays (workspace_id, connection_id) where state = 'running';

create table endpoint_replay_items (
  workspace_id uuid not null,
  replay_id uuid not null,
  n integer not null,
  delivery_id uuid not null,
  event_month date not null,
  primary key (workspace_id, replay_id, n),
  foreign key (workspace_id, replay_id) references endpoint_replays (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['endpoint_replays', 'endpoint_replay_items'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update, delete on endpoint_replays, endpoint_replay_items to bellwire_app;

-- The engine's cross-tenant question: which have something to send.
grant select (workspace_id, id, state, next_at, lease_until) on endpoint_replays to bellwire_system;
create policy engine_reads on endpoint_replays for select to bellwire_system using (true);
