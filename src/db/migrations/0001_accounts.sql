-- Accounts: people and their sessions. These rows belong to no workspace; the auth service alone reads them.
-- The roles bellwire_app and bellwire_system exist before the first migration (src/db/roles.ts).

grant usage on schema public to bellwire_app, bellwire_system;

create table users (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on users (email);

-- A refresh token is a signed (session, counter) pair and is stored nowhere: the counter says which one is current.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  refresh_counter integer not null default 0,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Tokens that were mailed: only their SHA-256 is kept.
create table one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user on one_time_tokens (user_id);

grant select, insert, update, delete on users, sessions, one_time_tokens to bellwire_app;
