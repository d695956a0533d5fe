-- Deliveries and attempts come by the window: their publication is looked up and held once for each, and not for each row.
do $$
declare f record;
begin
  for f in select conrelid::regclass as of_table, conname from pg_constraint
            where contype = 'f' and conparentid = 0 and confrelid = 'publications'::regclass
              and conrelid in ('deliveries'::regclass, 'attempts'::regclass)
  loop
    execute format('alter table %s drop constraint %I', f.of_table, f.conname);
  end loop;
end
$$;

-- What belongs to a publication is deleted with it, by whichever role a cascade runs as.
do $$
declare t text;
begin
  foreach t in array array['publications', 'deliveries', 'attempts'] loop
    execute format('create policy owner_follows on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

create function require_publications() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from publications p
    where (p.workspace_id, p.id) in (select workspace_id, alert_id from added) for key share;
  if exists (select from added a left join publications p on p.workspace_id = a.workspace_id and p.id = a.alert_id
              where p.id is null) then
    raise foreign_key_violation using message = 'There is no such publication.';
  end if;
  return null;
end $$;
create trigger publications_exist after insert on deliveries
  referencing new table as added for each statement execute function require_publications();
create trigger publications_exist after insert on attempts
  referencing new table as added for each statement execute function require_publications();

create function remove_publications() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from attempts a using went w where a.workspace_id = w.workspace_id and a.alert_id = w.id;
  delete from deliveries d using went w where d.workspace_id = w.workspace_id and d.alert_id = w.id;
  return null;
end $$;
create trigger publications_go after delete on publications
  referencing old table as went for each statement execute function remove_publications();
