-- Documents of a workspace. Their bytes lie outside the database, under random keys; what is known of them stands here.

create table document_folders (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  -- Null: at the top.
  parent_id uuid,
  name text not null check (length(name) between 1 and 120),
  -- The name as it is compared and sorted: made by the program, so that every server agrees on it.
  name_key text collate "C" not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references document_folders (workspace_id, id) on delete cascade,
  check (parent_id <> id)
);
create unique index document_folders_name on document_folders (workspace_id, parent_id, name_key) nulls not distinct;

-- Every key that may have bytes in the store. A row is there before the first byte and goes after the last one:
-- whatever dies in between, somebody finds the bytes and takes them away.
create table document_objects (
  -- No reference: the bytes of a workspace that has gone have to go too.
  workspace_id uuid not null,
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  -- From then on they may be taken away; null while a document has them.
  doomed_at timestamptz,
  primary key (workspace_id, key)
);
create index document_objects_doomed on document_objects (doomed_at) where doomed_at is not null;

-- What the documents of a workspace take up, deleted ones that can still be brought back included.
create table document_storage (
  workspace_id uuid primary key references workspaces on delete cascade,
  bytes bigint not null check (bytes >= 0)
);

create table documents (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  folder_id uuid,
  name text not null check (length(name) between 1 and 200),
  name_key text collate "C" not null,
  -- What its content is, whatever its name says.
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  charset text,
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  object_key text not null,
  uploaded_by uuid,
  uploaded_by_name text not null check (length(uploaded_by_name) <= 320),
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, folder_id) references document_folders (workspace_id, id),
  foreign key (workspace_id, object_key) references document_objects (workspace_id, key)
);
create unique index documents_name on documents (workspace_id, folder_id, name_key) nulls not distinct
  where deleted_at is null;
create index documents_newest on documents (workspace_id, created_at, id) where deleted_at is null;
create index documents_size on documents (workspace_id, size, id) where deleted_at is null;
create index documents_names on documents (workspace_id, name_key, id) where deleted_at is null;
create index documents_folder on documents (workspace_id, folder_id) where deleted_at is null;
create index documents_deleted on documents (deleted_at) where deleted_at is not null;

create table document_links (
  workspace_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  -- SHA-256 of what stands in the address: whoever reads the table cannot open anything.
  token_hash bytea not null check (length(token_hash) = 32),
  created_by uuid,
  created_by_name text not null check (length(created_by_name) <= 320),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opens integer not null default 0,
  downloads integer not null default 0,
  opened_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade
);
create unique index document_links_token on document_links (token_hash);
create index document_links_document on document_links (workspace_id, document_id);

-- A document that goes, by whatever hand, gives its room back and leaves its bytes to be taken away.
create function document_gone() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  update document_objects set doomed_at = now() where workspace_id = old.workspace_id and key = old.object_key;
  update document_storage set bytes = bytes - old.size where workspace_id = old.workspace_id;
  return null;
end $$;
create trigger document_gone after delete on documents for each row execute function document_gone();

do $$
declare t text;
begin
  foreach t in array array['document_folders', 'document_objects', 'document_storage', 'documents', 'document_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($policy$create policy tenant on %I to bellwire_app
      using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
      with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)$policy$, t);
  end loop;
end $$;
grant select, insert, update, delete on document_folders, documents to bellwire_app;
grant select, insert, update on document_objects, document_storage, document_links to bellwire_app;

-- Whoever holds the address of a link holds its token, and sees this one row before a workspace is in sight.
create policy by_token on document_links for select to bellwire_app
  using (token_hash = decode(nullif(current_setting('app.document_link', true), ''), 'hex'));

-- Named cross-tenant questions: which documents were deleted long enough ago, and which bytes may be taken away.
grant select (workspace_id, id, deleted_at) on documents to bellwire_system;
create policy upkeep_reads on documents for select to bellwire_system
  using (deleted_at < now() - interval '30 days');
grant select, delete on document_objects to bellwire_system;
create policy upkeep_reads on document_objects for select to bellwire_system using (doomed_at < now());
create policy upkeep_deletes on document_objects for delete to bellwire_system using (doomed_at < now());
