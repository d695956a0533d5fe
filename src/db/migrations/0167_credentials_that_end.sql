-- Credentials that end: when those of a connection do, and when they are refreshed next (null: never). Whoever moves
-- refresh_at on refreshes them.
alter table connections
  add column token_ends_at timestamptz,
  add column refresh_at timestamptz;
create index connections_to_refresh on connections (refresh_at) where refresh_at is not null and deleted_at is null;

-- The delivery role finds, across workspaces, which are due.
grant select (refresh_at) on connections to bellwire_system;
create policy delivery_refreshes on connections for select to bellwire_system
  using (refresh_at is not null and deleted_at is null);
