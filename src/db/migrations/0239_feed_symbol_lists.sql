-- The symbols that a feed lists, to be searched. Shared by all workspaces: it holds names and no prices.
create table feed_symbol_lists (
  -- The feed; of sources that take a key, the source's name.
  feed text primary key check (length(feed) between 1 and 40),
  symbols jsonb,
  refreshed_at timestamptz,
  tried_at timestamptz not null,
  -- Why it could not be read the last time.
  problem text check (length(problem) <= 500)
);
grant select, insert, update on feed_symbol_lists to bellwire_system;
