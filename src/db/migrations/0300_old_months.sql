-- Months of deliveries that nothing needs anymore are dropped. The database judges that, by its own clock: who got which alert
-- is kept as long as the ledger of its workspace, and posts at places, which public pages show, are kept for good.

-- What may still change about an old month: a ledger that is kept longer, a hold, or a delivery that isn't over. Every read is by
-- an index, whatever the statistics say: a month may have 100 million rows, and sending may wait for this. Planned for one
-- partition: the month is a part of the text. Without `jit`: a table that must be scanned seems to cost so much that it would be
-- compiled.
create function delivery_month_needed(month date, today timestamptz) returns text
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  over timestamptz := (month + interval '1 month') at time zone 'UTC';
  begins timestamptz := month::timestamp at time zone 'UTC';
  -- An alert may wait this long before it's sent, and its ledger entry comes only then.
  sent_by timestamptz := over + interval '2 months';
  sent_something text := format($q$
    cross join lateral (select from deliveries d where d.event_month = %L and d.workspace_id = w.workspace_id limit 1) s
    where w.workspace_id <> '01900000-0000-7000-8000-0000000000de'$q$, month);
  is_so boolean;
begin
  execute format('select exists (select from ledger_chains w %s and $1 > $2 - make_interval(years => w.retention_years))',
    sent_something) into is_so using over, today;
  if is_so then return 'retention'; end if;
  execute format($q$select exists (select from (
      select c.workspace_id from ledger_chains c where c.held_at is not null
      union
      select h.workspace_id from ledger_holds h
       where coalesce(h.from_at, '-infinity') < $1 and coalesce(h.to_at, 'infinity') >= $2
         and not exists (select from ledger_hold_lifts l where l.workspace_id = h.workspace_id and l.hold_id = h.id)) w %s)$q$,
    sent_something) into is_so using sent_by, begins;
  if is_so then return 'hold'; end if;
  -- One by one: each state has an index of its own.
  execute format(
    $q$select exists (select from deliveries where event_month = %1$L and state = 'pending')
           or exists (select from deliveries where event_month = %1$L and state = 'retry')
           or exists (select from deliveries where event_month = %1$L and state = 'sending')
           or exists (select from deliveries where event_month = %1$L and state = 'held')
           or exists (select from deliveries where event_month = %1$L and state = 'unknown' and next_attempt_at is not null)$q$,
    month) into is_so;
  return case when is_so then 'open' end;
end
$$;

-- Why a month is kept; null where nothing needs it.
create function delivery_month_kept_by(month date, moment timestamptz) returns text
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  today timestamptz := least(moment, clock_timestamp());
  over timestamptz := (month + interval '1 month') at time zone 'UTC';
  sent_by timestamptz := over + interval '2 months';
  needed text;
  workspace uuid := '00000000-0000-0000-0000-000000000000';
begin
  if over > today - interval '3 years' then return 'age'; end if;
  needed := delivery_month_needed(month, today);
  if needed is not null then return needed; end if;
  loop
    execute format('select workspace_id from deliveries where event_month = %L and workspace_id > $1
                     order by workspace_id limit 1', month) into workspace using workspace;
    exit when workspace is null;
    -- The demo's are never on a ledger.
    continue when workspace = '01900000-0000-7000-8000-0000000000de';
    -- One that has no ledger yet would keep it 6 years.
    if over > today - interval '6 years' and not exists (select from ledger_chains c where c.workspace_id = workspace)
      then return 'retention'; end if;
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

create policy owner_keeps on deliveries_other for insert to current_user with check (true);

-- Moves up to 1,000 posts at places out of a month that was dropped; whether there were any. Beside the counters and the rules
-- for new deliveries: these were counted long ago.
create function keep_posts(part text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare moved bigint;
begin
  execute format('with moved as (
      delete from %1$I where ctid = any (array(select ctid from %1$I where contact_id is null limit 1000)) returning *),
    kept as (insert into deliveries_other select * from moved on conflict do nothing)
    select count(*) from moved', part) into moved;
  return moved > 0;
end
$$;

-- Drops a month, or says why not. Its lock timeout is shorter than deadlock_timeout, so sending goes first: a lock
-- that can't be taken in time fails here. What takes long with many rows is done before the lock, or after it by
-- settle_dropped_month().
create function drop_delivery_month(month date, moment timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms'
as $$
declare
  t text;
  part text := 'deliveries_' || to_char(month, 'YYYY_MM');
  kept_by text;
begin
  if to_regclass('public.' || part) is null then return 'dropped'; end if;
  kept_by := delivery_month_kept_by(month, moment);
  if kept_by is not null then return kept_by; end if;
  -- In the order in which sending writes to them.
  lock table deliveries, attempts, delivery_reactions in access exclusive mode;
  -- Another program may have come first.
  if to_regclass('public.' || part) is null then return 'dropped'; end if;
  kept_by := delivery_month_needed(month, least(moment, clock_timestamp()));
  if kept_by is not null then return kept_by; end if;
  execute format('alter table deliveries detach partition %I', part);
  execute format('alter table %I no force row level security', part);
  execute format('alter table %I rename to %I', part, part || '_dropped');
  foreach t in array array['attempts', 'delivery_reactions'] loop
    execute format('drop table if exists %I', t || '_' || to_char(month, 'YYYY_MM'));
  end loop;
  -- All, in most months: none of them is away for a moment.
  perform keep_posts(part || '_dropped');
  return null;
end
$$;

-- The next step after drop_delivery_month: moves more posts, or drops a table that has none left. False if nothing is left to do.
create function settle_dropped_month() returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms'
as $$
declare part text;
begin
  -- One program at a time.
  if not pg_try_advisory_xact_lock(hashtext('bellwire dropped months')) then return false; end if;
  select relname into part from pg_class
   where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '^deliveries_\d{4}_\d{2}_dropped$'
   order by relname limit 1;
  if part is null then return false; end if;
  if not keep_posts(part) then execute format('drop table %I', part); end if;
  return true;
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
  foreach f in array array['delivery_month_needed', 'delivery_month_kept_by', 'old_delivery_months', 'keep_posts',
                           'drop_delivery_month', 'settle_dropped_month', 'delivery_month_dropped'] loop
    execute format('revoke all on function %I from public', f);
  end loop;
end $$;
grant execute on function old_delivery_months to bellwire_system;
grant execute on function drop_delivery_month to bellwire_system;
grant execute on function settle_dropped_month to bellwire_system;
grant execute on function delivery_month_dropped to bellwire_app;
