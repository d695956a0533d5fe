-- How many contacts a workspace has, and how many have each tag, kept with each change: counting a million takes a second.

create table contact_counts (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Besides the members.
  contacts integer not null default 0,
  -- The part of the plan's contacts, in percent, that the owners were told of last.
  told smallint not null default 0 check (told in (0, 80, 100))
);

create table contact_tag_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  tag text not null check (length(tag) between 1 and 60),
  contacts integer not null default 0,
  primary key (workspace_id, tag)
);

-- They count as the owner: a user who is deleted leaves contacts in several workspaces, and a cascade runs as the app
-- before PostgreSQL 18 and as the owner since.
create function count_contacts_come() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into contact_counts as k (workspace_id, contacts)
    select workspace_id, count(*) from come where deleted_at is null and user_id is null
     group by workspace_id order by workspace_id
    on conflict (workspace_id) do update set contacts = k.contacts + excluded.contacts;
  return null;
end $$;
create trigger contacts_come_count after insert on contacts
  referencing new table as come for each statement execute function count_contacts_come();

create function count_contacts_change() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into contact_counts as k (workspace_id, contacts)
    select workspace_id, sum(step)
      from (select workspace_id, 1 as step from come where deleted_at is null and user_id is null
            union all
            select workspace_id, -1 from went where deleted_at is null and user_id is null) steps
     group by workspace_id having sum(step) <> 0 order by workspace_id
    on conflict (workspace_id) do update set contacts = k.contacts + excluded.contacts;
  return null;
end $$;
create trigger contacts_change_count after update on contacts
  referencing new table as come old table as went for each statement execute function count_contacts_change();

create function count_tags_come() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into contact_tag_counts as k (workspace_id, tag, contacts)
    select workspace_id, tag, count(*) from come group by workspace_id, tag order by workspace_id, tag
    on conflict (workspace_id, tag) do update set contacts = k.contacts + excluded.contacts;
  return null;
end $$;
create trigger contact_tags_come after insert on contact_tags
  referencing new table as come for each statement execute function count_tags_come();

-- Locked in one order, as they are when tags come.
create function count_tags_go() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from contact_tag_counts k
    where (k.workspace_id, k.tag) in (select workspace_id, tag from went)
    order by k.workspace_id, k.tag for no key update;
  update contact_tag_counts k set contacts = k.contacts - gone.contacts
    from (select workspace_id, tag, count(*) as contacts from went group by workspace_id, tag) gone
   where k.workspace_id = gone.workspace_id and k.tag = gone.tag;
  return null;
end $$;
create trigger contact_tags_go after delete on contact_tags
  referencing old table as went for each statement execute function count_tags_go();

-- Words are written by triggers alone, for contacts that are there: checking each of them against its contact took a
-- large part of an import. What is left to do is to delete them with their contact.
alter table contact_words drop constraint contact_words_workspace_id_contact_id_fkey;
create function remove_contact_words() returns trigger language plpgsql set search_path = public, pg_temp
as $$
begin
  delete from contact_words w using went where w.workspace_id = went.workspace_id and w.contact_id = went.id;
  return null;
end $$;
create trigger contacts_go after delete on contacts
  referencing old table as went for each statement execute function remove_contact_words();

-- Those who are there already.
alter table contacts no force row level security;
alter table contact_tags no force row level security;
insert into contact_counts (workspace_id, contacts)
  select workspace_id, count(*) from contacts where deleted_at is null and user_id is null group by workspace_id;
insert into contact_tag_counts (workspace_id, tag, contacts)
  select workspace_id, tag, count(*) from contact_tags group by workspace_id, tag;
alter table contact_tags force row level security;
alter table contacts force row level security;

do $$
declare t text;
begin
  foreach t in array array['contact_counts', 'contact_tag_counts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    -- Row security is forced, so it applies to an owner without BYPASSRLS too.
    execute format('create policy owner_counts on %I to %I using (true) with check (true)', t, current_user);
    execute format('grant select on %I to bellwire_app', t);
  end loop;
end $$;
grant update (told) on contact_counts to bellwire_app;

-- Contacts of a rare language or country, by the bytes of the language: `en-` begins what comes before `en.`.
create index contacts_language on contacts (workspace_id, (language collate "C"), id)
  where deleted_at is null and language is not null;
create index contacts_country on contacts (workspace_id, country, id)
  where deleted_at is null and country is not null;

-- The log of deliveries goes by id, which sorts by the time of sending. Those that need a look are few.
create index deliveries_not_sent on deliveries (workspace_id, state, id) where state not in ('sending', 'sent');
