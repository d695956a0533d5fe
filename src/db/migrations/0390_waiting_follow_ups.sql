-- As in 0340, but only of updates and corrections that still wait once their transaction ends: what a policy approves in it
-- waits for no one. One row each, as only those can be looked at that late.
create or replace function note_follow_up_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select f.workspace_id, c.id, 'alert.' || f.purpose || '_waiting', f.created_at,
           jsonb_build_object('alert', f.alert_id, 'reason', null)
      from follow_ups f
      join connections c on c.workspace_id = f.workspace_id and c.settings ->> 'events' in ('alerts', 'all')
        and c.deleted_at is null
     where f.workspace_id = new.workspace_id and f.id = new.id and f.state = 'waiting';
  return null;
end
$$;
drop trigger note_events on follow_ups;
create constraint trigger note_events after insert on follow_ups deferrable initially deferred
  for each row execute function note_follow_up_events();
