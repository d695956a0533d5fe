-- Live market data: where instruments are traded, which of them workspaces watch, who holds the connection to a feed,
-- what has been dealt with, and what could not be believed.

alter table instruments
  add column exchange text check (length(exchange) between 1 and 60),
  -- The smallest step of its price, as its exchange writes it.
  add column tick_size text check (length(tick_size) <= 40),
  -- The name of the calendar it trades by.
  add column session text not null default 'crypto'
    check (session in ('crypto', 'fx', 'us-equity', 'us-equity-extended')),
  -- Nothing of it is or was ever traded: it is said wherever a price of it shows.
  add column simulated boolean not null default false,
  -- The feed that gives it, and what it is called there; neither for what is only recorded.
  add column feed text,
  add column feed_symbol text,
  add constraint instruments_of_a_feed check ((feed is null) = (feed_symbol is null));
update instruments set session = 'us-equity', exchange = 'New York' where symbol = 'SPX';
create unique index instruments_of_feed on instruments (feed, feed_symbol) where feed is not null;

-- The symbols that a workspace wants to have watched.
create table feed_watches (
  workspace_id uuid not null references workspaces on delete cascade,
  instrument_id uuid not null references instruments,
  created_at timestamptz not null,
  primary key (workspace_id, instrument_id)
);
create index feed_watches_instrument on feed_watches (instrument_id);
alter table feed_watches enable row level security;
alter table feed_watches force row level security;
create policy tenant on feed_watches to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, delete on feed_watches to bellwire_app;
-- A named cross-tenant question: which instruments anybody watches, and whom to tell of them.
grant select on feed_watches to bellwire_system;
create policy engine_reads on feed_watches for select to bellwire_system using (true);

-- A part of a feed's symbols at work. The holder of the lease alone has the connection; the epoch goes up with every
-- change of holder, and what a holder of an older epoch still tries to write is refused.
create table feed_shards (
  feed text not null,
  shard smallint not null,
  lease_owner uuid,
  lease_until timestamptz,
  epoch bigint not null default 0,
  state text not null check (state in ('connecting', 'live', 'silent', 'maintenance', 'away', 'resting')),
  problem text check (length(problem) <= 500),
  since timestamptz not null,
  last_message_at timestamptz,
  -- From the exchange's clock to ours, of the newest trade.
  lag_ms integer,
  connects bigint not null default 0,
  silences bigint not null default 0,
  ticks bigint not null default 0,
  repeated bigint not null default 0,
  filled bigint not null default 0,
  lost bigint not null default 0,
  late bigint not null default 0,
  quarantined bigint not null default 0,
  updated_at timestamptz not null,
  primary key (feed, shard)
);

-- How far an instrument has been dealt with: every bar that ended by `closed_until` is stored and has been watched, and
-- the trades up to the one named here lie in such bars. From `whole_from` on nothing is missing by our own absence.
create table feed_cursors (
  instrument_id uuid primary key references instruments,
  closed_until timestamptz,
  whole_from timestamptz,
  last_id bigint,
  last_ts timestamptz,
  -- The newest trade, for people to see.
  price text,
  price_at timestamptz,
  -- Why the exchange does not give it.
  refused text check (length(refused) <= 500)
);

-- What a feed said that could not be believed. It made no bar and no event. Many of one kind in one minute are one row.
create table feed_quarantine (
  id uuid primary key,
  feed text not null,
  instrument_id uuid references instruments,
  reason text not null check (length(reason) <= 40),
  problem text not null check (length(problem) <= 500),
  -- As it was received, cut short.
  sample text not null check (length(sample) <= 500),
  count integer not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index feed_quarantine_list on feed_quarantine (last_at desc, id desc);

-- What happened to a feed: it fell silent, came back, was being maintained, lost trades.
create table feed_happenings (
  id uuid primary key,
  feed text not null,
  kind text not null check (kind in ('silent', 'away', 'maintenance', 'live', 'lost', 'hole', 'refused')),
  instrument_id uuid references instruments,
  problem text not null check (length(problem) <= 500),
  at timestamptz not null
);
create index feed_happenings_list on feed_happenings (feed, at desc, id desc);

grant select on feed_shards, feed_cursors, feed_quarantine, feed_happenings to bellwire_app;
grant select, insert, update on feed_shards, feed_cursors to bellwire_system;
grant select, insert, update, delete on feed_quarantine, feed_happenings to bellwire_system;

-- Asked inside every transaction that the holder of a lease writes in: nobody can take the lease until it ends.
create function holds_feed_shard(of_feed text, of_shard smallint, of_epoch bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform 1 from feed_shards where feed = of_feed and shard = of_shard and epoch = of_epoch for share;
  return found;
end $$;
revoke execute on function holds_feed_shard(text, smallint, bigint) from public;
grant execute on function holds_feed_shard(text, smallint, bigint) to bellwire_app, bellwire_system;

