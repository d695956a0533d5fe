-- Files of contacts: what was uploaded, how it is read, how far it is, and what to put back when it is undone.
create table contact_imports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  -- The text of the file; null once it isn't needed any more.
  body text,
  header jsonb not null,
  sample jsonb not null,
  delimiter text not null check (length(delimiter) = 1),
  mapping jsonb not null,
  options jsonb not null,
  state text not null check (state in
    ('uploaded', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone', 'failed')),
  problem text check (length(problem) <= 500),
  rows integer not null check (rows >= 0),
  done integer not null default 0 check (done >= 0),
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  rejected integer not null default 0,
  -- The first of them, with line and column.
  faults jsonb not null default '[]',
  by_name text not null default '' check (length(by_name) <= 320),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);

create table contact_import_changes (
  workspace_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  kind text not null check (kind in ('created', 'changed')),
  -- Values by name, of those that differ.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  added_tags text[] not null default '{}',
  added_addresses uuid[] not null default '{}',
  -- Addresses that were another contact's: address and contact in pairs.
  moved_addresses uuid[] not null default '{}',
  moved_from uuid[] not null default '{}',
  primary key (workspace_id, import_id, contact_id),
  foreign key (workspace_id, import_id) references contact_imports (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['contact_imports', 'contact_import_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
