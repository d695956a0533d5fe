-- What a person has left follows their address, to whichever contact it goes by a merge or an import.
create function remember_unsubscribed() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  -- A deleted contact gets nothing, so it needs no copy.
  if not exists (select from contacts c where c.workspace_id = new.workspace_id and c.id = new.contact_id
                   and c.deleted_at is null) then
    return null;
  end if;
  insert into unsubscriptions (workspace_id, id, contact_id, brand_id, channel, topic, source, at)
    select u.workspace_id, gen_random_uuid(), new.contact_id, u.brand_id, u.channel, u.topic, u.source, u.at
      from unsubscriptions u
     where u.workspace_id = new.workspace_id and u.ended_at is null
       and (u.channel is null or u.channel = new.channel)
       and u.contact_id in (
         select old.contact_id
         union all
         -- An address that was removed is held by a deleted contact of the one it was removed from.
         select c.merged_into from contacts c
          where c.workspace_id = old.workspace_id and c.id = old.contact_id and c.merged_into is not null)
    on conflict do nothing;
  return null;
end $$;
create trigger addresses_unsubscribed_move after update of contact_id on addresses
  for each row when (old.contact_id is distinct from new.contact_id) execute function remember_unsubscribed();

-- Servers name addresses in their answers: an erasure takes them out.
grant update (detail) on suppression_history to bellwire_app;
grant update (detail) on attempts to bellwire_app;
-- The log of who did what names contacts.
grant update (subject) on activity to bellwire_app;
