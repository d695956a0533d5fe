-- Whether words are common was asked of as many hits as the first 2,000: the planner believes of every beginning of a
-- word that many alerts have it, and walked through a million alerts to find that none had. Now the newest alerts, from
-- where the page begins, are looked through first. They fill the page of common words; they hold all there is of most
-- searches; and for what is missing they tell whether the words are common, or the index of words is to be asked.
create or replace function search_alerts(
  workspace uuid, words tsquery, before_at timestamptz, before_id uuid, most integer,
  states text[], instrument_ids uuid[], detectors text[], rule_ids uuid[], brand_ids uuid[], trials boolean,
  from_at timestamptz, until_at timestamptz)
  returns table (id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  -- So many are looked through.
  lately constant integer := 5000;
  -- One in 100: walking on finds the rest of a page soon.
  often constant integer := 50;
  -- A limit within, so that the index of words is not asked for what is common. $1 to $7 are the same everywhere.
  newest constant text := '(select * from alerts
      where workspace_id = $1
        and ($3 is null or (created_at, id) < ($3, $4))
        and ($5 is null or created_at >= $5)
        and ($6 is null or created_at < $6)
      order by created_at desc, id desc limit $7) a';
  filtered constant text := 'a.words @@ $2
        and ($9 is null or a.state = any($9))
        and ($10 is null or a.instrument_id = any($10))
        and ($11 is null or a.detector = any($11))
        and ($12 is null or a.rule_id = any($12))
        and ($13 is null or a.brand_id = any($13))
        and ($14 is null or a.trial = $14)';
  seen integer;
  hits integer;
  found integer;
  order_by text := 'a.created_at';
  end_at timestamptz;
  end_id uuid;
begin
  if workspace is distinct from nullif(current_setting('app.workspace_id', true), '')::uuid then
    raise exception 'search_alerts: the workspace is not the one in sight' using errcode = '42501';
  end if;
  return query execute
    'select a.id, a.created_at from ' || newest || ' where ' || filtered || '
      order by a.created_at desc, a.id desc limit $8'
    using workspace, words, before_at, before_id, from_at, until_at, lately, most,
          states, instrument_ids, detectors, rule_ids, brand_ids, trials;
  get diagnostics found = row_count;
  if found >= most then
    return;
  end if;
  execute 'select count(*), count(*) filter (where a.words @@ $2), min(a.created_at),
                  (array_agg(a.id order by a.created_at, a.id))[1] from ' || newest
     into seen, hits, end_at, end_id using workspace, words, before_at, before_id, from_at, until_at, lately;
  if seen < lately then
    return;
  end if;
  -- An order that no index can give.
  if hits < often then
    order_by := 'a.created_at + interval ''0''';
  end if;
  return query execute
    'select a.id, a.created_at from alerts a
      where a.workspace_id = $1 and (a.created_at, a.id) < ($3, $4)
        and ($5 is null or a.created_at >= $5)
        and ($6 is null or a.created_at < $6)
        and ' || filtered || '
      order by ' || order_by || ' desc, a.id desc limit $8'
    using workspace, words, end_at, end_id, from_at, until_at, lately, most - found,
          states, instrument_ids, detectors, rule_ids, brand_ids, trials;
end
$$;
