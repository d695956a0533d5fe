-- Accounts that are being connected at their provider: a person was sent there and comes back with a code.
create table authorizations (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  channel text not null,
  -- The connection that gets new credentials; null for a new one. Once it's done, the one that was made or changed.
  connection_id uuid,
  practice boolean not null,
  -- SHA-256 of the state that the provider sends back: reading the table opens nothing.
  state_hash bytea not null check (length(state_hash) = 32),
  -- The PKCE verifier, then the accounts to choose from. Null once it's done.
  sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'exchanging', 'choosing', 'connected', 'failed')),
  problem text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  check (sealed is null or state in ('waiting', 'exchanging', 'choosing')),
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create unique index authorizations_state on authorizations (workspace_id, state_hash);
create index authorizations_person on authorizations (workspace_id, user_id);
create index authorizations_connection on authorizations (workspace_id, connection_id);
create index authorizations_age on authorizations (expires_at);

alter table authorizations enable row level security;
alter table authorizations force row level security;
create policy tenant on authorizations to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on authorizations to bellwire_app;
-- They are kept for an hour after they end, for the screen to say how they ended.
grant select (workspace_id, id, expires_at), delete on authorizations to bellwire_system;
create policy upkeep_reads on authorizations for select to bellwire_system
  using (expires_at < now() - interval '1 hour');
create policy upkeep_deletes on authorizations for delete to bellwire_system
  using (expires_at < now() - interval '1 hour');

-- The account at the provider, by the id that it has there; null for one whose keys were entered.
alter table connections add column account text;
