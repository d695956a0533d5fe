-- Alerts that members took off public pages. They stay on record, and can be shown again.
create table hidden_posts (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  hidden_at timestamptz not null,
  primary key (workspace_id, alert_id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
alter table hidden_posts enable row level security;
alter table hidden_posts force row level security;
create policy tenant on hidden_posts to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, delete on hidden_posts to bellwire_app;
