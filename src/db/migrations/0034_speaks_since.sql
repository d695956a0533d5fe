-- Since when a rule speaks as it does: made, changed in what makes it speak, resumed or brought back. Bars that waited
-- for those of other symbols since before then are none of its concern. Kept here, so that nobody who writes rules has
-- to know of it.
alter table rules add column speaks_since timestamptz;
update rules set speaks_since = created_at;
alter table rules alter column speaks_since set not null, alter column speaks_since set default now();
create function note_speaks_since() returns trigger language plpgsql as $$
begin
  new.speaks_since := case
    when tg_op = 'INSERT' then new.updated_at
    when new.version <> old.version
      or (new.state = 'active' and old.state <> 'active')
      or (new.deleted_at is null and old.deleted_at is not null) then new.updated_at
    else old.speaks_since end;
  return new;
end $$;
create trigger note_speaks_since before insert or update on rules
  for each row execute function note_speaks_since();
