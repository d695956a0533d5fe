-- Contacts and their words are found by key, whatever the tables' statistics say: a plan made while they were small is
-- kept as long as the connection, and went through all contacts for each row of an import. Changed rows are matched by a
-- plan of their own, and all of a statement's words are renewed at once.
alter function add_contact_words() set enable_seqscan = off;
alter function add_address_words() set enable_seqscan = off;
alter function remove_contact_words() set enable_seqscan = off;

create or replace function renew_contact_words() returns trigger language plpgsql
  set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  -- Of those who were deleted and stay so, there is nothing to renew.
  changed constant text := '(select n.workspace_id, n.id, n.deleted_at
      from come n join went o on o.workspace_id = n.workspace_id and o.id = n.id
     where (n.name, n.external_id, n.deleted_at) is distinct from (o.name, o.external_id, o.deleted_at)
       and (n.deleted_at is null or o.deleted_at is null)) c';
begin
  execute 'delete from contact_words w using ' || changed || ' where w.workspace_id = c.workspace_id and w.contact_id = c.id';
  execute 'insert into contact_words (workspace_id, contact_id, word)
    select c.workspace_id, c.id, w from ' || changed || ', words_of_contact(c.workspace_id, c.id) w where c.deleted_at is null';
  return null;
end $$;

create or replace function renew_address_words() returns trigger language plpgsql
  set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  changed constant text := '(select distinct o.workspace_id, unnest(array[o.contact_id, n.contact_id]) as id
      from come n join went o on o.workspace_id = n.workspace_id and o.id = n.id
     where (n.address, n.contact_id) is distinct from (o.address, o.contact_id)) c';
begin
  execute 'delete from contact_words w using ' || changed || ' where w.workspace_id = c.workspace_id and w.contact_id = c.id';
  execute 'insert into contact_words (workspace_id, contact_id, word)
    select c.workspace_id, c.id, w from ' || changed || ', words_of_contact(c.workspace_id, c.id) w';
  return null;
end $$;

create or replace function remove_address_words() returns trigger language plpgsql
  set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  -- Words of a contact that goes with its addresses are deleted with it.
  changed constant text := '(select distinct o.workspace_id, o.contact_id as id
      from went o join contacts c on c.workspace_id = o.workspace_id and c.id = o.contact_id) c';
begin
  execute 'delete from contact_words w using ' || changed || ' where w.workspace_id = c.workspace_id and w.contact_id = c.id';
  execute 'insert into contact_words (workspace_id, contact_id, word)
    select c.workspace_id, c.id, w from ' || changed || ', words_of_contact(c.workspace_id, c.id) w';
  return null;
end $$;
