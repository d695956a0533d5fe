-- The hours in which alerts go out: of a workspace, a brand or an audience. What is approved outside of them waits.
create table sending_hours (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  scope text not null check (scope in ('workspace', 'brand', 'audience')),
  -- The id of the brand, the audience or the workspace.
  target uuid not null,
  -- 1 is Monday, 7 is Sunday.
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  opens text not null check (opens ~ '^\d\d:\d\d$'),
  closes text not null check (closes ~ '^\d\d:\d\d$' and opens < closes),
  time_zone text not null check (length(time_zone) between 1 and 64),
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, scope, target)
);
alter table sending_hours enable row level security;
alter table sending_hours force row level security;
create policy tenant on sending_hours to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on sending_hours to bellwire_app;

-- Nothing of a fan-out goes before then. Null: it needn't wait.
alter table fan_outs add column opens_at timestamptz;
