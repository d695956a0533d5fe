-- Legal holds, and pruning that whoever serves requests may ask for and can't bend: how long entries are kept, what is
-- held and what still names an approval is judged here, by the database's clock.

-- Rows are added and never changed: a hold ends by a row of its own in ledger_hold_lifts.
create table ledger_holds (
  workspace_id uuid not null,
  id uuid not null,
  scope text not null check (scope in ('ledger', 'brand', 'symbol', 'alert')),
  -- The brand's or alert's id, or the symbol.
  target text check (length(target) between 1 and 100),
  -- Entries of this stretch of time; null is open.
  from_at timestamptz,
  to_at timestamptz,
  reason text not null check (length(reason) between 1 and 500),
  placed_by uuid not null,
  placed_at timestamptz not null,
  primary key (workspace_id, id),
  check ((scope = 'ledger') = (target is null)),
  check (from_at < to_at)
);
create table ledger_hold_lifts (
  workspace_id uuid not null,
  hold_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  lifted_by uuid not null,
  lifted_at timestamptz not null,
  primary key (workspace_id, hold_id),
  foreign key (workspace_id, hold_id) references ledger_holds (workspace_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['ledger_holds', 'ledger_hold_lifts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('create policy owner_keeps on %I to %I using (true) with check (true)', t, current_user);
    execute format('grant select, insert on %I to bellwire_app', t);
  end loop;
  -- A hold names a brand or a symbol: the functions below ask which alerts are theirs.
  execute format('create policy ledger_asks on alerts for select to %I using (true)', current_user);
  execute format('create policy ledger_asks on instruments for select to %I using (true)', current_user);
end $$;

-- The first entry that a hold keeps. An alert that is there no longer counts as held: what it was of can't be told.
create function ledger_first_held(workspace uuid) returns bigint
  language sql stable set search_path = public, pg_temp
as $$
  select min(e.sequence)
    from ledger_holds h
    join ledger_entries e on e.workspace_id = h.workspace_id
     and e.at >= coalesce(h.from_at, '-infinity') and e.at < coalesce(h.to_at, 'infinity')
    left join alerts a on h.scope in ('brand', 'symbol') and a.workspace_id = e.workspace_id
     and a.id = case when e.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.subject::uuid end
    left join instruments i on i.id = a.instrument_id
   where h.workspace_id = workspace
     and not exists (select 1 from ledger_hold_lifts l where l.workspace_id = workspace and l.hold_id = h.id)
     and (h.scope = 'ledger' or h.scope = 'alert' and e.subject = h.target
       or e.kind in ('decision', 'edit', 'carried_over', 'correction', 'deliveries', 'recall') and (
         h.scope = 'brand' and coalesce(e.body::jsonb #>> '{about,brand}', a.brand_id::text, h.target) = h.target
         or h.scope = 'symbol' and (a.id is null or h.target in (i.symbol, a.about))))
$$;

-- The last signed head before an entry, of which no entry is named by a later one as its approval.
create function ledger_finished_head(workspace uuid, before bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  head bigint;
  approval bigint;
begin
  loop
    select max(h.sequence) into head from ledger_heads h where h.workspace_id = workspace and h.sequence < before;
    if head is null then return null; end if;
    select min((e.body::jsonb ->> 'decision')::bigint) into approval from ledger_entries e
     where e.workspace_id = workspace and e.kind = 'deliveries' and e.sequence > head;
    if approval is null or approval > head then return head; end if;
    before := approval;
  end loop;
end
$$;

-- Deletes entries that are older than the workspace keeps them, up to a signed head, which takes their place; an entry
-- says what went. `by_whom` is canonical JSON. `held_through`: how far it would have gone without a hold.
create function prune_ledger(moment timestamptz, by_whom text default 'null')
  returns table (pruned_through bigint, pruned_entries bigint, held_through bigint)
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  workspace uuid := ledger_workspace();
  chain ledger_chains;
  old_before timestamptz;
  young bigint;
  held bigint;
  waiting bigint;
  head bigint;
  without_hold bigint;
  head_hash text;
  oldest timestamptz;
  newest timestamptz;
  iso constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
begin
  select * into chain from ledger_chains c where c.workspace_id = workspace;
  if not found then return; end if;
  old_before := least(moment, clock_timestamp()) - make_interval(years => chain.retention_years);
  -- Most often the first is young, and the chain needn't be locked to see it.
  if not exists (select 1 from ledger_entries e where e.workspace_id = workspace and e.at < old_before) then return; end if;
  select * into chain from ledger_chains c where c.workspace_id = workspace for update;
  old_before := least(moment, clock_timestamp()) - make_interval(years => chain.retention_years);
  select coalesce(min(e.sequence), chain.sequence + 1) into young from ledger_entries e
   where e.workspace_id = workspace and e.at >= old_before;
  -- What was sent and isn't chained yet needs its approval.
  select min(e.sequence) into waiting from ledger_entries e join ledger_windows w
      on w.workspace_id = e.workspace_id and w.alert_id::text = e.subject
   where e.workspace_id = workspace;
  young := least(young, waiting);
  without_hold := ledger_finished_head(workspace, young);
  if not exists (select 1 from ledger_entries e where e.workspace_id = workspace and e.sequence <= without_hold) then
    return;
  end if;
  held := case when chain.held_at is not null then 0 else ledger_first_held(workspace) end;
  head := case when held <= without_hold then ledger_finished_head(workspace, held) else without_hold end;
  held_through := case when head is distinct from without_hold then without_hold end;
  select min(e.at), max(e.at), count(*) into oldest, newest, pruned_entries from ledger_entries e
   where e.workspace_id = workspace and e.sequence <= head;
  if pruned_entries = 0 then
    return next;
    return;
  end if;
  pruned_through := head;
  select encode(h.hash, 'hex') into head_hash from ledger_heads h where h.workspace_id = workspace and h.sequence = head;
  delete from ledger_entries e where e.workspace_id = workspace and e.sequence <= head;
  delete from ledger_heads h where h.workspace_id = workspace and h.sequence < head;
  perform append_to_ledger('pruned', 'ledger', least(moment, clock_timestamp()), format(
    '{"by":%s,"bytes":[],"entries":%s,"hash":"%s","newest":"%s","oldest":"%s","through":%s}',
    by_whom, pruned_entries, head_hash, to_char(newest at time zone 'UTC', iso), to_char(oldest at time zone 'UTC', iso),
    head));
  with needed as (
    select decode(jsonb_array_elements_text(e.body::jsonb -> 'bytes'), 'hex') as hash from ledger_entries e
     where e.workspace_id = workspace),
  pictures as (
    select decode(jsonb_array_elements(convert_from(b.bytes, 'UTF8')::jsonb -> 'media') ->> 'hash', 'hex') as hash
      from ledger_bytes b join needed using (hash)
     where b.workspace_id = workspace and b.type = 'application/vnd.bellwire.rendition+json')
  delete from ledger_bytes b where b.workspace_id = workspace and b.kept_at < old_before
     and b.hash not in (select hash from needed union select hash from pictures);
  return next;
end
$$;

create function set_ledger_retention(years integer) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  update ledger_chains set retention_years = years where workspace_id = ledger_workspace()
$$;

-- Bytes of years ago that are kept again count as new: pruning, which may be at work beside this, leaves them.
create or replace function keep_ledger_bytes(of_type text, content bytea) returns bytea
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  found_hash bytea := sha256(content);
  workspace uuid := ledger_workspace();
begin
  loop
    insert into ledger_bytes (workspace_id, hash, type, size, bytes)
      values (workspace, found_hash, of_type, octet_length(content), content) on conflict do nothing;
    exit when found;
    update ledger_bytes b set kept_at = now()
     where b.workspace_id = workspace and b.hash = found_hash and b.kept_at < now() - interval '30 days';
    exit when found;
    -- Neither put in nor too old: it is there and young, unless it was pruned in between.
    perform 1 from ledger_bytes b where b.workspace_id = workspace and b.hash = found_hash;
    exit when found;
  end loop;
  return found_hash;
end
$$;

do $$
declare f text;
begin
  foreach f in array array['ledger_first_held', 'ledger_finished_head', 'prune_ledger', 'set_ledger_retention'] loop
    execute format('revoke all on function %I from public', f);
  end loop;
end $$;
grant execute on function prune_ledger to bellwire_app;
grant execute on function set_ledger_retention to bellwire_app;
