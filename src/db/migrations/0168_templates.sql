-- Templates of a workspace, each with every version of its content, and what a route chooses: one of our layouts (its
-- style), or a template.
create table templates (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  -- That of its newest content.
  version integer not null check (version >= 1),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create unique index templates_name on templates (workspace_id, lower(name)) where deleted_at is null;

create table template_versions (
  workspace_id uuid not null,
  template_id uuid not null,
  version integer not null check (version >= 1),
  content jsonb not null,
  -- Who saved it, by the name of then.
  made_by text not null,
  -- The version that it was restored from.
  restored integer,
  created_at timestamptz not null,
  primary key (workspace_id, template_id, version),
  foreign key (workspace_id, template_id) references templates (workspace_id, id) on delete cascade
);

alter table routes
  add column style text not null default 'standard' check (style in ('brief', 'standard', 'rich')),
  add column template_id uuid,
  add foreign key (workspace_id, template_id) references templates (workspace_id, id);
create index routes_template on routes (workspace_id, template_id) where template_id is not null;

do $$
declare t text;
begin
  foreach t in array array['templates', 'template_versions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
