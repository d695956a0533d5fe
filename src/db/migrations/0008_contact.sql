-- Messages that people write to the team: from the contact form, to sales, and feedback from the account area. They
-- are stored first and mailed to the team afterwards, so a mail server that is down loses none.

create table contact_messages (
  id uuid primary key,
  kind text not null check (kind in ('contact', 'sales', 'feedback')),
  name text not null check (length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  email text not null check (length(email) between 3 and 320 and email !~ '[[:cntrl:][:space:]]'),
  subject text not null check (length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  message text not null check (length(message) between 1 and 10000),
  -- Who was signed in. What he wrote stays when his account goes: it was written to us.
  user_id uuid references users on delete set null,
  workspace_id uuid references workspaces on delete set null,
  -- When a mail server has taken the mail to the team.
  mailed_at timestamptz,
  created_at timestamptz not null
);
create index contact_messages_recent on contact_messages (created_at desc);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_workspace on contact_messages (workspace_id) where workspace_id is not null;

-- Whoever serves requests may add one, and read none: only what mails them sees them.
alter table contact_messages enable row level security;
alter table contact_messages force row level security;
create policy anyone_writes on contact_messages for insert to bellwire_app with check (mailed_at is null);
create policy mailer_reads on contact_messages for select to bellwire_system using (true);
create policy mailer_marks on contact_messages for update to bellwire_system using (true);
grant insert on contact_messages to bellwire_app;
grant select, update (mailed_at) on contact_messages to bellwire_system;
