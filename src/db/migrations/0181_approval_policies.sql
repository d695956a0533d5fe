-- Approval policies of a workspace, each with every version of its content. Rules and routes name one of the standard
-- policies, or one of these by its id.
create table approval_policies (
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
create unique index approval_policies_name on approval_policies (workspace_id, lower(name)) where deleted_at is null;

create table approval_policy_versions (
  workspace_id uuid not null,
  policy_id uuid not null,
  version integer not null check (version >= 1),
  content jsonb not null,
  -- Who saved it, by the name of then.
  made_by text not null,
  created_at timestamptz not null,
  primary key (workspace_id, policy_id, version),
  foreign key (workspace_id, policy_id) references approval_policies (workspace_id, id) on delete cascade
);

-- What was known about an alert when its policy decided, under which policy, and what it decided. The content of the
-- policy stays here as it was: it says who may approve the alert, and until when.
create table alert_assessments (
  workspace_id uuid not null,
  alert_id uuid not null,
  -- The workspace's policy; null for a standard one.
  policy_id uuid,
  policy_name text not null,
  policy_version integer not null,
  policy_content jsonb not null,
  inputs jsonb not null,
  outcome text not null check (outcome in ('send', 'review')),
  score numeric,
  -- When owners were asked because nobody had decided.
  escalated_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, alert_id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);

-- Of a policy that asks two people: the first approval of a revision.
create table alert_votes (
  workspace_id uuid not null,
  alert_id uuid not null,
  revision_hash text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (workspace_id, alert_id, revision_hash, user_id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);

do $$
declare t text;
begin
  for t in select c.conrelid::regclass::text from pg_constraint c
            where c.contype = 'c' and c.conrelid in ('routes'::regclass, 'rules'::regclass)
              and pg_get_constraintdef(c.oid) like '%approval%' loop
    execute format('alter table %s drop constraint %I', t, t || '_approval_check');
    execute format(
      'alter table %s add constraint %I check (approval in (''auto'', ''human'', ''smart'') or approval ~ ''^[0-9a-f-]{36}$'')',
      t, t || '_approval_check');
  end loop;
  foreach t in array array['approval_policies', 'approval_policy_versions', 'alert_assessments', 'alert_votes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;

-- Who last changed what makes a rule's alerts: not an approver of them where a policy says so.
alter table rules add column changed_by uuid references users on delete set null;
