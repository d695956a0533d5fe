-- Twenty timeframes. Bars of the new ones are made of stored ones where a rule needs them; `1M` is a month, `1m` a minute.
alter table bars drop constraint bars_timeframe_check;
alter table bars add constraint bars_timeframe_check check (timeframe in (
  '1m', '2m', '3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '3h', '4h', '6h', '8h', '12h', '1d', '1w', '1M', '3M', '12M'
)) not valid;
alter table rules drop constraint rules_timeframe_check;
alter table rules add constraint rules_timeframe_check check (timeframe in (
  '1m', '2m', '3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '3h', '4h', '6h', '8h', '12h', '1d', '1w', '1M', '3M', '12M'
)) not valid;
alter table rule_others drop constraint rule_others_timeframe_check;
alter table rule_others add constraint rule_others_timeframe_check check (timeframe in (
  '1m', '2m', '3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '3h', '4h', '6h', '8h', '12h', '1d', '1w', '1M', '3M', '12M'
)) not valid;
alter table joined_cursors drop constraint joined_cursors_timeframe_check;
alter table joined_cursors add constraint joined_cursors_timeframe_check check (timeframe in (
  '1m', '2m', '3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '3h', '4h', '6h', '8h', '12h', '1d', '1w', '1M', '3M', '12M'
)) not valid;

-- A rule on one symbol may need another's timeframe: the process that makes that one's bars is notified, too.
create function note_sources_changed() returns trigger language plpgsql as $$
begin
  insert into rule_changes (instrument_id)
  select distinct instrument_id from changed where instrument_id is not null;
  -- A timeframe of the rule's own symbols, which were noted before it was there.
  perform note_rules_on(array_agg(r.workspace_id), array_agg(r.instrument_id), array_agg(r.watchlist_id))
     from changed c join rules r on r.workspace_id = c.workspace_id and r.id = c.rule_id
    where c.instrument_id is null;
  return null;
end $$;
create trigger note_sources_made after insert on rule_others
  referencing new table as changed for each statement execute function note_sources_changed();
create trigger note_sources_gone after delete on rule_others
  referencing old table as changed for each statement execute function note_sources_changed();

create function note_sources_updated() returns trigger language plpgsql as $$
begin
  insert into rule_changes (instrument_id)
  select distinct o.instrument_id from now join was on was.workspace_id = now.workspace_id and was.id = now.id
    join rule_others o on o.workspace_id = now.workspace_id and o.rule_id = now.id
   where o.instrument_id is not null
     and (now.state, now.deleted_at, now.timeframe) is distinct from (was.state, was.deleted_at, was.timeframe);
  return null;
end $$;
create trigger note_sources_updated after update on rules
  referencing old table as was new table as now for each statement execute function note_sources_updated();
