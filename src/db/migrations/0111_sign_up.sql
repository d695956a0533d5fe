-- Forms by which readers sign up themselves, and sign-ups until they are confirmed.

create table signup_forms (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  brand_id uuid not null,
  -- A list: who signs up becomes a member of it.
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 120),
  intro text not null check (length(intro) <= 1000),
  -- The sentence that readers agree to, kept with each consent as it was.
  consent text not null check (length(consent) between 1 and 1000),
  button text not null check (length(button) between 1 and 40),
  asks_name boolean not null,
  welcome_subject text not null check (length(welcome_subject) between 1 and 150),
  welcome_text text not null check (length(welcome_text) between 1 and 4000),
  -- Closed forms take no sign-ups; those on their way can still be confirmed.
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, brand_id) references brands (workspace_id, id),
  foreign key (workspace_id, audience_id) references audiences (workspace_id, id)
);
create unique index signup_forms_name on signup_forms (workspace_id, lower(name)) where deleted_at is null;

-- Nobody is a contact before the address is confirmed.
create table sign_ups (
  workspace_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  address text not null check (length(address) between 3 and 320),
  name text not null check (length(name) <= 200),
  ip inet,
  -- What the person agreed to.
  consent text not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  contact_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, form_id) references signup_forms (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);
create index sign_ups_of_form on sign_ups (workspace_id, form_id, at desc);
create index sign_ups_expired on sign_ups (workspace_id, expires_at);
create index sign_ups_address on sign_ups (workspace_id, lower(address));

do $$
declare t text;
begin
  foreach t in array array['signup_forms', 'sign_ups'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
