-- Rules, symbols and brands that members have muted: their events are recorded and nothing is sent. A mute ends at its
-- time, without anything having to happen.
create table mutes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('rule', 'symbol', 'brand')),
  -- The id of the rule, the instrument or the brand.
  target uuid not null,
  reason text check (length(reason) between 1 and 200),
  -- `user:` and the id, or `key:` and the key's name.
  muted_by text not null check (length(muted_by) <= 330),
  since timestamptz not null,
  -- Null if it lasts until someone unmutes it.
  until timestamptz,
  -- The time zone in which `until` is shown.
  time_zone text not null check (length(time_zone) between 1 and 64),
  primary key (workspace_id, id),
  unique (workspace_id, kind, target)
);
alter table mutes enable row level security;
alter table mutes force row level security;
create policy tenant on mutes to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on mutes to bellwire_app;
