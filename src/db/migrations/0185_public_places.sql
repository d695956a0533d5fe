-- Names of places that anyone can open at an address of ours, over all workspaces. A name that was given up stays with its
-- workspace: nobody else takes over its readers.
create table public_places (
  workspace_id uuid not null references workspaces on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9]){2,47}$'),
  destination_id uuid not null,
  taken_at timestamptz not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, destination_id) references destinations (workspace_id, id) on delete cascade
);
create unique index public_places_slug on public_places (slug);
create index public_places_destination on public_places (workspace_id, destination_id);

alter table public_places enable row level security;
alter table public_places force row level security;
create policy tenant on public_places to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
-- Who knows a name sees whose it is, before a workspace is chosen.
create policy by_slug on public_places for select to bellwire_app
  using (slug = nullif(current_setting('app.public_place', true), ''));
grant select, insert, update, delete on public_places to bellwire_app;

-- What a place has been sent, newest first: what its public page shows.
create index deliveries_published on deliveries (workspace_id, target_id, sent_at desc, id desc)
  where contact_id is null and state = 'sent';
