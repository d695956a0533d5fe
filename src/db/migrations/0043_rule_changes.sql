-- Which instruments rules have changed on, so that who watches them need not look through all rules again and again. A
-- row says in which transaction: whoever keeps the snapshot with which he looked last reads what that did not see, in
-- whatever order transactions ended. Rows of a day ago have been read and are deleted.
create table rule_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  instrument_id uuid not null
);
create index rule_changes_xid on rule_changes (xid);
grant insert on rule_changes to bellwire_app;
grant select, delete on rule_changes to bellwire_system;

create function note_rules_on(workspaces uuid[], instruments uuid[], lists uuid[]) returns void language sql as $$
  insert into rule_changes (instrument_id)
  select id from unnest(instruments) as on_one(id) where id is not null
  union
  select s.instrument_id from unnest(workspaces, lists) as on_list(workspace, list)
    join watchlist_symbols s on s.workspace_id = workspace and s.watchlist_id = list
$$;

create function note_rules_changed() returns trigger language plpgsql as $$
begin
  perform note_rules_on(array_agg(workspace_id), array_agg(instrument_id), array_agg(watchlist_id)) from changed
   where state = 'active' and deleted_at is null and timeframe is not null;
  return null;
end $$;
create trigger note_rules_made after insert on rules
  referencing new table as changed for each statement execute function note_rules_changed();
create trigger note_rules_gone after delete on rules
  referencing old table as changed for each statement execute function note_rules_changed();

-- Where it was and where it is now: a rule that is paused or watches something else is missed where it was.
create function note_rules_updated() returns trigger language plpgsql as $$
begin
  perform note_rules_on(array_agg(workspace_id), array_agg(instrument_id), array_agg(watchlist_id))
     from (select * from was union all select * from now) as changed
    where state = 'active' and deleted_at is null and timeframe is not null;
  return null;
end $$;
create trigger note_rules_updated after update on rules
  referencing old table as was new table as now for each statement execute function note_rules_updated();

create function note_list_changed() returns trigger language plpgsql as $$
begin
  insert into rule_changes (instrument_id) select distinct instrument_id from changed;
  return null;
end $$;
create trigger note_list_filled after insert on watchlist_symbols
  referencing new table as changed for each statement execute function note_list_changed();
create trigger note_list_emptied after delete on watchlist_symbols
  referencing old table as changed for each statement execute function note_list_changed();
