-- People outside the workspace who approve the alerts of one brand by the links in their emails. They have no account.
create table client_approvers (
  workspace_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  -- Who they approve for: on the ledger beside their name.
  entity text not null check (length(entity) between 1 and 120),
  -- Null once removed: the name stays for what they decided.
  email text check (email = lower(email) and length(email) between 3 and 320),
  language text not null,
  -- Of the newest invitation, until it's confirmed. SHA-256, as of approval links.
  token_hash bytea check (length(token_hash) = 32),
  invited_by text not null check (length(invited_by) between 1 and 320),
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  suspended_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((email is null) = (removed_at is not null)),
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade
);
create unique index client_approvers_email on client_approvers (workspace_id, brand_id, email) where removed_at is null;
create unique index client_approvers_token on client_approvers (token_hash);
create index client_approvers_unconfirmed on client_approvers (expires_at) where confirmed_at is null;

alter table client_approvers enable row level security;
alter table client_approvers force row level security;
create policy tenant on client_approvers to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
-- Who holds the emailed token sees that one row, before a workspace is chosen.
create policy by_token on client_approvers for select to bellwire_app
  using (token_hash = decode(nullif(current_setting('app.approver_invitation', true), ''), 'hex'));
grant select, insert, update, delete on client_approvers to bellwire_app;
-- Those who never confirmed aren't kept.
grant select (workspace_id, id, expires_at, confirmed_at), delete on client_approvers to bellwire_system;
create policy upkeep_reads on client_approvers for select to bellwire_system
  using (confirmed_at is null and expires_at < now() - interval '30 days');
create policy upkeep_deletes on client_approvers for delete to bellwire_system
  using (confirmed_at is null and expires_at < now() - interval '30 days');

-- A link and an approval are a member's or a client approver's.
alter table approval_links
  alter column user_id drop not null,
  add column approver_id uuid,
  add check (num_nonnulls(user_id, approver_id) = 1),
  add foreign key (workspace_id, approver_id) references client_approvers (workspace_id, id) on delete cascade;
create index approval_links_approver on approval_links (workspace_id, approver_id, created_at)
  where approver_id is not null;

alter table alert_votes drop constraint alert_votes_pkey;
alter table alert_votes
  alter column user_id drop not null,
  add column approver_id uuid,
  add check (num_nonnulls(user_id, approver_id) = 1),
  add foreign key (workspace_id, approver_id) references client_approvers (workspace_id, id) on delete cascade;
create unique index alert_votes_once on alert_votes (workspace_id, alert_id, revision_hash, user_id, approver_id)
  nulls not distinct;

alter table activity drop constraint activity_actor_kind_check;
alter table activity
  add constraint activity_actor_kind_check check (actor_kind in ('member', 'key', 'system', 'operator', 'client'));
