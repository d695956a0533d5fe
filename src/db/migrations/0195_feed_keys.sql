-- Sources of market data that a workspace uses with a key of its own. Its instruments are the workspace's alone: the key
-- licenses nobody else. Their feed is `<provider>.own.<workspace>`.
create table feed_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  provider text not null check (length(provider) between 1 and 20),
  sealed text not null,
  -- Sources allow one connection per key: the same key is connected once. Keyed, so that nobody can test guesses.
  fingerprint text not null unique check (length(fingerprint) = 64),
  -- The last characters of what names the key, for people to tell keys apart.
  hint text not null check (length(hint) between 1 and 8),
  -- What the account at the source includes: which trades come, how late, and how many symbols.
  plan text not null check (length(plan) between 1 and 20),
  -- With pre-market and after-hours.
  extended boolean not null,
  checked_at timestamptz not null,
  connected_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, provider)
);
alter table feed_keys enable row level security;
alter table feed_keys force row level security;
create policy tenant on feed_keys to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on feed_keys to bellwire_app;
-- A named cross-tenant question: which keys there are, and whether they changed. The keys themselves stay out of sight.
grant select (workspace_id, provider, updated_at) on feed_keys to bellwire_system;
create policy engine_reads on feed_keys for select to bellwire_system using (true);

-- A feed with a workspace's key makes instruments of the workspace.
alter table instruments
  drop constraint owned_is_of_no_feed,
  add constraint owned_of_own_feed check (feed is null or owned = (feed like '%.own.%')),
  -- How much later than they were paid its prices come; null where they come at once.
  add column delay_minutes integer check (delay_minutes > 0);

alter table feed_cursors
  -- Since when its trading is halted, and why.
  add column halted_at timestamptz,
  add column halt_reason text check (length(halt_reason) <= 200);

alter table feed_shards drop constraint feed_shards_state_check,
  add constraint feed_shards_state_check
    check (state in ('connecting', 'live', 'silent', 'maintenance', 'away', 'denied', 'resting'));
alter table feed_happenings drop constraint feed_happenings_kind_check,
  add constraint feed_happenings_kind_check check (kind in
    ('silent', 'away', 'denied', 'maintenance', 'live', 'lost', 'hole', 'refused', 'halted', 'resumed'));

-- An instrument of a feed has been dealt with, and things happened to it.
create or replace function forget_own_instrument() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from bars where instrument_id = old.instrument_id;
  delete from feed_quarantine where instrument_id = old.instrument_id;
  delete from feed_happenings where instrument_id = old.instrument_id;
  delete from feed_cursors where instrument_id = old.instrument_id;
  delete from joined_cursors where instrument_id = old.instrument_id;
  delete from instrument_splits where instrument_id = old.instrument_id;
  delete from instruments where id = old.instrument_id;
  return null;
end $$;

-- With a workspace, what was counted and noted of its feeds goes.
create function forget_own_feed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from feed_shards where feed = old.provider || '.own.' || old.workspace_id;
  delete from feed_quarantine where feed = old.provider || '.own.' || old.workspace_id and instrument_id is null;
  delete from feed_happenings where feed = old.provider || '.own.' || old.workspace_id and instrument_id is null;
  return null;
end $$;
create trigger forget_own_feed after delete on feed_keys for each row execute function forget_own_feed();
