-- A contact is looked up by its key for each address, and changed rows are matched by a plan of their own: with a plan
-- that was made while the tables were small, an import went through all contacts for each of its rows.
create or replace function add_address_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  insert into contact_words (workspace_id, contact_id, word)
    select distinct a.workspace_id, a.contact_id, w from come a, address_words(a.address) w
     where (select c.deleted_at is null from contacts c where c.workspace_id = a.workspace_id and c.id = a.contact_id)
    on conflict do nothing;
  return null;
end $$;

create or replace function renew_contact_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
declare
  found record;
begin
  for found in execute
    'select n.workspace_id, n.id from come n join went o on o.workspace_id = n.workspace_id and o.id = n.id
      where (n.name, n.external_id, n.deleted_at) is distinct from (o.name, o.external_id, o.deleted_at)'
  loop
    delete from contact_words where workspace_id = found.workspace_id and contact_id = found.id;
    insert into contact_words (workspace_id, contact_id, word)
      select found.workspace_id, found.id, w from words_of_contact(found.workspace_id, found.id) w;
  end loop;
  return null;
end $$;

create or replace function renew_address_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
declare
  found record;
begin
  for found in execute
    'select distinct o.workspace_id, unnest(array[o.contact_id, n.contact_id]) as id
       from come n join went o on o.workspace_id = n.workspace_id and o.id = n.id
      where (n.address, n.contact_id) is distinct from (o.address, o.contact_id)'
  loop
    delete from contact_words where workspace_id = found.workspace_id and contact_id = found.id;
    insert into contact_words (workspace_id, contact_id, word)
      select found.workspace_id, found.id, w from words_of_contact(found.workspace_id, found.id) w;
  end loop;
  return null;
end $$;
