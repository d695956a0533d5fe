-- Alerts of several rules about one symbol that moved the same way reach an audience as one: those who got the first one
-- don't get what follows within so many minutes. Null: each is sent.
alter table audiences add column group_minutes smallint check (group_minutes between 1 and 1440);

-- The first alert of its group, and whether nothing goes yet, as an earlier one is still on its way.
alter table fan_outs add column group_first uuid;
alter table fan_outs add column group_waits boolean not null default false;
alter table fan_outs add check (not group_waits or group_first is not null);
create index fan_outs_group_waits on fan_outs (workspace_id) where group_waits and state = 'open';

-- The alerts that went to an audience with grouping, in the order in which they were dispatched.
create table audience_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  audience_id uuid not null,
  alert_id uuid not null,
  -- Itself where it's the first.
  first_alert_id uuid not null,
  seq bigint not null generated always as identity,
  rule_id uuid not null,
  brand_id uuid not null,
  instrument_id uuid not null,
  direction text not null check (direction in ('up', 'down')),
  at timestamptz not null,
  primary key (workspace_id, audience_id, alert_id),
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, first_alert_id) references alerts (workspace_id, id) on delete cascade
);
create index audience_groups_first on audience_groups (workspace_id, audience_id, brand_id, instrument_id, direction, at)
  where first_alert_id = alert_id;
create index audience_groups_members on audience_groups (workspace_id, first_alert_id, audience_id, seq);

alter table audience_groups enable row level security;
alter table audience_groups force row level security;
create policy tenant on audience_groups to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert on audience_groups to bellwire_app;
