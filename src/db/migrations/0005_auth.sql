-- The rest of the account service: one-time tokens of every kind, flows, factors, limits, the audit trail.

alter table users
  add column recovery_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz,
  add column invited_at timestamptz,
  add column new_email text check (new_email = lower(new_email) and length(new_email) between 3 and 320),
  add column email_change_sent_at timestamptz,
  -- Which of the two mails of a change of address has been answered.
  add column email_change_accepted text check (email_change_accepted in ('current', 'new'));

-- The server's half of a PKCE flow: begun by a request, given a code when the mailed link is opened.
create table auth_flows (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  method text not null,
  challenge text not null,
  challenge_method text not null check (challenge_method in ('s256', 'plain')),
  code_hash bytea unique,
  created_at timestamptz not null,
  code_issued_at timestamptz
);
create index auth_flows_user on auth_flows (user_id);
create index auth_flows_created on auth_flows (created_at);

alter table one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check
    (kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  -- The six digits that may be typed instead of opening the link, as a MAC; and how often wrong ones were.
  add column code_hash bytea,
  add column code_tries smallint not null default 0,
  -- Asked for by somebody who could not sign in: what was set up before the address was confirmed is not his.
  add column starts_afresh boolean not null default false,
  -- No foreign key: a link whose flow is gone says so, instead of being unknown.
  add column flow_id uuid;
create index one_time_tokens_expiry on one_time_tokens (expires_at);

create table auth_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text not null default '' check (length(friendly_name) <= 200),
  status text not null check (status in ('unverified', 'verified')),
  sealed_secret text not null,
  -- The newest time step whose code was taken: no code is taken twice.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, friendly_name)
);

create table auth_challenges (
  id uuid primary key,
  factor_id uuid not null references auth_factors on delete cascade,
  ip inet,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_challenges_factor on auth_challenges (factor_id);

alter table sessions
  add column factor_id uuid references auth_factors on delete set null,
  -- Refresh tokens with a smaller counter are from before the session was raised, and good for nothing.
  add column refresh_floor integer not null default 0;

-- How often something was done in the current window. Unlogged: after a crash everybody begins anew.
create unlogged table auth_limits (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index auth_limits_resets on auth_limits (resets_at);

-- What happened to an account; its owner reads it.
create table account_events (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  event text not null,
  ip inet,
  user_agent text,
  at timestamptz not null
);
create index account_events_user on account_events (user_id, at desc);

grant select, insert, update, delete on auth_flows, auth_factors, auth_challenges, auth_limits to bellwire_app;
grant select, insert on account_events to bellwire_app;
