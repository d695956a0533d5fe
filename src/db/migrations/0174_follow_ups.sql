-- An update or a correction of an alert that was sent: a revision of its own, with its own approval, to those who got the
-- first. One of an alert at a time may wait for its approval.
create table follow_ups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  alert_id uuid not null,
  purpose text not null check (purpose in ('update', 'correction')),
  send_no integer not null check (send_no >= 1),
  revision_id uuid not null,
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  -- Figures in it that the alert's evidence doesn't have. The author confirmed them.
  own_figures text[] not null default '{}',
  -- `user:` and an id, or `key:` and the name of an API key. Null: a policy decided.
  written_by text not null,
  decided_by text,
  reason text check (length(reason) <= 1000),
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (workspace_id, id),
  constraint follow_ups_once unique (workspace_id, alert_id, purpose, send_no),
  check ((state = 'waiting') = (decided_at is null)),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, revision_id) references revisions (workspace_id, id) on delete cascade
);
create unique index follow_ups_waiting on follow_ups (workspace_id, alert_id) where state = 'waiting';
create index follow_ups_revision on follow_ups (workspace_id, revision_id);

alter table follow_ups enable row level security;
alter table follow_ups force row level security;
create policy tenant on follow_ups to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on follow_ups to bellwire_app;

-- To the people who got the alert, or to one destination that did.
alter table fan_outs drop constraint fan_outs_one_target;
alter table fan_outs add constraint fan_outs_one_target check (
  case when purpose = 'digest' then num_nonnulls(audience_id, destination_id, contact_id) = 0
       when purpose in ('update', 'correction') then num_nonnulls(audience_id, contact_id) = 0
       else num_nonnulls(audience_id, destination_id, contact_id) = 1 end);
