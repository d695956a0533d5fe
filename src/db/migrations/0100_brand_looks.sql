-- What a brand looks like, and the pictures that alerts carry.

-- Bytes of pictures, kept once by their SHA-256. A revision names them by it, so they are never changed and never deleted
-- with what named them.
create table media (
  workspace_id uuid not null references workspaces on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/png')),
  bytes bytea not null check (length(bytes) between 1 and 1048576),
  created_at timestamptz not null,
  primary key (workspace_id, hash)
);
create index media_hash on media (hash);
-- Already compressed.
alter table media alter column bytes set storage external;

alter table media enable row level security;
alter table media force row level security;
create policy tenant on media to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert on media to bellwire_app;

-- For pages and mails that nobody is signed in to: whoever knows the hash of a picture has seen it.
create function media_by_hash(wanted text) returns table (type text, bytes bytea)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select m.type, m.bytes from media m where m.hash = wanted limit 1 $$;
revoke all on function media_by_hash(text) from public;
grant execute on function media_by_hash(text) to bellwire_app;
-- The owner is held by row security as well.
do $$ begin
  execute format('create policy owner_serves on media for select to %I using (true)', current_user);
end $$;

-- Colors are #rrggbb. No accent is the header's color. The logo's size is in pixels of the page.
alter table brands
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  add column logo_hash text,
  add column logo_width integer check (logo_width between 1 and 320),
  add column logo_height integer check (logo_height between 1 and 120),
  add constraint brands_logo_whole check (num_nonnulls(logo_hash, logo_width, logo_height) in (0, 3)),
  add foreign key (workspace_id, logo_hash) references media (workspace_id, hash),
  add column updated_at timestamptz;
alter table brands no force row level security;
update brands set updated_at = created_at;
alter table brands force row level security;
