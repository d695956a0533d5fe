-- What would go out over an account that takes nothing at the moment (paused, failing, or asked to wait) isn't claimed. A
-- fan-out that stands still says over which of its channels: it's woken when one of them is free again.
alter table fan_outs add column waiting text[] not null default '{}';
alter table fan_outs no force row level security;
update fan_outs set waiting = channels where waits is not null;
alter table fan_outs force row level security;

-- The delivery role finds, across workspaces, what an account that is free again lets go.
alter policy delivery_reads on connections using (deleted_at is null and (state <> 'ok' or held_until is not null));
grant select (workspace_id, id, connection_id) on destinations to bellwire_system;
create policy delivery_reads on destinations for select to bellwire_system using (true);
grant select (workspace_id, brand_id, channel, connection_id) on senders to bellwire_system;
create policy delivery_reads on senders for select to bellwire_system using (connection_id is not null);
