-- What has happened that a person should know of: one row for each member whom it concerns, written in the
-- transaction of what happened.

create table notifications (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('alert_failed', 'alert_unknown', 'first_alert_sent', 'trial_ending', 'trial_ended',
    'password_changed', 'recovery_code_used')),
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) <= 1000),
  -- A place inside the account area, below /dashboard.
  link text not null check (link ~ '^/([a-z]|$)' and length(link) <= 500),
  -- How many of the kind within the hour this one row stands for.
  count integer not null default 1 check (count > 0),
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (workspace_id, id),
  -- Whoever leaves the workspace leaves them behind.
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
create index notifications_list on notifications (workspace_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (workspace_id, user_id) where read_at is null;
create index notifications_kind on notifications (workspace_id, kind, created_at desc);
create index notifications_age on notifications (created_at);

alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on notifications to bellwire_app;

-- Named cross-tenant questions: what is old enough to go, and whose trial is about to end or has just ended.
grant select (workspace_id, id, created_at), delete on notifications to bellwire_system;
create policy upkeep_reads on notifications for select to bellwire_system
  using (created_at < now() - interval '90 days');
create policy upkeep_deletes on notifications for delete to bellwire_system
  using (created_at < now() - interval '90 days');
grant select (workspace_id, status, trial_ends_at) on subscriptions to bellwire_system;
create policy upkeep_reads on subscriptions for select to bellwire_system
  using (status = 'Trial' and trial_ends_at between now() - interval '7 days' and now() + interval '3 days');
create index subscriptions_trial on subscriptions (trial_ends_at) where status = 'Trial';
