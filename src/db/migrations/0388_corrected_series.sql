-- The series in which stored bars were replaced by different ones: an evaluation that has them in memory starts anew. Rows
-- are only added, so that writers never wait for each other. As in `rule_changes`, `xid` tells which the last look missed.
-- Rows of a day ago have been read and are deleted.
create table corrected_series (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  instrument_id uuid not null,
  timeframe text not null
);
create index corrected_series_xid on corrected_series (xid);
grant select, insert, delete on corrected_series to bellwire_system;

-- As in 0341. While events of before are being filled in, each change is kept for them too (`early_bar_changes`).
create or replace function note_bar_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with changed as materialized (
    select n.instrument_id, n.timeframe, n.ts
      from new_rows n
      join old_rows o on o.instrument_id = n.instrument_id and o.timeframe = n.timeframe and o.ts = n.ts
     where (n.open, n.high, n.low, n.close, n.volume) is distinct from (o.open, o.high, o.low, o.close, o.volume)
  ), corrected as (
    insert into corrected_series (instrument_id, timeframe) select distinct instrument_id, timeframe from changed
  ), filling as materialized (
    select exists (select from evidence_fill) as is_on
  ), early as (
    insert into early_bar_changes (instrument_id, timeframe, ts)
      select c.instrument_id, c.timeframe, c.ts from changed c, filling f where f.is_on
  ), series as (
    select s.instrument_id, s.timeframe,
           (select e.last_ts - e.first_ts from evidence_bars e
             where e.instrument_id = s.instrument_id and e.timeframe = s.timeframe
             order by e.last_ts - e.first_ts desc limit 1) as longest
      from (select distinct instrument_id, timeframe from changed) s
  )
  insert into bar_changes (instrument_id, timeframe, ts)
    select c.instrument_id, c.timeframe, c.ts
      from changed c
      join series s on s.instrument_id = c.instrument_id and s.timeframe = c.timeframe
      cross join filling f
      left join lateral (
        select true as is_there from evidence_bars e
         where e.instrument_id = c.instrument_id and e.timeframe = c.timeframe
           and e.last_ts >= c.ts and e.last_ts <= c.ts + s.longest and e.first_ts <= c.ts
         limit 1
      ) e on true
     where e.is_there or f.is_on or c.ts > now() - interval '2 days';
  return null;
end
$$;

create or replace function note_split_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with early as (
    insert into early_bar_changes (instrument_id, timeframe, ts)
      select instrument_id, null, at from changed where exists (select from evidence_fill)
  )
  insert into bar_changes (instrument_id, timeframe, ts) select instrument_id, null, at from changed;
  return null;
end
$$;

create or replace function note_settled_splits() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with settled as (
    select n.instrument_id, n.at from new_rows n join old_rows o on o.id = n.id where n.state <> o.state
  ), early as (
    insert into early_bar_changes (instrument_id, timeframe, ts)
      select instrument_id, null, at from settled where exists (select from evidence_fill)
  )
  insert into bar_changes (instrument_id, timeframe, ts) select instrument_id, null, at from settled;
  return null;
end
$$;
