-- How people leave, and how an address is left alone: unsubscriptions, consents, suppressions. Every table with a
-- workspace_id is a tenant table.

-- One thing that a person doesn't get. Null means every: brand, channel, topic. A row that has ended stays as the record.
create table unsubscriptions (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  brand_id uuid,
  channel text check (length(channel) between 1 and 40),
  topic text check (topic ~ '^[a-z_]{1,40}$'),
  -- How: the mail program's button, the page of the link, the preferences page, the settings of a member, the API.
  source text not null check (source in ('one_click', 'link', 'preferences', 'settings', 'api')),
  at timestamptz not null,
  ended_at timestamptz,
  ended_source text check (ended_source in ('preferences', 'settings', 'sign_up', 'api')),
  primary key (workspace_id, id),
  check ((ended_at is null) = (ended_source is null)),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id)
);
create unique index unsubscriptions_once on unsubscriptions (workspace_id, contact_id, brand_id, channel, topic)
  nulls not distinct where ended_at is null;

-- The setting "Alerts" of members was a table of its own.
alter table notification_choices no force row level security;
alter table contacts no force row level security;
insert into unsubscriptions (workspace_id, id, contact_id, channel, source, at)
  select c.workspace_id, gen_random_uuid(), c.id, 'email', 'settings', now()
    from notification_choices n join contacts c on c.workspace_id = n.workspace_id and c.user_id = n.user_id
   where n.kind = 'alert_emails' and not n.mail;
delete from notification_choices where kind = 'alert_emails';
alter table notification_choices add constraint notification_choices_no_alerts check (kind <> 'alert_emails');
alter table contacts force row level security;
alter table notification_choices force row level security;

-- What a person agreed to, and took back. Only the IP address is ever cleared, when the person is erased.
create table consents (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- Null is every brand, every channel.
  brand_id uuid,
  channel text check (length(channel) between 1 and 40),
  kind text not null check (kind in ('given', 'withdrawn')),
  -- Where it was given: 'form', 'import', 'api', or how it was taken back.
  source text not null check (length(source) between 1 and 40),
  -- The sentence the person agreed to, as it was.
  wording text not null default '' check (length(wording) <= 2000),
  ip inet,
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id)
);
create index consents_of_contact on consents (workspace_id, contact_id, at desc);

-- Addresses are known again by a keyed hash, so that neither an import nor an erasure forgets that one is suppressed. The
-- serving roles can't read the key; they may only ask for a hash.
create table address_hash_key (
  one boolean primary key default true check (one),
  inner_pad bytea not null,
  outer_pad bytea not null
);
do $$
declare
  -- 256 random bits, filled up to a block of SHA-256.
  key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for i in 0..31 loop
    inner_pad := set_byte(inner_pad, i, get_byte(key, i) # 54);
    outer_pad := set_byte(outer_pad, i, get_byte(key, i) # 92);
  end loop;
  insert into address_hash_key (inner_pad, outer_pad) values (inner_pad, outer_pad);
end $$;

-- HMAC-SHA-256 of workspace, channel and address. Letters' case doesn't matter.
create function address_hash(workspace uuid, channel text, address text) returns bytea
  language sql stable security definer set search_path = public, pg_temp
as $$
  select sha256(k.outer_pad || sha256(k.inner_pad || convert_to(
    workspace::text || ' ' || channel || ' ' || lower(btrim(address)), 'UTF8'))) from address_hash_key k
$$;
revoke execute on function address_hash(uuid, text, text) from public;
grant execute on function address_hash(uuid, text, text) to bellwire_app;

-- What is suppressed now. addresses.suppressed_at is the same for those that are there, and what the fan-out asks.
create table suppressions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  address_hash bytea not null check (length(address_hash) = 32),
  -- Null once the person is erased.
  address text check (length(address) between 1 and 500),
  cause text not null check (cause in ('hard_bounce', 'soft_bounces', 'complaint', 'manual', 'erased')),
  -- What the provider said.
  detail text not null default '' check (length(detail) <= 500),
  -- Who said so: 'reply' (the mail server's answer), 'report' (a delivery status notification), a provider, a person.
  source text not null check (length(source) between 1 and 40),
  at timestamptz not null,
  primary key (workspace_id, channel, address_hash)
);
create unique index suppressions_id on suppressions (workspace_id, id);
create index suppressions_list on suppressions (workspace_id, at desc, id desc);

-- Everything that was ever suppressed or lifted, and why. Rows are added and never change; only an erasure clears names.
create table suppression_history (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  channel text not null,
  address_hash bytea not null,
  kind text not null check (kind in ('suppressed', 'lifted')),
  cause text not null,
  detail text not null default '' check (length(detail) <= 500),
  source text not null,
  -- A member, a key, or the product.
  by_name text not null default '' check (length(by_name) <= 320),
  at timestamptz not null,
  primary key (workspace_id, id)
);
create index suppression_history_of on suppression_history (workspace_id, channel, address_hash, at desc, id desc);

-- Soft bounces in a row.
create table soft_bounces (
  workspace_id uuid not null references workspaces on delete cascade,
  channel text not null,
  address_hash bytea not null,
  in_a_row integer not null check (in_a_row > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (workspace_id, channel, address_hash)
);

-- Where a workspace's provider or bounce mailbox reports to. `sealed` holds the secret that its calls are verified with.
create table mail_reporters (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (kind ~ '^[a-z]{1,40}$'),
  sealed text not null,
  -- Bounces, complaints and arrivals that were taken.
  events bigint not null default 0,
  last_at timestamptz,
  -- Why the last rejected call was rejected.
  problem text check (length(problem) <= 500),
  problem_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);

-- Providers write addresses in any case.
create index addresses_any_case on addresses (workspace_id, channel, lower(address));

-- An address that comes (back) by whatever way is suppressed if it was.
create function remember_suppressed() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if not exists (select from suppressions s where s.workspace_id in (select distinct workspace_id from come)) then
    return null;
  end if;
  update addresses a set suppressed_at = s.at
    from come c join suppressions s on s.workspace_id = c.workspace_id and s.channel = c.channel
     and s.address_hash = address_hash(c.workspace_id, c.channel, c.address)
   where a.workspace_id = c.workspace_id and a.id = c.id and a.suppressed_at is null;
  return null;
end $$;
create trigger addresses_suppressed_come after insert on addresses
  referencing new table as come for each statement execute function remember_suppressed();

create function remember_suppressed_change() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.suppressed_at := (select s.at from suppressions s where s.workspace_id = new.workspace_id
    and s.channel = new.channel and s.address_hash = address_hash(new.workspace_id, new.channel, new.address));
  return new;
end $$;
create trigger addresses_suppressed_change before update of address on addresses
  for each row when (old.address is distinct from new.address) execute function remember_suppressed_change();

do $$
declare t text;
begin
  foreach t in array array['unsubscriptions', 'consents', 'suppressions', 'suppression_history', 'soft_bounces',
                           'mail_reporters'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert on unsubscriptions, consents, suppression_history to bellwire_app;
-- contact_id: two contacts become one.
grant update (contact_id, ended_at, ended_source) on unsubscriptions to bellwire_app;
grant update (contact_id, ip) on consents to bellwire_app;
grant select, insert, update, delete on suppressions, soft_bounces, mail_reporters to bellwire_app;
