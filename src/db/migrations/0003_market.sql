-- Market data: shared by all workspaces, written by the engine only.

create table instruments (
  id uuid primary key,
  symbol text not null unique check (length(symbol) between 1 and 40),
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  time_zone text not null,
  created_at timestamptz not null
);

-- The series that ships with the product: every new workspace's starter rule watches it.
insert into instruments (id, symbol, name, currency, time_zone, created_at)
values ('01900000-0000-7000-8000-000000000500', 'SPX', 'S&P 500', 'USD', 'America/New_York', now());

-- Bars by their start, UTC. One-minute bars come in millions a month, so they are kept by month.
create table bars (
  instrument_id uuid not null references instruments,
  timeframe text not null check (timeframe in ('1m', '5m', '15m', '1h', '4h', '1d', '1w')),
  ts timestamptz not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  volume double precision,
  primary key (instrument_id, timeframe, ts)
) partition by list (timeframe);
create table bars_1m partition of bars for values in ('1m') partition by range (ts);
create table bars_other partition of bars default;

-- Makes the partition that holds one-minute bars of the month of `at`. The engine may call it, and only it makes tables.
create function ensure_bar_month(at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  first timestamptz := date_trunc('month', at at time zone 'UTC') at time zone 'UTC';
  next timestamptz := (date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  part text := 'bars_1m_' || to_char(at at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass('public.' || part) is null then
    perform pg_advisory_xact_lock(hashtext('ensure_bar_month'));
    execute format('create table if not exists public.%I partition of public.bars_1m for values from (%L) to (%L)', part, first, next);
    execute format('grant select on public.%I to bellwire_app, bellwire_system', part);
  end if;
end $$;
revoke execute on function ensure_bar_month(timestamptz) from public;
grant execute on function ensure_bar_month(timestamptz) to bellwire_system;

-- A feed at work. The holder of the lease alone reads the source; the epoch goes up with every change of holder,
-- and a holder of an older epoch can no longer move the cursor.
create table feed_runs (
  id uuid primary key,
  feed text not null,
  source text not null,
  instrument_id uuid not null references instruments,
  timeframe text not null,
  params jsonb not null default '{}',
  state text not null check (state in ('running', 'done', 'failed')),
  cursor_ts timestamptz,
  bars_seen bigint not null default 0,
  error text,
  lease_owner uuid,
  lease_until timestamptz,
  epoch bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (feed, source, instrument_id, timeframe)
);

grant select on instruments, bars to bellwire_app;
grant select, insert, update on instruments, bars, feed_runs to bellwire_system;
