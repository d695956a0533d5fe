-- Where a workspace reads its news. A source is asked while an active rule listens to it.
create table news_sources (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  url text not null check (length(url) between 8 and 500),
  created_at timestamptz not null,
  -- Until then nobody asks it: the next turn, or the end of what somebody has begun.
  next_at timestamptz not null,
  -- What its server told, to be asked for changes only.
  etag text check (length(etag) <= 200),
  last_modified text check (length(last_modified) <= 200),
  -- What it held at the first reading is old news.
  first_read_at timestamptz,
  read_at timestamptz,
  failures integer not null default 0,
  problem text check (length(problem) <= 300),
  items bigint not null default 0,
  put_aside bigint not null default 0,
  primary key (workspace_id, id),
  unique (workspace_id, url)
);
create index news_sources_due on news_sources (next_at);

-- What has been read. An item is known again by its hash while its source still tells it.
create table news_items (
  workspace_id uuid not null,
  source_id uuid not null,
  key_hash bytea not null check (length(key_hash) = 32),
  seen_at timestamptz not null,
  primary key (workspace_id, source_id, key_hash),
  foreign key (workspace_id, source_id) references news_sources (workspace_id, id) on delete cascade
);

-- What could not be believed, with its reason; it alerted nobody. The same item is one row.
create table news_put_aside (
  workspace_id uuid not null,
  source_id uuid not null,
  item_hash bytea not null check (length(item_hash) = 32),
  reason text not null check (length(reason) <= 40),
  problem text not null check (length(problem) <= 300),
  sample text not null check (length(sample) <= 300),
  first_at timestamptz not null,
  primary key (workspace_id, source_id, item_hash),
  foreign key (workspace_id, source_id) references news_sources (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['news_sources', 'news_items', 'news_put_aside'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update, delete on news_sources, news_items, news_put_aside to bellwire_app;

-- A named cross-tenant question: which sources are due. Whoever asks takes them for a while.
grant select, update (next_at) on news_sources to bellwire_system;
create policy engine_claims on news_sources to bellwire_system using (true) with check (true);
