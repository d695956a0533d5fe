-- As in 0300, but by one program at a time.
create or replace function drop_delivery_month(month date, moment timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '250ms'
as $$
declare
  t text;
  part text := 'deliveries_' || to_char(month, 'YYYY_MM');
  kept_by text;
begin
  -- One program at a time: two that have read the tables would each wait for the other to let go of them.
  if not pg_try_advisory_xact_lock(hashtext('bellwire dropped months')) then return 'busy'; end if;
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
