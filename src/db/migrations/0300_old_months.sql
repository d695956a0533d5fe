-- Months of deliveries that nothing needs anymore are dropped. The database judges that, by its own clock: who got which alert
-- is kept as long as the ledger of its workspace, and posts at places, which public pages show, are kept for good.

-- Why a month is kept; null where nothing needs it.
create function delivery_month_kept_by(month date, moment timestamptz) returns text
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  today timestamptz := least(moment, clock_timestamp());
  over timestamptz := (month + interval '1 month') at time zone 'UTC';
  -- An alert may wait so long before it's sent, and be on the ledger only then.
  sent_by timestamptz := over + interval '2 months';
  workspace uuid;
  chain ledger_chains;
begin
  if over > today - interval '3 years' then return 'age'; end if;
  -- Planned for one partition: the month is a part of the text.
  execute format(
    $q$select w.workspace_id from (
         select workspace_id from deliveries where event_month = %1$L and state in ('pending', 'retry', 'sending', 'held')
         union all
         select workspace_id from deliveries
          where event_month = %1$L and state = 'unknown' and next_attempt_at is not null) w limit 1$q$, month) into workspace;
  if workspace is not null then return 'open'; end if;
  workspace := '00000000-0000-0000-0000-000000000000';
  loop
    execute format('select workspace_id from deliveries where event_month = %L and workspace_id > $1
                     order by workspace_id limit 1', month) into workspace using workspace;
    exit when workspace is null;
    -- The demo's are never on a ledger.
    continue when workspace = '01900000-0000-7000-8000-0000000000de';
    chain := null;
    select * into chain from ledger_chains c where c.workspace_id = workspace;
    if over > today - make_interval(years => coalesce(chain.retention_years, 6)) then return 'retention'; end if;
    if chain.held_at is not null or exists (
         select from ledger_holds h
          where h.workspace_id = workspace and coalesce(h.from_at, '-infinity') < sent_by
            and coalesce(h.to_at, 'infinity') >= month::timestamp at time zone 'UTC'
            and not exists (select from ledger_hold_lifts l where l.workspace_id = workspace and l.hold_id = h.id))
      then return 'hold';
    end if;
    if exists (select from ledger_entries e where e.workspace_id = workspace and e.at < sent_by) then return 'ledger'; end if;
  end loop;
  return null;
end
$$;

-- Months that are old enough for each ledger that is kept 3 years, and why they're there.
create function old_delivery_months(moment timestamptz) returns table (month date, kept_by text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select m.month, delivery_month_kept_by(m.month, moment)
    from (select to_date(substring(inhrelid::regclass::text from '\d{4}_\d{2}$'), 'YYYY_MM') as month from pg_inherits
           where inhparent = 'deliveries'::regclass and inhrelid <> 'deliveries_other'::regclass) m
   where (m.month + interval '1 month') at time zone 'UTC' <= least(moment, clock_timestamp()) - interval '3 years'
   order by m.month
$$;

-- Drops a month, or says why it's kept. It waits less for its locks than a deadlock is looked for: whoever sends goes first,
-- and a lock that isn't to be had fails here.
create function drop_delivery_month(month date, moment timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms'
as $$
declare
  t text;
  part text := 'deliveries_' || to_char(month, 'YYYY_MM');
  kept_by text;
begin
  if to_regclass('public.' || part) is null then return null; end if;
  kept_by := delivery_month_kept_by(month, moment);
  if kept_by is not null then return kept_by; end if;
  -- In the order in which sending writes to them.
  lock table deliveries, attempts, delivery_reactions in access exclusive mode;
  kept_by := delivery_month_kept_by(month, moment);
  if kept_by is not null then return kept_by; end if;
  execute format('alter table deliveries detach partition %I', part);
  execute format('alter table %I no force row level security', part);
  alter table deliveries_other no force row level security;
  -- Beside the counters and the rules for new deliveries: these were counted long ago.
  execute format('insert into deliveries_other select * from %I where contact_id is null', part);
  alter table deliveries_other force row level security;
  execute format('drop table %I', part);
  foreach t in array array['attempts', 'delivery_reactions'] loop
    execute format('drop table if exists %I', t || '_' || to_char(month, 'YYYY_MM'));
  end loop;
  return null;
end
$$;

-- Whether the persons' deliveries of a month were dropped. The names of tables are no secret.
create function delivery_month_dropped(month date) returns boolean
  language sql stable set search_path = public, pg_temp
as $$
  select (month + interval '1 month') at time zone 'UTC' <= clock_timestamp() - interval '3 years'
     and to_regclass('public.deliveries_' || to_char(month, 'YYYY_MM')) is null
$$;

do $$
declare f text;
begin
  foreach f in array array['delivery_month_kept_by', 'old_delivery_months', 'drop_delivery_month', 'delivery_month_dropped'] loop
    execute format('revoke all on function %I from public', f);
  end loop;
end $$;
grant execute on function old_delivery_months to bellwire_system;
grant execute on function drop_delivery_month to bellwire_system;
grant execute on function delivery_month_dropped to bellwire_app;
