-- When a workspace goes, its documents go by the cascade, and the trigger of 0015 then runs as the tables' owner. An
-- owner that is no superuser is held by row security himself: without these, his trigger would find nothing to mark,
-- and the bytes would lie in the store for ever. By hand he sees as little as before.
do $$
declare t text;
begin
  foreach t in array array['document_objects', 'document_storage'] loop
    execute format('create policy owner_sees_what_goes on %I for select to %I using (pg_trigger_depth() > 0)', t, current_user);
    execute format('create policy owner_marks_what_goes on %I for update to %I using (pg_trigger_depth() > 0)', t, current_user);
  end loop;
end $$;
