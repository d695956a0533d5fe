-- A jump in an imported file that looks like a split which nobody named. Its bar is kept here and not among the bars;
-- rules see the prices before it adjusted, until somebody says what it was: a split, or a move of the market.
create table suspected_splits (
  id uuid primary key,
  instrument_id uuid not null references instruments,
  timeframe text not null,
  at timestamptz not null,
  ratio double precision not null check (ratio > 0 and ratio <= 1000000),
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  volume double precision,
  file text not null check (length(file) between 1 and 200),
  line integer not null check (line > 0),
  state text not null default 'suspected' check (state in ('suspected', 'confirmed', 'dismissed')),
  created_at timestamptz not null,
  unique (instrument_id, timeframe, at)
);
create index suspected_splits_line on suspected_splits (instrument_id, file, line);
grant select on suspected_splits to bellwire_app, bellwire_system;
grant insert, update on suspected_splits to bellwire_system;

-- A dividend adjusts prices and leaves volumes as they are: its volume_ratio is 1. Null: that of the prices, as for a split.
alter table instrument_splits add column volume_ratio double precision check (volume_ratio > 0);

-- They go with the instrument's bars.
create or replace function forget_own_bars(instrument uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from instruments where id = instrument and owned) then
    raise exception 'instrument % is shared', instrument;
  end if;
  delete from bars where instrument_id = instrument;
  delete from feed_quarantine where instrument_id = instrument;
  delete from joined_cursors where instrument_id = instrument;
  delete from instrument_splits where instrument_id = instrument;
  delete from suspected_splits where instrument_id = instrument;
end $$;
create or replace function forget_own_instrument() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from bars where instrument_id = old.instrument_id;
  delete from feed_quarantine where instrument_id = old.instrument_id;
  delete from joined_cursors where instrument_id = old.instrument_id;
  delete from instrument_splits where instrument_id = old.instrument_id;
  delete from suspected_splits where instrument_id = old.instrument_id;
  delete from instruments where id = old.instrument_id;
  return null;
end $$;
