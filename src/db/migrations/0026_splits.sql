-- Corporate actions: from the bar on that begins at or after `at`, one old share of the instrument is `ratio` new ones
-- (4 for 4 new for 1 old, 0.1 for 1 new for 10 old). Bars are kept as they were traded; what is compared across a split
-- is seen as it would stand after it.
create table instrument_splits (
  instrument_id uuid not null references instruments,
  at timestamptz not null,
  ratio double precision not null check (ratio > 0 and ratio <= 1000000),
  created_at timestamptz not null,
  primary key (instrument_id, at)
);
grant select on instrument_splits to bellwire_app, bellwire_system;
