-- What becomes of alerts and messages, for the endpoints that subscribe to it: a row for each endpoint, until it was taken.
create table lifecycle_events (
  workspace_id uuid not null,
  connection_id uuid not null,
  seq bigint not null generated always as identity,
  type text not null check (length(type) between 3 and 60),
  at timestamptz not null,
  about jsonb not null,
  -- The request it goes out in; null until its turn. Attempts of a request have the same events.
  request_id uuid,
  created_at timestamptz not null default now(),
  primary key (workspace_id, connection_id, seq),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index lifecycle_events_old on lifecycle_events (created_at);

-- Where an endpoint's events are: one request at a time, so that they come in order.
create table lifecycle_posts (
  workspace_id uuid not null,
  connection_id uuid not null,
  request_id uuid,
  attempts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);

-- Few workspaces have one, and every window of a fan-out asks.
create index connections_subscribed on connections (workspace_id)
  where settings ->> 'events' in ('alerts', 'all') and deleted_at is null;

create function note_alert_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select a.workspace_id, c.id,
           'alert.' || case a.to_state when 'drafted' then 'created' when 'pending_review' then 'waiting' else a.to_state end,
           a.at, jsonb_build_object('alert', a.alert_id, 'reason', a.reason)
      from added a
      join connections c on c.workspace_id = a.workspace_id and c.settings ->> 'events' in ('alerts', 'all')
        and c.deleted_at is null
     order by a.id;
  return null;
end
$$;
create trigger note_events after insert on alert_transitions
  referencing new table as added for each statement execute function note_alert_events();

create function note_delivery_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from connections c where c.workspace_id = (select workspace_id from added limit 1)
                    and c.settings ->> 'events' in ('alerts', 'all') and c.deleted_at is null) then
    return null;
  end if;
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select a.workspace_id, c.id,
           'delivery.' || case a.outcome when 'rejected' then 'failed' when 'retry' then 'deferred' else a.outcome end,
           a.finished_at,
           jsonb_build_object('alert', a.alert_id, 'delivery', a.delivery_id, 'channel', d.channel, 'contact', d.contact_id,
                              'attempt', a.n)
      from added a
      join connections c on c.workspace_id = a.workspace_id and c.settings ->> 'events' = 'all' and c.deleted_at is null
      join deliveries d on d.workspace_id = a.workspace_id and d.event_month = a.event_month and d.id = a.delivery_id
     order by a.finished_at, a.delivery_id;
  return null;
end
$$;
create trigger note_events after insert on attempts
  referencing new table as added for each statement execute function note_delivery_events();

create function note_new_reactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select a.workspace_id, c.id, 'delivery.' || a.kind, a.person_at,
           jsonb_build_object('alert', a.alert_id, 'delivery', a.delivery_id, 'channel', a.channel, 'contact', a.contact_id)
      from added a
      join connections c on c.workspace_id = a.workspace_id and c.settings ->> 'events' = 'all' and c.deleted_at is null
     where a.link = -1 and a.person_at is not null
     order by a.person_at, a.delivery_id;
  return null;
end
$$;
create trigger note_events after insert on delivery_reactions
  referencing new table as added for each statement execute function note_new_reactions();

-- After a scanner's hit was taken back, a person's hit is no new event: it's sent once per message.
create function keep_noted() returns trigger language plpgsql as $$
begin
  new.noted := true;
  return new;
end
$$;
create trigger keep_noted before update on delivery_reactions
  for each row when (old.person_at is not null and not old.noted) execute function keep_noted();

-- The first time by a person, after a robot or a mail app that hides its reader.
create function note_moved_reactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into lifecycle_events (workspace_id, connection_id, type, at, about)
    select a.workspace_id, c.id, 'delivery.' || a.kind, a.person_at,
           jsonb_build_object('alert', a.alert_id, 'delivery', a.delivery_id, 'channel', a.channel, 'contact', a.contact_id)
      from new_rows a
      join old_rows o on o.workspace_id = a.workspace_id and o.event_month = a.event_month
        and o.delivery_id = a.delivery_id and o.kind = a.kind and o.link = a.link
      join connections c on c.workspace_id = a.workspace_id and c.settings ->> 'events' = 'all' and c.deleted_at is null
     where a.link = -1 and a.person_at is not null and o.person_at is null and not o.noted
     order by a.person_at, a.delivery_id;
  return null;
end
$$;
create trigger note_events_moved after update on delivery_reactions
  referencing old table as old_rows new table as new_rows for each statement execute function note_moved_reactions();

do $$
declare t text;
begin
  foreach t in array array['lifecycle_events', 'lifecycle_posts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update, delete on lifecycle_events, lifecycle_posts to bellwire_app;

-- The engine's cross-tenant question: which endpoints have something to get.
grant select (workspace_id, connection_id, seq, created_at), delete on lifecycle_events to bellwire_system;
create policy engine_reads on lifecycle_events for select to bellwire_system using (true);
-- As long as an endpoint is tried.
create policy upkeep_deletes on lifecycle_events for delete to bellwire_system using (created_at < now() - interval '5 days');
grant select (workspace_id, connection_id, next_at, lease_until) on lifecycle_posts to bellwire_system;
create policy engine_reads on lifecycle_posts for select to bellwire_system using (true);
