-- What whoever runs the installation has stopped: every alert, those of one channel, or those of one workspace. What
-- is stopped waits where it is, and goes out when the row is gone.
create table sending_stops (
  id uuid primary key,
  scope text not null check (scope in ('all', 'channel', 'workspace')),
  -- The channel's kind or the workspace's id; empty where everything is stopped.
  target text not null check (length(target) <= 64 and (scope = 'all') = (target = '')),
  -- The customer reads it.
  reason text not null check (length(reason) between 3 and 200),
  operator_name text not null check (length(operator_name) <= 320),
  since timestamptz not null,
  unique (scope, target)
);
-- What looks after stranded deliveries leaves the stopped ones alone.
grant select on sending_stops to bellwire_system;

-- What is stopped for one workspace; of others nothing is said. No alert of the demo leaves the house anyhow.
create function sending_stops_for(workspace uuid) returns table (scope text, target text, reason text, since timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select s.scope, s.target, s.reason, s.since from sending_stops s
   where (s.scope <> 'workspace' or s.target = workspace::text)
     and workspace <> '01900000-0000-7000-8000-0000000000de'
   order by s.scope = 'channel', s.since
$$;

create function operator_stops(session uuid)
  returns table (id uuid, scope text, target text, name text, reason text, operator_name text, since timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query select s.id, s.scope, s.target, coalesce(w.name, s.target), s.reason, s.operator_name, s.since
    from sending_stops s left join workspaces w on s.scope = 'workspace' and w.id::text = s.target
    order by s.since desc, s.id desc;
end
$$;

-- The name of what is stopped now; null where it was so already, or there is no such workspace.
create function operator_stop_sending(session uuid, entry uuid, scope text, target text, reason text, moment timestamptz)
  returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare named text;
begin
  perform operator_needed(session);
  select case operator_stop_sending.scope when 'workspace'
      then (select w.name from workspaces w where w.id::text = operator_stop_sending.target)
      else operator_stop_sending.target end into named;
  if named is null then return null; end if;
  insert into sending_stops (id, scope, target, reason, operator_name, since)
    select entry, operator_stop_sending.scope, operator_stop_sending.target, operator_stop_sending.reason, o.email, moment
      from operator_of(session) o
    on conflict on constraint sending_stops_scope_target_key do nothing;
  if not found then return null; end if;
  return named;
end
$$;

-- What may be sent again; no row where it was not stopped.
create function operator_allow_sending(session uuid, stop uuid) returns table (scope text, target text, name text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform operator_needed(session);
  return query
    with gone as (delete from sending_stops s where s.id = stop returning s.scope, s.target)
    select g.scope, g.target, coalesce(w.name, g.target)
      from gone g left join workspaces w on g.scope = 'workspace' and w.id::text = g.target;
end
$$;

do $$
declare f text;
begin
  foreach f in array array['sending_stops_for', 'operator_stops', 'operator_stop_sending', 'operator_allow_sending'] loop
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to bellwire_app', f);
  end loop;
end $$;
