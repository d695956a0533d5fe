-- Rules on several symbols that changed, for whoever works them out to read again: so that nobody looks through all of
-- them every second. One row a change, deleted by who has heard of it; never one for several, which a transaction that
-- ends later would find deleted already.
create table joined_changes (
  id bigint generated always as identity primary key,
  rule_id uuid not null
);
grant insert on joined_changes to bellwire_app;
grant select, delete on joined_changes to bellwire_system;
create index rule_others_rule on rule_others (rule_id);

create function note_others_changed() returns trigger language plpgsql as $$
begin
  insert into joined_changes (rule_id) select distinct rule_id from changed;
  return null;
end $$;
create trigger note_others_made after insert on rule_others
  referencing new table as changed for each statement execute function note_others_changed();
create trigger note_others_gone after delete on rule_others
  referencing old table as changed for each statement execute function note_others_changed();

create function note_joined_changed() returns trigger language plpgsql as $$
begin
  insert into joined_changes (rule_id)
  select now.id from now join was on was.workspace_id = now.workspace_id and was.id = now.id
   where (now.state, now.deleted_at, now.updated_at, now.instrument_id, now.watchlist_id, now.timeframe)
         is distinct from (was.state, was.deleted_at, was.updated_at, was.instrument_id, was.watchlist_id, was.timeframe)
     and exists (select from rule_others o where o.workspace_id = now.workspace_id and o.rule_id = now.id);
  return null;
end $$;
create trigger note_joined_changed after update on rules
  referencing old table as was new table as now for each statement execute function note_joined_changed();

create function note_joined_listed() returns trigger language plpgsql as $$
begin
  insert into joined_changes (rule_id)
  select distinct r.id from changed c
    join rules r on r.workspace_id = c.workspace_id and r.watchlist_id = c.watchlist_id
   where exists (select from rule_others o where o.workspace_id = r.workspace_id and o.rule_id = r.id);
  return null;
end $$;
create trigger note_joined_listed after insert on watchlist_symbols
  referencing new table as changed for each statement execute function note_joined_listed();
create trigger note_joined_unlisted after delete on watchlist_symbols
  referencing old table as changed for each statement execute function note_joined_listed();
