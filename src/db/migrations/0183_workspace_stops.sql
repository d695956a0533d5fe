-- What members have stopped: everything of a workspace, one brand, or one channel. What is stopped waits where it is,
-- and goes on when the row is gone.
create table workspace_stops (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  scope text not null check (scope in ('workspace', 'brand', 'channel')),
  -- The brand's id or the channel's kind; empty where everything is stopped.
  target text not null check (length(target) <= 64 and (scope = 'workspace') = (target = '')),
  reason text check (length(reason) between 1 and 200),
  -- `user:` and the id, or `key:` and the key's name.
  stopped_by text not null check (length(stopped_by) <= 330),
  since timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, scope, target)
);
alter table workspace_stops enable row level security;
alter table workspace_stops force row level security;
create policy tenant on workspace_stops to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
-- A row is taken by the lock of those who recall under it, so `update` as well.
grant select, insert, update, delete on workspace_stops to bellwire_app;
-- What looks after stranded deliveries leaves the stopped ones alone.
grant select (workspace_id, scope, target) on workspace_stops to bellwire_system;
create policy engine_reads on workspace_stops for select to bellwire_system using (true);

-- What of a workspace hasn't gone out yet is counted before a stop, and ended by a recall.
create index fan_outs_open_of on fan_outs (workspace_id, alert_id) where state = 'open';
