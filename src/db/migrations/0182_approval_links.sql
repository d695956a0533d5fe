-- Links in emails that ask a person to decide on an alert. Each is one person's, for one revision, and works once.
create table approval_links (
  workspace_id uuid not null,
  -- SHA-256 of what is in the address: reading the table opens nothing.
  token_hash bytea not null check (length(token_hash) = 32),
  alert_id uuid not null,
  revision_hash text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  -- When the review lapsed, as it was known when the email was sent.
  expires_at timestamptz not null,
  used_at timestamptz,
  decision text check (decision in ('approve', 'reject')),
  primary key (workspace_id, token_hash),
  check ((used_at is null) = (decision is null)),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);
create unique index approval_links_token on approval_links (token_hash);
create index approval_links_alert on approval_links (workspace_id, alert_id);
create index approval_links_person on approval_links (workspace_id, user_id, created_at);
create index approval_links_age on approval_links (expires_at);

alter table approval_links enable row level security;
alter table approval_links force row level security;
create policy tenant on approval_links to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
-- Who holds the emailed token sees that one row, before a workspace is chosen.
create policy by_token on approval_links for select to bellwire_app
  using (token_hash = decode(nullif(current_setting('app.approval_link', true), ''), 'hex'));
grant select, insert, update, delete on approval_links to bellwire_app;
-- Links are kept for a month after they end, to say why they don't work.
grant select (workspace_id, token_hash, expires_at), delete on approval_links to bellwire_system;
create policy upkeep_reads on approval_links for select to bellwire_system
  using (expires_at < now() - interval '30 days');
create policy upkeep_deletes on approval_links for delete to bellwire_system
  using (expires_at < now() - interval '30 days');
