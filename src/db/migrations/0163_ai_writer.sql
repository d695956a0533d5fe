-- The model that a workspace's alerts are written by. A workspace without a row uses the built-in writer. `sealed` holds
-- the key. Prices are ten-thousandths of a US dollar per million tokens; null is the listed price of the model.
create table ai_writers (
  workspace_id uuid primary key references workspaces on delete cascade,
  is_on boolean not null default false,
  source text not null default 'own' check (source in ('installation', 'own')),
  provider text not null check (length(provider) between 1 and 40),
  address text check (length(address) <= 500),
  model text check (length(model) <= 200),
  sealed text,
  input_price integer check (input_price >= 0),
  output_price integer check (output_price >= 0),
  cap_cents integer not null check (cap_cents >= 0),
  checked_at timestamptz,
  checked_outcome text,
  updated_at timestamptz not null
);

-- Each time a model was asked, or would have been. `cost_microcents` of a call that hasn't ended is the most it may cost.
create table ai_writer_calls (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('alert', 'playground', 'check')),
  alert_id uuid,
  language text,
  source text not null check (source in ('installation', 'own')),
  provider text not null,
  model text not null,
  -- Null until it ended.
  outcome text,
  refusals jsonb not null default '[]',
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_microcents bigint not null default 0,
  took_ms integer not null default 0,
  -- Of the ledger's bytes.
  prompt_hash text,
  answer_hash text,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index ai_writer_calls_alert on ai_writer_calls (workspace_id, alert_id) where alert_id is not null;
create index ai_writer_calls_recent on ai_writer_calls (workspace_id, created_at desc);

-- What a month cost, by whose account paid. It counts calls that run with the most they may cost, so that calls beside
-- each other can't spend more than the cap.
create table ai_writer_months (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  source text not null check (source in ('installation', 'own')),
  calls integer not null default 0,
  written integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_microcents bigint not null default 0,
  primary key (workspace_id, month, source)
);

do $$
declare t text;
begin
  foreach t in array array['ai_writers', 'ai_writer_calls', 'ai_writer_months'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I to bellwire_app
         using (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to bellwire_app', t);
  end loop;
end $$;
