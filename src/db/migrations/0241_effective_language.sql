-- The language that applies to a contact, as a column of its own. Statistics of the index's expression aren't used under
-- row security, so a language that few contacts have was taken for a common one. Adding it writes the table once again.
drop index contacts_language;
alter table contacts add column effective_language text collate "C"
  generated always as (coalesce(own_language, language)) stored;
create index contacts_language on contacts (workspace_id, effective_language, id) where deleted_at is null;

-- A new column has no statistics until the table is analyzed. An empty one is left: with statistics, it is taken to stay so.
do $$ begin
  if pg_relation_size('contacts') > 0 then analyze contacts; end if;
end $$;
