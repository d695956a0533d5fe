-- How a connection does: sends that failed in a row because of the account, how often the circuit breaker opened since
-- one succeeded, and until when nothing is sent over it (the breaker is open, or the provider asked to wait).
alter table connections
  add column failures integer not null default 0 check (failures >= 0),
  add column openings integer not null default 0 check (openings >= 0),
  add column held_until timestamptz;
create index connections_list on connections (workspace_id, created_at, id) where deleted_at is null;
create index connections_to_probe on connections (held_until) where state = 'failing' and deleted_at is null;

-- The delivery role finds, across workspaces, which of those that failed are to be checked again.
grant select (workspace_id, id, state, held_until, deleted_at) on connections to bellwire_system;
create policy delivery_reads on connections for select to bellwire_system using (state = 'failing' and deleted_at is null);
