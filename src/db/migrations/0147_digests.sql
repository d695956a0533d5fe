-- A digest is content of its own: it has revisions, fan-outs and deliveries as an alert has, and lists the alerts that it
-- stands for. What both are is a publication.

create table publications (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('alert', 'digest')),
  primary key (workspace_id, id)
);
alter table alerts no force row level security;
insert into publications (workspace_id, id, kind) select workspace_id, id, 'alert' from alerts;
alter table alerts force row level security;

create function publish_alerts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into publications (workspace_id, id, kind) select workspace_id, id, 'alert' from added;
  return null;
end
$$;
create trigger alerts_publish after insert on alerts
  referencing new table as added for each statement execute function publish_alerts();

-- What belongs to an alert belongs to a publication, by the same id.
do $$
declare f record;
begin
  for f in select conrelid::regclass as of_table, conname from pg_constraint
            where contype = 'f' and conparentid = 0 and confrelid = 'alerts'::regclass
              and conrelid::regclass::text in ('revisions', 'renditions', 'fan_outs', 'deliveries', 'attempts',
                                             'sent_messages')
  loop
    execute format('alter table %s drop constraint %I', f.of_table, f.conname);
    execute format('alter table %s add foreign key (workspace_id, alert_id) references publications (workspace_id, id)
      on delete cascade', f.of_table);
  end loop;
end
$$;

create table digests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  brand_id uuid not null,
  -- `withheld`: kept and not sent; `reason` says why.
  state text not null check (state in ('drafted', 'sending', 'done', 'withheld')),
  reason text,
  alerts integer not null check (alerts > 0),
  title text,
  approved_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  event_month date not null generated always as (date_trunc('month', created_at at time zone 'UTC')::date) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references publications (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id)
);
create index digests_open on digests (updated_at) where state in ('drafted', 'sending');
create index digests_recent on digests (workspace_id, created_at desc, id desc);

-- An alert that a person gets in a digest instead of at once.
create table digest_items (
  workspace_id uuid not null references workspaces on delete cascade,
  contact_id uuid not null,
  alert_id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  brand_id uuid not null,
  -- When it would have gone.
  at timestamptz not null,
  -- When to look at it next.
  due_at timestamptz not null,
  digest_id uuid,
  -- Why it is in none.
  ended text check (length(ended) between 1 and 40),
  primary key (workspace_id, contact_id, alert_id, channel),
  check (digest_id is null or ended is null),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id),
  foreign key (workspace_id, digest_id) references digests (workspace_id, id)
);
create index digest_items_due on digest_items (due_at) where digest_id is null and ended is null;
create index digest_items_waiting on digest_items (workspace_id, brand_id, contact_id)
  where digest_id is null and ended is null;
create index digest_items_of on digest_items (workspace_id, digest_id, channel, contact_id) where digest_id is not null;

-- A digest goes to the people of its items, and to no target beside them.
do $$
declare c record;
begin
  for c in select conname from pg_constraint where conrelid = 'fan_outs'::regclass and contype = 'c'
              and pg_get_constraintdef(oid) like '%num_nonnulls%'
  loop
    execute format('alter table fan_outs drop constraint %I', c.conname);
  end loop;
end
$$;
alter table fan_outs add constraint fan_outs_one_target
  check (num_nonnulls(audience_id, destination_id, contact_id) = case when purpose = 'digest' then 0 else 1 end);

do $$
declare t text;
begin
  foreach t in array array['publications', 'digests', 'digest_items'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert on publications to bellwire_app;
grant select, insert, update on digests, digest_items to bellwire_app;

-- The engine's cross-tenant questions: which people have a digest due, and which digests need a worker.
grant select on digests, digest_items to bellwire_system;
create policy engine_reads on digest_items for select to bellwire_system
  using (digest_id is null and ended is null and workspace_id <> '01900000-0000-7000-8000-0000000000de');
create policy engine_reads on digests for select to bellwire_system
  using (state in ('drafted', 'sending') and workspace_id <> '01900000-0000-7000-8000-0000000000de');
