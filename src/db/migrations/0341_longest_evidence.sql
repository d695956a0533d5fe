-- Goes up with every change that is found while the check is open: a check that has begun before knows that it must begin
-- again. Numbers of changes don't say it, as a lower one may be committed later.
alter table bar_corrections add column version integer not null default 1;

-- The longest evidence of a series bounds how far after a bar evidence on it can end: an old bar isn't compared with all
-- events since.
create index evidence_bars_longest on evidence_bars (instrument_id, timeframe, (last_ts - first_ts) desc);

create or replace function note_bar_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into bar_changes (instrument_id, timeframe, ts)
    with changed as (
      select n.instrument_id, n.timeframe, n.ts
        from new_rows n
        join old_rows o on o.instrument_id = n.instrument_id and o.timeframe = n.timeframe and o.ts = n.ts
       where (n.open, n.high, n.low, n.close, n.volume) is distinct from (o.open, o.high, o.low, o.close, o.volume)
    ), series as (
      select s.instrument_id, s.timeframe,
             (select e.last_ts - e.first_ts from evidence_bars e
               where e.instrument_id = s.instrument_id and e.timeframe = s.timeframe
               order by e.last_ts - e.first_ts desc limit 1) as longest
        from (select distinct instrument_id, timeframe from changed) s
    )
    select c.instrument_id, c.timeframe, c.ts
      from changed c
      join series s on s.instrument_id = c.instrument_id and s.timeframe = c.timeframe
      left join lateral (
        select true as is_there from evidence_bars e
         where e.instrument_id = c.instrument_id and e.timeframe = c.timeframe
           and e.last_ts >= c.ts and e.last_ts <= c.ts + s.longest and e.first_ts <= c.ts
         limit 1
      ) e on true
     where e.is_there or c.ts > now() - interval '2 days';
  return null;
end
$$;
