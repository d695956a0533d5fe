-- What came back of deliveries: reported by providers, or counted by the links and the picture that a brand may have in
-- its messages. Nothing of it is written before something happens.

-- What a brand counts. Off, until someone who answers for it turns it on.
alter table brands
  add column tracking jsonb not null default '{"opens": false, "clicks": false}' check (jsonb_typeof(tracking) = 'object');
-- The readers of the public demo are made up.
alter table brands no force row level security;
update brands set tracking = '{"opens": true, "clicks": true}'
 where workspace_id = '01900000-0000-7000-8000-0000000000de';
alter table brands force row level security;
-- Whether a person lets a brand count what they open and follow.
alter table preferences add column tracked boolean not null default true;

-- One row per delivery and what happened; of links, one for each (`link` is its place among those of the rendition) and one
-- for the delivery (-1), which counts once however many were followed.
create table delivery_reactions (
  workspace_id uuid not null,
  event_month date not null,
  delivery_id uuid not null,
  kind text not null check (kind in ('delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed')),
  link smallint not null default -1 check (link >= -1),
  alert_id uuid not null,
  fan_out_id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  contact_id uuid,
  -- Hits by people, by mail apps that hide their readers (maybe a person), and by robots.
  people integer not null default 0 check (people >= 0),
  maybe integer not null default 0 check (maybe >= 0),
  robots integer not null default 0 check (robots >= 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The first time by a person; null where none was seen.
  person_at timestamptz,
  -- Whether an event was sent for it (0213), also if the person turned out to be a scanner: it's sent once.
  noted boolean not null default false,
  constraint delivery_reactions_key primary key (workspace_id, delivery_id, kind, link, event_month),
  foreign key (workspace_id, alert_id) references publications (workspace_id, id) on delete cascade
) partition by range (event_month);
create table delivery_reactions_other partition of delivery_reactions default;
create index delivery_reactions_alert on delivery_reactions (workspace_id, alert_id);
create index delivery_reactions_contact on delivery_reactions (workspace_id, contact_id) where contact_id is not null;

-- How many deliveries of a fan-out had each. Kept by the trigger below; they stay when what they count is deleted.
create table fan_out_reactions (
  workspace_id uuid not null references workspaces on delete cascade,
  alert_id uuid not null,
  fan_out_id uuid not null,
  channel text not null,
  delivered integer not null default 0,
  opened integer not null default 0,
  -- Only by a mail app that hides its reader.
  maybe_opened integer not null default 0,
  robot_opened integer not null default 0,
  clicked integer not null default 0,
  robot_clicked integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  unsubscribed integer not null default 0,
  primary key (workspace_id, alert_id, fan_out_id, channel),
  foreign key (workspace_id, fan_out_id) references fan_outs (workspace_id, id) on delete cascade
) with (fillfactor = 70);

-- Which of the counters a row counts in; null for the rows of single links.
create function counted_as(kind text, link smallint, maybe integer, person_at timestamptz) returns text
  language sql immutable
as $$
  select case when link >= 0 then null
              when kind not in ('opened', 'clicked') or person_at is not null then kind
              when kind = 'opened' and maybe > 0 then 'maybe_opened'
              else 'robot_' || kind end
$$;

-- In the order of the key: two that count the same fan-outs don't wait for each other in a circle.
create function count_new_reactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into fan_out_reactions as c (workspace_id, alert_id, fan_out_id, channel, delivered, opened, maybe_opened,
                                      robot_opened, clicked, robot_clicked, bounced, complained, unsubscribed)
    select workspace_id, alert_id, fan_out_id, channel,
           count(*) filter (where what = 'delivered'), count(*) filter (where what = 'opened'),
           count(*) filter (where what = 'maybe_opened'), count(*) filter (where what = 'robot_opened'),
           count(*) filter (where what = 'clicked'), count(*) filter (where what = 'robot_clicked'),
           count(*) filter (where what = 'bounced'), count(*) filter (where what = 'complained'),
           count(*) filter (where what = 'unsubscribed')
      from (select workspace_id, alert_id, fan_out_id, channel, counted_as(kind, link, maybe, person_at) as what
              from added) s
     where what is not null
     group by workspace_id, alert_id, fan_out_id, channel
     order by workspace_id, alert_id, fan_out_id, channel
    on conflict (workspace_id, alert_id, fan_out_id, channel) do update
       set delivered = c.delivered + excluded.delivered, opened = c.opened + excluded.opened,
           maybe_opened = c.maybe_opened + excluded.maybe_opened, robot_opened = c.robot_opened + excluded.robot_opened,
           clicked = c.clicked + excluded.clicked, robot_clicked = c.robot_clicked + excluded.robot_clicked,
           bounced = c.bounced + excluded.bounced, complained = c.complained + excluded.complained,
           unsubscribed = c.unsubscribed + excluded.unsubscribed;
  return null;
end
$$;

-- A robot's may become a person's, and a person's a robot's.
create function count_moved_reactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into fan_out_reactions as c (workspace_id, alert_id, fan_out_id, channel, opened, maybe_opened, robot_opened,
                                      clicked, robot_clicked)
    select workspace_id, alert_id, fan_out_id, channel,
           coalesce(sum(step) filter (where what = 'opened'), 0), coalesce(sum(step) filter (where what = 'maybe_opened'), 0),
           coalesce(sum(step) filter (where what = 'robot_opened'), 0), coalesce(sum(step) filter (where what = 'clicked'), 0),
           coalesce(sum(step) filter (where what = 'robot_clicked'), 0)
      from (select workspace_id, alert_id, fan_out_id, channel, counted_as(kind, link, maybe, person_at) as what, -1 as step
              from old_rows
            union all
            select workspace_id, alert_id, fan_out_id, channel, counted_as(kind, link, maybe, person_at), 1
              from new_rows) s
     where what in ('opened', 'maybe_opened', 'robot_opened', 'clicked', 'robot_clicked')
     group by workspace_id, alert_id, fan_out_id, channel
     order by workspace_id, alert_id, fan_out_id, channel
    on conflict (workspace_id, alert_id, fan_out_id, channel) do update
       set opened = c.opened + excluded.opened, maybe_opened = c.maybe_opened + excluded.maybe_opened,
           robot_opened = c.robot_opened + excluded.robot_opened, clicked = c.clicked + excluded.clicked,
           robot_clicked = c.robot_clicked + excluded.robot_clicked;
  return null;
end
$$;
create trigger count_new after insert on delivery_reactions
  referencing new table as added for each statement execute function count_new_reactions();
create trigger count_moved after update on delivery_reactions
  referencing old table as old_rows new table as new_rows for each statement execute function count_moved_reactions();

-- As in 0095, for what came back as well.
create or replace function make_delivery_month(month date) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s'
as $$
declare t text; part text; rest text;
begin
  foreach t in array array['deliveries', 'attempts', 'delivery_reactions'] loop
    part := t || '_' || to_char(month, 'YYYY_MM');
    rest := t || '_other';
    continue when to_regclass('public.' || part) is not null;
    execute format('create table %I (like %I including defaults including constraints)', part, t);
    execute format('alter table %I no force row level security', rest);
    execute format('with moved as (delete from %I where event_month = %L returning *) insert into %I select * from moved',
      rest, month, part);
    execute format('alter table %I force row level security', rest);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      t, part, month, (month + interval '1 month')::date);
    execute format('alter table %I enable row level security', part);
    execute format('alter table %I force row level security', part);
  end loop;
