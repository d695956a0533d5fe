-- A workspace takes back a symbol that it brought in. Its bars go; the instrument stays, because rules that were deleted
-- and alerts that were sent name it, and is the same again when the symbol is imported anew.
alter table own_instruments add column removed_at timestamptz;
grant update (removed_at) on own_instruments to bellwire_system;
create policy engine_marks on own_instruments for update to bellwire_system using (true) with check (true);

-- The splits of a workspace's own symbols are what it says they are. The others are the operator's.
grant insert, delete on instrument_splits to bellwire_system;

-- Bars are nobody's to delete. Of an instrument that is shared none may go: only what one workspace brought in.
create function forget_own_bars(instrument uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from instruments where id = instrument and owned) then
    raise exception 'instrument % is shared', instrument;
  end if;
  delete from bars where instrument_id = instrument;
  delete from feed_quarantine where instrument_id = instrument;
  delete from joined_cursors where instrument_id = instrument;
  delete from instrument_splits where instrument_id = instrument;
end $$;
revoke execute on function forget_own_bars(uuid) from public;
grant execute on function forget_own_bars(uuid) to bellwire_system;
