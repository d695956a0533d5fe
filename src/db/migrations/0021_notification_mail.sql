-- What a member wants by mail as well. No row: as the kind has it (src/shared/notifications.ts).
create table notification_choices (
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  mail boolean not null,
  primary key (workspace_id, user_id, kind),
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy tenant on notification_choices to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update on notification_choices to bellwire_app;

-- When it was decided whether to mail it. What is there already is not mailed any more.
alter table notifications add column mail_decided_at timestamptz default now();
alter table notifications alter column mail_decided_at drop default;
create index notifications_to_mail on notifications (created_at)
  where mail_decided_at is null and read_at is null;

-- A named cross-tenant question: which are still to be decided on. What they say stays out of sight.
grant select (mail_decided_at, read_at) on notifications to bellwire_system;
create policy mail_reads on notifications for select to bellwire_system
  using (mail_decided_at is null and read_at is null and created_at > now() - interval '1 day');
