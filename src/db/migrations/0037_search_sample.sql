-- Whether words are common was asked of as many hits as the first 2,000: the planner believes of every beginning of a
-- word that 5 in 1,000 alerts have it, and walked through a million alerts to find that none had. Now the newest tell:
-- where they have the words often enough, walking back in time fills a page soon; else the index of words knows all that
-- there are. Nothing here is to walk through the whole table.
create or replace function search_alerts(
  workspace uuid, words tsquery, before_at timestamptz, before_id uuid, most integer,
  states text[], instrument_ids uuid[], detectors text[], rule_ids uuid[], brand_ids uuid[], trials boolean,
  from_at timestamptz, until_at timestamptz)
  returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  newest_seen constant integer := 2000;
  -- One in 200: a page of 50 is found within 10,000 alerts.
  often constant integer := 10;
  hits integer;
  newest text := 'a.created_at';
begin
  if workspace is distinct from nullif(current_setting('app.workspace_id', true), '')::uuid then
    raise exception 'search_alerts: the workspace is not the one in sight' using errcode = '42501';
  end if;
  execute 'select count(*) filter (where lately.words @@ $2)
             from (select a.words from alerts a where a.workspace_id = $1
                    order by a.created_at desc, a.id desc limit $3) lately'
     into hits using workspace, words, newest_seen;
  -- An order that no index can give.
  if hits < often then
    newest := 'a.created_at + interval ''0''';
  end if;
  return query execute
    'select a.id, a.created_at from alerts a
      where a.workspace_id = $1 and a.words @@ $2
        and ($3 is null or (a.created_at, a.id) < ($3, $4))
        and ($6 is null or a.state = any($6))
        and ($7 is null or a.instrument_id = any($7))
        and ($8 is null or a.detector = any($8))
        and ($9 is null or a.rule_id = any($9))
        and ($10 is null or a.brand_id = any($10))
        and ($11 is null or a.trial = $11)
        and ($12 is null or a.created_at >= $12)
        and ($13 is null or a.created_at < $13)
      order by ' || newest || ' desc, a.id desc limit $5'
    using workspace, words, before_at, before_id, most, states, instrument_ids, detectors, rule_ids, brand_ids, trials,
          from_at, until_at;
end
$$;
