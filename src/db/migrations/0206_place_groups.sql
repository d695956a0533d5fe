-- Places where many read, such as channels, chats and pages, group alerts about one move as audiences do: what follows a first
-- alert within so many minutes isn't posted there. Null: each is.
alter table destinations add column group_minutes smallint check (group_minutes between 1 and 1440);

-- The alerts that went to a place with grouping, in the order in which they were dispatched.
create table place_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  destination_id uuid not null,
  alert_id uuid not null,
  -- Itself where it's the first.
  first_alert_id uuid not null,
  seq bigint not null generated always as identity,
  rule_id uuid not null,
  brand_id uuid not null,
  instrument_id uuid not null,
  direction text not null check (direction in ('up', 'down')),
  at timestamptz not null,
  primary key (workspace_id, destination_id, alert_id),
  foreign key (workspace_id, destination_id) references destinations (workspace_id, id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, first_alert_id) references alerts (workspace_id, id) on delete cascade
);
create index place_groups_first on place_groups (workspace_id, destination_id, brand_id, instrument_id, direction, at)
  where first_alert_id = alert_id;
create index place_groups_members on place_groups (workspace_id, first_alert_id, destination_id, seq);

alter table place_groups enable row level security;
alter table place_groups force row level security;
create policy tenant on place_groups to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert on place_groups to bellwire_app;
