-- The host that a brand's links and hosted pages are on. Who owns it is shown by a TXT record that holds the token.
create table link_hosts (
  workspace_id uuid not null,
  brand_id uuid not null,
  host text not null check (length(host) <= 253 and host ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?([.][a-z0-9]([a-z0-9-]*[a-z0-9])?)+$'),
  token text not null check (length(token) between 20 and 100),
  state text not null default 'waiting' check (state in ('waiting', 'verified', 'lost')),
  -- What the last check found, by record.
  found jsonb not null default '{}' check (jsonb_typeof(found) = 'object'),
  checked_at timestamptz,
  -- When the DNS last confirmed all of it. Links are on the host for a few days from then on.
  confirmed_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, brand_id),
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade
);
-- Anyone may claim a host, and one brand in the installation has it: a claim without proof holds nobody off.
create unique index link_hosts_verified on link_hosts (host) where state = 'verified';
create index link_hosts_host on link_hosts (host) where state <> 'waiting';
create index link_hosts_due on link_hosts (checked_at) where state <> 'waiting';

alter table link_hosts enable row level security;
alter table link_hosts force row level security;
create policy tenant on link_hosts to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
-- Who knows a host sees whose it is, before a workspace is chosen.
create policy by_host on link_hosts for select to bellwire_app
  using (state <> 'waiting' and host = nullif(current_setting('app.link_host', true), ''));
grant select, insert, update, delete on link_hosts to bellwire_app;

grant select (workspace_id, brand_id, state, checked_at) on link_hosts to bellwire_system;
create policy engine_reads_due on link_hosts for select to bellwire_system using (state <> 'waiting');
