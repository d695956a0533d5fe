-- The language that a contact chose themselves last, of any brand, beside the contact, so that an index finds who reads it.
alter table contacts add column own_language text;

create function keep_own_language() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare who preferences := coalesce(new, old);
begin
  update contacts c
     set own_language = (select p.language from preferences p
                          where p.workspace_id = c.workspace_id and p.contact_id = c.id and p.language is not null
                          order by p.updated_at desc, p.brand_id limit 1)
   where c.workspace_id = who.workspace_id and c.id = who.contact_id;
  return null;
end
$$;
create trigger preferences_language after insert or delete or update of language, contact_id, updated_at on preferences
  for each row execute function keep_own_language();

alter table contacts no force row level security;
alter table preferences no force row level security;
update contacts c set own_language = p.language
  from (select distinct on (workspace_id, contact_id) workspace_id, contact_id, language from preferences
         where language is not null order by workspace_id, contact_id, updated_at desc, brand_id) p
 where c.workspace_id = p.workspace_id and c.id = p.contact_id;
alter table contacts force row level security;
alter table preferences force row level security;

drop index contacts_language;
create index contacts_language on contacts (workspace_id, ((coalesce(own_language, language)) collate "C"), id)
  where deleted_at is null;
