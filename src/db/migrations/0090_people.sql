-- People and where alerts go. A recipient becomes an address of a contact; members are contacts too. Every table here is
-- a tenant table.

create table contacts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null default '' check (length(name) <= 200),
  -- Set while the person is a member of the workspace.
  user_id uuid references users on delete set null,
  -- Members who join get the trial runs they start; a person who has left gets nothing.
  receives text not null default 'all' check (receives in ('all', 'trials', 'nothing')),
  -- The customer's own id of the person.
  external_id text check (length(external_id) between 1 and 200),
  -- BCP 47, IANA zone and ISO 3166-1 alpha-2; null where nobody has said so.
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  time_zone text check (length(time_zone) between 1 and 64),
  country text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Gone from every list and audience; what was sent stays on the record.
  deleted_at timestamptz,
  -- On request: nothing that identifies the person is left.
  erased_at timestamptz,
  primary key (workspace_id, id)
);
create unique index contacts_member on contacts (workspace_id, user_id) where user_id is not null;
create unique index contacts_external on contacts (workspace_id, external_id) where external_id is not null and deleted_at is null;
create index contacts_list on contacts (workspace_id, created_at desc, id desc) where deleted_at is null;

alter table recipients no force row level security;
insert into contacts (workspace_id, id, user_id, receives, created_at, updated_at)
  select workspace_id, id,
         -- A member is one contact, by the oldest address. Another address of theirs stays as it is, as a reader's.
         case when row_number() over (partition by workspace_id, user_id order by created_at, id) = 1 then user_id end,
         receives, created_at, created_at
    from recipients;

alter table recipients rename to addresses;
alter table addresses rename constraint recipients_pkey to addresses_pkey;
alter table addresses rename constraint recipients_workspace_id_channel_address_key to addresses_once;
alter table addresses rename constraint recipients_address_check to addresses_address_check;
-- Channels are registered in the program and nowhere else.
alter table addresses drop constraint recipients_channel_check;
alter table addresses
  add column contact_id uuid,
  -- Null: nothing but the mail that asks for confirmation goes there.
  add column confirmed_at timestamptz,
  -- Set: nothing goes there any more, because it bounced, a person complained, or the customer said so.
  add column suppressed_at timestamptz,
  add column updated_at timestamptz;
update addresses a set updated_at = a.created_at,
  contact_id = a.id,
  confirmed_at = case when a.user_id is null then a.created_at
                      else (select u.email_confirmed_at from users u where u.id = a.user_id) end;
alter table addresses
  alter column contact_id set not null,
  alter column updated_at set not null,
  drop column user_id,
  drop column receives,
  add foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade;
create index addresses_contact on addresses (workspace_id, contact_id);
alter table addresses force row level security;

create table contact_tags (
  workspace_id uuid not null,
  contact_id uuid not null,
  tag text not null check (tag = lower(tag) and length(tag) between 1 and 60),
  primary key (workspace_id, contact_id, tag),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index contact_tags_tag on contact_tags (workspace_id, tag, contact_id);

-- A list, a filter over contacts (src/shared/audiences.ts), or the members of the workspace.
create table audiences (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('list', 'filter', 'members')),
  filter jsonb check ((filter is not null) = (kind = 'filter')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create unique index audiences_members on audiences (workspace_id) where kind = 'members';
create unique index audiences_name on audiences (workspace_id, lower(name)) where deleted_at is null;

create table audience_contacts (
  workspace_id uuid not null,
  audience_id uuid not null,
  contact_id uuid not null,
  added_at timestamptz not null,
  primary key (workspace_id, audience_id, contact_id),
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index audience_contacts_contact on audience_contacts (workspace_id, contact_id);

-- The id of a workspace's first audience is the workspace's own.
insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
  select id, id, 'Members', 'members', created_at, created_at from workspaces;

-- An account at a provider, an SMTP server or an endpoint. `sealed` holds its secrets, and nothing else does.
create table connections (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  name text not null check (length(name) between 1 and 120),
  settings jsonb not null default '{}',
  sealed text,
  state text not null default 'ok' check (state in ('ok', 'failing', 'paused')),
  -- What the last check or send said is wrong, for its owner.
  problem text check (length(problem) <= 500),
  checked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);

-- One place of a connection where a post is seen by many.
create table destinations (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  connection_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  -- What the provider knows it by.
  address text not null check (length(address) between 1 and 500),
  settings jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create unique index destinations_once on destinations (workspace_id, connection_id, address) where deleted_at is null;

alter table brands
  add column is_default boolean not null default false,
  add column archived_at timestamptz;
alter table brands no force row level security;
update brands b set is_default = true
 where not exists (select from brands o where o.workspace_id = b.workspace_id and (o.created_at, o.id) < (b.created_at, b.id));
alter table brands force row level security;
create unique index brands_default on brands (workspace_id) where is_default;

-- What a rule's events become. A rule without a route: the default brand, to the members, under the rule's approval.
create table routes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  position integer not null,
  brand_id uuid not null,
  approval text not null check (approval in ('auto', 'human')),
  -- `each`: over every channel a person has and the route allows; `preferred`: over one of them.
  reach text not null default 'each' check (reach in ('each', 'preferred')),
  -- Kinds of channels, in the order of preference; null is every channel.
  channels text[] check (cardinality(channels) between 1 and 20),
  -- An alert older than this is no longer news and isn't sent; null is never.
  expires_minutes integer check (expires_minutes between 1 and 10080),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brands (workspace_id, id)
);
create unique index routes_of_rule on routes (workspace_id, rule_id, position);

create table route_targets (
  workspace_id uuid not null,
  id uuid not null,
  route_id uuid not null,
  audience_id uuid,
  destination_id uuid,
  primary key (workspace_id, id),
  check ((audience_id is null) <> (destination_id is null)),
  foreign key (workspace_id, route_id) references routes (workspace_id, id) on delete cascade,
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id),
  foreign key (workspace_id, destination_id) references destinations (workspace_id, id)
);
create unique index route_targets_audience on route_targets (workspace_id, route_id, audience_id) where audience_id is not null;
create unique index route_targets_destination on route_targets (workspace_id, route_id, destination_id) where destination_id is not null;
create index route_targets_by_audience on route_targets (workspace_id, audience_id);
create index route_targets_by_destination on route_targets (workspace_id, destination_id);

do $$
declare t text;
begin
  foreach t in array array['contacts', 'contact_tags', 'audiences', 'audience_contacts', 'connections', 'destinations',
                           'routes', 'route_targets'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
