-- Browsers that members get notifications in. One belongs to the session it was turned on in: signing out, losing the
-- session or leaving the workspace takes it away.
create table member_devices (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null references sessions (id) on delete cascade,
  -- 'Chrome on Android'.
  name text not null check (length(name) <= 80),
  -- The same for the same subscription. It gives no access.
  mark text not null check (mark ~ '^[0-9a-f]{16}$'),
  sealed text not null,
  -- Whether its notifications may hold a button that approves.
  approves boolean not null default false,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
create unique index member_devices_mark on member_devices (workspace_id, mark);
create index member_devices_person on member_devices (workspace_id, user_id);
create index member_devices_session on member_devices (session_id);
alter table member_devices enable row level security;
alter table member_devices force row level security;
create policy tenant on member_devices to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on member_devices to bellwire_app;

-- What was never chosen is as the kind has it (src/shared/notifications.ts).
alter table notification_choices alter column mail drop not null;
alter table notification_choices add column push boolean;

-- Set for people with such a browser; taken back once it's decided whether to send it there.
alter table notifications add column push_due boolean not null default false;
create index notifications_to_push on notifications (created_at) where push_due;
-- A named cross-tenant question: which are to be decided on. What they say stays out of sight.
grant select (push_due) on notifications to bellwire_system;
create policy push_reads on notifications for select to bellwire_system
  using (push_due and created_at > now() - interval '1 hour');

-- What it was sent with: an email, or a notification of a browser.
alter table approval_links add column way text not null default 'email' check (way in ('email', 'notification'));
