-- Who did what in a workspace. Rows are added and never changed; they go with the workspace.
create table activity (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  actor_kind text not null check (actor_kind in ('member', 'key', 'system', 'operator')),
  -- Kept when the person has left, and so is the name: no reference.
  actor_user_id uuid,
  actor_name text not null check (length(actor_name) <= 320),
  action text not null check (action ~ '^[a-z_]{1,40}[.][a-z_]{1,40}$'),
  subject text not null check (length(subject) <= 320),
  detail jsonb not null,
  at timestamptz not null,
  primary key (workspace_id, id)
);
create index activity_list on activity (workspace_id, at desc, id desc);
create index activity_actor on activity (workspace_id, actor_user_id, at desc, id desc);

alter table activity enable row level security;
alter table activity force row level security;
create policy tenant on activity to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert on activity to bellwire_app;

-- The kinds of notifications are the program's to know: a part that tells something new needs no migration.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add check (kind ~ '^[a-z_]{1,40}$');
