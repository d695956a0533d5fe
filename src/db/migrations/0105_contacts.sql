-- Contacts are searched by the words of their names and addresses. A table of words with ordinary indexes serves
-- searches under row security, which switches off GIN and LIKE indexes.

-- Set with deleted_at on what has become part of another contact: a merged duplicate, or the holder of an address that
-- was removed. What was sent there is part of that contact's history.
alter table contacts
  add column merged_into uuid,
  add foreign key (workspace_id, merged_into) references contacts (workspace_id, id) on delete cascade,
  add constraint merged_is_deleted check (merged_into is null or deleted_at is not null);
create index contacts_merged on contacts (workspace_id, merged_into) where merged_into is not null;

-- Lists go by id, which sorts by the time a contact was made.
drop index contacts_list;
create index contacts_living on contacts (workspace_id, id) where deleted_at is null;

create table contact_words (
  workspace_id uuid not null,
  contact_id uuid not null,
  word text collate "C" not null check (length(word) between 1 and 320),
  primary key (workspace_id, contact_id, word),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index contact_words_word on contact_words (workspace_id, word, contact_id);
alter table contact_words enable row level security;
alter table contact_words force row level security;
create policy tenant on contact_words to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on contact_words to bellwire_app;

-- Lowercase and without accents, as src/people/words.ts folds what is searched for.
create function folded(given text) returns text language sql immutable parallel safe
as $$ select lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')) $$;

-- Each word, and the parts that hyphens and dots cut it into.
create function words_of(given text) returns setof text language sql immutable parallel safe
as $$
  select left(word, 320) from (
    select part as word from regexp_split_to_table(folded(given), '\s+') part
    union
    select piece from regexp_split_to_table(folded(given), '[^[:alnum:]]+') piece
  ) words where word <> ''
$$;

-- An address as a whole, what follows its @, and the parts of what comes before.
create function address_words(given text) returns setof text language sql immutable parallel safe
as $$
  select left(folded(given), 320)
  union
  select split_part(folded(given), '@', 2) where given like '%@_%'
  union
  select piece from regexp_split_to_table(split_part(folded(given), '@', 1), '[^[:alnum:]]+') piece where piece <> ''
$$;

create function words_of_contact(workspace uuid, contact uuid) returns setof text language sql stable
as $$
  select word from contacts c, words_of(c.name || ' ' || coalesce(c.external_id, '')) word
   where c.workspace_id = workspace and c.id = contact and c.deleted_at is null
  union
  select word from contacts c join addresses a on a.workspace_id = c.workspace_id and a.contact_id = c.id,
         address_words(a.address) word
   where c.workspace_id = workspace and c.id = contact and c.deleted_at is null
$$;

-- Whoever writes contacts or addresses, in whatever part of the program: their words follow.
create function add_contact_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  insert into contact_words (workspace_id, contact_id, word)
    select c.workspace_id, c.id, w from come c, words_of(c.name || ' ' || coalesce(c.external_id, '')) w
     where c.deleted_at is null
    on conflict do nothing;
  return null;
end $$;
create trigger contacts_come after insert on contacts
  referencing new table as come for each statement execute function add_contact_words();

create function add_address_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  insert into contact_words (workspace_id, contact_id, word)
    select distinct a.workspace_id, a.contact_id, w
      from come a join contacts c on c.workspace_id = a.workspace_id and c.id = a.contact_id, address_words(a.address) w
     where c.deleted_at is null
    on conflict do nothing;
  return null;
end $$;
create trigger addresses_come after insert on addresses
  referencing new table as come for each statement execute function add_address_words();

create function renew_contact_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
declare
  found record;
begin
  for found in
    select n.workspace_id, n.id from come n join went o on o.workspace_id = n.workspace_id and o.id = n.id
     where (n.name, n.external_id, n.deleted_at) is distinct from (o.name, o.external_id, o.deleted_at)
  loop
    delete from contact_words where workspace_id = found.workspace_id and contact_id = found.id;
    insert into contact_words (workspace_id, contact_id, word)
      select found.workspace_id, found.id, w from words_of_contact(found.workspace_id, found.id) w;
  end loop;
  return null;
end $$;
create trigger contacts_change after update on contacts
  referencing new table as come old table as went for each statement execute function renew_contact_words();

create function renew_address_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
declare
  found record;
begin
  for found in
    select distinct o.workspace_id, unnest(array[o.contact_id, n.contact_id]) as id
      from come n join went o on o.workspace_id = n.workspace_id and o.id = n.id
     where (n.address, n.contact_id) is distinct from (o.address, o.contact_id)
  loop
    delete from contact_words where workspace_id = found.workspace_id and contact_id = found.id;
    insert into contact_words (workspace_id, contact_id, word)
      select found.workspace_id, found.id, w from words_of_contact(found.workspace_id, found.id) w;
  end loop;
  return null;
end $$;
create trigger addresses_change after update on addresses
  referencing new table as come old table as went for each statement execute function renew_address_words();

create function remove_address_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
declare
  found record;
begin
  for found in
    select distinct o.workspace_id, o.contact_id as id
      from went o join contacts c on c.workspace_id = o.workspace_id and c.id = o.contact_id
  loop
    delete from contact_words where workspace_id = found.workspace_id and contact_id = found.id;
    insert into contact_words (workspace_id, contact_id, word)
      select found.workspace_id, found.id, w from words_of_contact(found.workspace_id, found.id) w;
  end loop;
  return null;
end $$;
create trigger addresses_go after delete on addresses
  referencing old table as went for each statement execute function remove_address_words();

-- Those who are there already.
alter table contacts no force row level security;
alter table addresses no force row level security;
alter table contact_words no force row level security;
insert into contact_words (workspace_id, contact_id, word)
  select c.workspace_id, c.id, w from contacts c, words_of_contact(c.workspace_id, c.id) w;
alter table contact_words force row level security;
alter table addresses force row level security;
alter table contacts force row level security;
