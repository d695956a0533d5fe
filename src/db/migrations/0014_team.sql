-- Invitations into a workspace. The mailed token is kept as a hash only. A row that has ended stays for a while, so
-- that its link can say what became of it.
create table invitations (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  -- Nobody is invited as an owner: ownership is given to somebody who is there.
  role text not null check (role in ('admin', 'editor', 'approver', 'viewer')),
  token_hash bytea not null unique,
  -- Kept when the person has left, and so is the name: no reference.
  invited_by uuid not null,
  inviter_name text not null check (length(inviter_name) between 1 and 320),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ended text check (ended in ('accepted', 'declined', 'withdrawn', 'expired')),
  ended_at timestamptz,
  primary key (workspace_id, id),
  check ((ended is null) = (ended_at is null))
);
-- One living invitation for an address.
create unique index invitations_living on invitations (workspace_id, email) where ended is null;
create index invitations_list on invitations (workspace_id, created_at desc, id desc) where ended is null;
create index invitations_age on invitations (expires_at);

alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
-- Whoever holds the mailed token may see that one row, before any workspace is chosen.
create policy by_token on invitations for select to bellwire_app
  using (token_hash = decode(nullif(current_setting('app.invitation_hash', true), ''), 'hex'));
grant select, insert, update on invitations to bellwire_app;
-- The addresses of people who never came are not kept for ever.
grant select (workspace_id, id, expires_at), delete on invitations to bellwire_system;
create policy upkeep_reads on invitations for select to bellwire_system
  using (expires_at < now() - interval '30 days');
create policy upkeep_deletes on invitations for delete to bellwire_system
  using (expires_at < now() - interval '30 days');

-- What a recipient gets: every alert, nothing but the trial runs he starts himself (members who joined), or nothing
-- (whoever has left; the row stays for what was sent to him).
alter table recipients
  add column receives text not null default 'all' check (receives in ('all', 'trials', 'nothing'));

-- Whoever leaves a workspace leaves the filters he kept in it behind.
alter table saved_views drop constraint saved_views_user_id_fkey;
alter table saved_views
  add foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade;

-- A workspace keeps its plan when the person who began it leaves: another owner holds it then, beside his own.
drop index subscriptions_user;
create index subscriptions_user on subscriptions (user_id);
