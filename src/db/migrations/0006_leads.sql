-- What visitors leave: leads, over /rest/v1 with row security, and what the notifications about them need.
-- The roles bellwire_anon and bellwire_authenticated exist before the first migration (src/db/roles.ts); a request
-- of /rest/v1 steps down to one of them for its transaction.

grant usage on schema public to bellwire_anon, bellwire_authenticated;

create table leads (
  -- A UUIDv7, put together here because servers before 18 have no function for it, and the inserter gives no id.
  id uuid primary key default encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing
        substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid,
  company_name text not null
    constraint leads_company_name_check check (length(btrim(company_name)) between 1 and 200
      and length(company_name) <= 200 and company_name !~ '[[:cntrl:]]'),
  contact_email text not null
    constraint leads_contact_email_check check (length(contact_email) <= 320
      and contact_email !~ '[[:cntrl:]]'
      and contact_email ~ '^[^][:space:]@<>()[\\,;:"]{1,64}@[^][:space:]@<>()[\\,;:".]+([.][^][:space:]@<>()[\\,;:".]+)+$'),
  message_volume text not null
    constraint leads_message_volume_check check (message_volume in ('1', '2', '3', '5', '10+')),
  branded_emails text not null
    constraint leads_branded_emails_check check (branded_emails in ('Yes', 'No', 'Not sure')),
  platforms text[] not null
    constraint leads_platforms_check check (cardinality(platforms) between 1 and 6 and array_ndims(platforms) = 1
      and platforms <@ array['Email', 'Telegram', 'Discord', 'WhatsApp', 'Slack', 'Other']),
  created_at timestamptz not null default now()
);
create index leads_recent on leads (created_at desc);

-- Not forced: the owner, who never serves a request, is how the operator reads them.
alter table leads enable row level security;
create policy anyone_leaves_one on leads for insert to bellwire_anon, bellwire_authenticated with check (true);
-- The columns a visitor fills in. The others are ours; and nobody may read, change or delete.
grant insert (company_name, contact_email, message_volume, branded_emails, platforms) on leads
  to bellwire_anon, bellwire_authenticated;

-- A signed-in person sees the subscription that is his own.
create policy own_subscription on subscriptions for select to bellwire_authenticated
  using (user_id = (nullif(current_setting('app.claims', true), '')::json ->> 'sub')::uuid);
grant select on subscriptions to bellwire_authenticated;

-- Notifications about leads, as the function got them, until their mails are settled and a little longer.
create table lead_notices (
  id uuid primary key,
  company_name text not null,
  contact_email text not null,
  message_volume text not null,
  branded_emails text not null,
  platforms text[] not null,
  consent_marketing boolean not null,
  -- The same content twice within a minute is one notice.
  content_hash bytea not null,
  team_mail text not null check (team_mail in ('queued', 'sent', 'failed')),
  created_at timestamptz not null
);
create index lead_notices_content on lead_notices (content_hash, created_at);
create index lead_notices_age on lead_notices (created_at);

-- How often something was done in a stretch of time. Keys are keyed hashes: no address is kept.
create table lead_limits (
  scope text not null,
  key bytea not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (scope, key, window_start)
);
create index lead_limits_age on lead_limits (window_start);

grant select, insert, update, delete on lead_notices, lead_limits to bellwire_app;
