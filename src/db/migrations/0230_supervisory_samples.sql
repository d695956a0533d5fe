-- Alerts that a policy approved and that a person looks at afterwards: a share of them, drawn by the alert's id and the
-- version of the policy. The finding is on the ledger too.
create table supervisory_samples (
  workspace_id uuid not null,
  alert_id uuid not null,
  -- The policy as it was called then.
  policy_id uuid not null,
  policy_name text not null,
  policy_version integer not null,
  revision_hash text not null,
  sampled_at timestamptz not null,
  verdict text check (verdict in ('none', 'finding')),
  category text check (length(category) between 1 and 40),
  note text check (length(note) between 1 and 1000),
  judged_by text,
  judged_at timestamptz,
  primary key (workspace_id, alert_id),
  check ((verdict is null) = (judged_by is null) and (verdict is null) = (judged_at is null)),
  check ((category is not null) = (verdict is not distinct from 'finding')),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index supervisory_samples_open on supervisory_samples (workspace_id, sampled_at) where verdict is null;
create index supervisory_samples_judged on supervisory_samples (workspace_id, judged_at desc) where verdict is not null;

alter table supervisory_samples enable row level security;
alter table supervisory_samples force row level security;
create policy tenant on supervisory_samples to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update, delete on supervisory_samples to bellwire_app;

-- A hold on a brand or a symbol keeps findings too.
create or replace function ledger_first_held(workspace uuid) returns bigint
  language sql stable set search_path = public, pg_temp
as $$
  select min(e.sequence)
    from ledger_holds h
    join ledger_entries e on e.workspace_id = h.workspace_id
     and e.at >= coalesce(h.from_at, '-infinity') and e.at < coalesce(h.to_at, 'infinity')
    left join alerts a on h.scope in ('brand', 'symbol') and a.workspace_id = e.workspace_id
     and a.id = case when e.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.subject::uuid end
    left join instruments i on i.id = a.instrument_id
   where h.workspace_id = workspace
     and not exists (select 1 from ledger_hold_lifts l where l.workspace_id = workspace and l.hold_id = h.id)
     and (h.scope = 'ledger' or h.scope = 'alert' and e.subject = h.target
       or e.kind in ('decision', 'edit', 'carried_over', 'correction', 'deliveries', 'recall', 'finding') and (
         h.scope = 'brand' and coalesce(e.body::jsonb #>> '{about,brand}', a.brand_id::text, h.target) = h.target
         or h.scope = 'symbol' and (a.id is null or h.target in (i.symbol, a.about))))
$$;