end
$$;
do $$
declare m text;
begin
  for m in select substring(inhrelid::regclass::text from '\d{4}_\d{2}$') from pg_inherits
            where inhparent = 'deliveries'::regclass and inhrelid <> 'deliveries_other'::regclass
  loop
    perform make_delivery_month(to_date(m, 'YYYY_MM'));
  end loop;
end
$$;

-- What providers have reported so far.
alter table deliveries no force row level security;
insert into delivery_reactions (workspace_id, event_month, delivery_id, kind, alert_id, fan_out_id, channel, contact_id, people,
                                first_at, last_at, person_at)
  select workspace_id, event_month, id, 'delivered', alert_id, fan_out_id, channel, contact_id, 1, delivered_at, delivered_at,
         delivered_at
    from deliveries where delivered_at is not null;
alter table deliveries force row level security;

do $$
declare t text;
begin
  foreach t in array array['delivery_reactions', 'fan_out_reactions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
alter table delivery_reactions_other enable row level security;
alter table delivery_reactions_other force row level security;
grant select, insert, update, delete on delivery_reactions to bellwire_app;
grant select, insert, update on fan_out_reactions to bellwire_app;

-- Who opened and followed what is kept for 13 months; the counters stay.
grant select (workspace_id, event_month, delivery_id, kind, link), delete on delivery_reactions to bellwire_system;
create policy upkeep_reads on delivery_reactions for select to bellwire_system
  using (event_month < now() - interval '13 months');
create policy upkeep_deletes on delivery_reactions for delete to bellwire_system
  using (event_month < now() - interval '13 months');
