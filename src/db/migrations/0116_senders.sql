-- Who sends a brand's messages over a channel: what the brand shows there, and over which connection. A brand without
-- a row sends over the installation's own account.
create table senders (
  workspace_id uuid not null references workspaces on delete cascade,
  brand_id uuid not null,
  channel text not null check (length(channel) between 1 and 40),
  connection_id uuid,
  settings jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, brand_id, channel),
  foreign key (workspace_id, brand_id) references brands (workspace_id, id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
create index senders_connection on senders (workspace_id, connection_id) where connection_id is not null;

-- A domain that a workspace sends from, with a DKIM key of its own. `sealed` holds the private key.
create table sending_domains (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  selector text not null check (selector ~ '^[a-z0-9]{1,40}$'),
  public_key text not null,
  sealed text not null,
  -- What the last look at the DNS found, by record.
  found jsonb not null default '{}',
  -- Since when SPF, DKIM and DMARC hold, aligned; null while they don't.
  aligned_at timestamptz,
  -- Since when the DKIM key is published; messages are signed from then on.
  signs_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index sending_domains_once on sending_domains (workspace_id, domain);

do $$
declare t text;
begin
  foreach t in array array['senders', 'sending_domains'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
