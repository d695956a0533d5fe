-- The restricted list and the watch list of a brand. Alerts about a restricted symbol are never sent; those about a
-- watched one wait for a person. An entry is never changed or deleted: it ends, and a new one takes its place.
create table listed_symbols (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  brand_id uuid not null,
  list text not null check (list in ('restricted', 'watch')),
  -- In capitals; `bare` is without the exchange.
  symbol text not null check (symbol = upper(symbol) and length(symbol) between 1 and 40),
  bare text not null generated always as (regexp_replace(symbol, '^[^:]*:', '')) stored,
  reason text not null check (length(reason) between 1 and 300),
  -- `user:` and the id, or `key:` and the key's name.
  added_by text not null check (length(added_by) <= 330),
  added_at timestamptz not null,
  -- The days that were chosen, and the moments that they are by the brand's clocks at that time.
  from_day date,
  until_day date,
  valid_from timestamptz not null,
  valid_until timestamptz,
  ended_at timestamptz,
  ended_by text check (length(ended_by) <= 330),
  primary key (workspace_id, id),
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade,
  check (valid_until > valid_from),
  check ((ended_at is null) = (ended_by is null))
);
create unique index listed_symbols_once on listed_symbols (workspace_id, brand_id, list, symbol) where ended_at is null;
create index listed_symbols_bare on listed_symbols (workspace_id, brand_id, bare) where ended_at is null;
create index listed_symbols_history on listed_symbols (workspace_id, brand_id, added_at);
alter table listed_symbols enable row level security;
alter table listed_symbols force row level security;
create policy tenant on listed_symbols to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update (ended_at, ended_by) on listed_symbols to bellwire_app;
