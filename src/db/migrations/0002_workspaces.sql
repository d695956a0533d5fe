-- Workspaces and what hangs directly on them. Every table from here on that carries workspace_id is a tenant
-- table: row security is forced, and the only rows in sight are those of the workspace named by the tenant helper.

create table workspaces (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  account_type text not null default 'personal' check (account_type in ('personal', 'company')),
  created_at timestamptz not null
);

create table members (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'approver', 'viewer')),
  created_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

create table brands (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);

create table subscriptions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- plan and status are the words people read; plan_id is what the entitlements go by.
  plan_id text not null check (plan_id in ('starter', 'pro', 'enterprise')),
  plan text not null,
  status text not null,
  trial_ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index subscriptions_user on subscriptions (user_id);

-- Who receives alerts. A recipient who is a member gets nothing but account mail until the address is confirmed.
create table recipients (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  channel text not null check (channel in ('email')),
  address text not null check (length(address) between 3 and 320),
  user_id uuid references users on delete cascade,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, channel, address)
);

do $$
declare t text;
begin
  foreach t in array array['members', 'brands', 'subscriptions', 'recipients'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;

alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy tenant on workspaces to bellwire_app
  using (id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on workspaces to bellwire_app;

-- Before a workspace is chosen, a signed-in person may see which ones are his own.
create policy own_memberships on members for select to bellwire_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
