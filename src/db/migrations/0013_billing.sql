-- Plans: what is paid, until when, and what of it is used.

-- Over the allowance, or the workspace is read-only: the alert is kept and not sent.
alter table alerts drop constraint alerts_state_check;
alter table alerts add check (state in ('drafted', 'pending_review', 'approved', 'rejected', 'expired', 'scheduled',
  'sending', 'sent', 'partly_sent', 'failed', 'unknown', 'withheld'));

-- A workspace outlives the person who subscribed: what is paid is the workspace's.
alter table subscriptions alter column user_id drop not null;
alter table subscriptions drop constraint subscriptions_user_id_fkey;
alter table subscriptions add foreign key (user_id) references users on delete set null;
alter table subscriptions
  add column add_ons text[] not null default '{}',
  -- US cents a month, add-ons included. Null while nothing is paid, or where the price is agreed on otherwise.
  add column monthly_cents integer check (monthly_cents >= 0),
  -- The month that is paid; null where nothing has to be.
  add column period_start timestamptz,
  add column period_end timestamptz,
  add column cancel_at_period_end boolean not null default false,
  add column past_due_since timestamptz,
  -- What the next period begins with, where that is something else.
  add column next_plan_id text check (next_plan_id in ('starter', 'pro')),
  add column next_add_ons text[],
  -- Who takes the payments, under what name, and how far that name's news has been followed.
  add column provider text,
  add column provider_ref text,
  add column provider_started_at timestamptz,
  add column provider_version bigint;
create unique index subscriptions_workspace on subscriptions (workspace_id);

-- What was chosen, and what it would cost. A row grants nothing: only a signed payment event does.
create table checkouts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  provider text not null,
  plan_id text not null check (plan_id in ('starter', 'pro')),
  add_ons text[] not null,
  monthly_cents integer not null check (monthly_cents >= 0),
  credit_cents integer not null check (credit_cents >= 0),
  due_cents integer not null check (due_cents >= 0),
  state text not null check (state in ('open', 'paid', 'declined')),
  -- Kept when the person has left: no reference.
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create index checkouts_list on checkouts (workspace_id, created_at desc);

-- Every event of a payment provider, once, with what became of it.
create table payment_events (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  kind text not null,
  outcome text not null check (outcome in ('applied', 'superseded', 'unknown_checkout')),
  body jsonb not null,
  event_at timestamptz not null,
  received_at timestamptz not null,
  primary key (workspace_id, id),
  unique (provider, event_id)
);
create index payment_events_list on payment_events (workspace_id, received_at desc);

create table invoices (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  number text not null,
  provider text not null,
  provider_ref text not null,
  -- As they were on that day.
  billed_to text not null,
  billed_email text not null,
  -- [{ text, cents }], credits below zero; their sum is the total.
  lines jsonb not null,
  total_cents integer not null check (total_cents >= 0),
  currency text not null check (currency = 'usd'),
  period_start timestamptz not null,
  period_end timestamptz not null,
  paid_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  unique (workspace_id, provider, provider_ref)
);
create index invoices_list on invoices (workspace_id, paid_at desc, id desc);

-- Alerts dispatched and held back in a calendar month, in UTC.
create table usage_months (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null check (extract(day from month) = 1),
  alerts integer not null default 0 check (alerts >= 0),
  withheld integer not null default 0 check (withheld >= 0),
  -- The allowance that was told to be nearly used, and used: a larger one is told of again.
  told_near integer,
  told_full integer,
  primary key (workspace_id, month)
);

do $$
declare t text;
begin
  foreach t in array array['checkouts', 'payment_events', 'invoices', 'usage_months'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
  end loop;
end $$;
grant select, insert, update on checkouts, usage_months to bellwire_app;
-- What was paid stays as it was paid.
grant select, insert on payment_events, invoices to bellwire_app;

-- Named cross-tenant questions: whose month of the built-in test provider is over, and whose trial or grace ends.
grant select (provider, period_end) on subscriptions to bellwire_system;
create policy renewal_reads on subscriptions for select to bellwire_system
  using (provider = 'test' and status in ('Active', 'Payment failed'));
create policy grace_reads on subscriptions for select to bellwire_system
  using (status = 'Trial' and trial_ends_at between now() - interval '21 days' and now() + interval '3 days');
create index subscriptions_renewal on subscriptions (period_end) where provider = 'test';
