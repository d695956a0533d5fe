-- What members write to each other about an alert. A comment is never changed: its author can withdraw it, and then the
-- text is gone and who withdrew it stays.
create table alert_comments (
  workspace_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  -- Null once that person's account is deleted.
  author_id uuid references users on delete set null,
  -- A mention is `@{` the member's id `}`: shown by the name of the moment.
  text text check (length(text) between 1 and 4000),
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (workspace_id, id),
  check ((text is null) = (withdrawn_at is not null)),
  foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete cascade
);
create index alert_comments_alert on alert_comments (workspace_id, alert_id, created_at, id);
create index alert_comments_author on alert_comments (workspace_id, author_id, created_at);

alter table alert_comments enable row level security;
alter table alert_comments force row level security;
create policy tenant on alert_comments to bellwire_app
  using (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
grant select, insert, update (text, withdrawn_at) on alert_comments to bellwire_app;

-- A hold on a brand or a symbol keeps comments too.
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
       or e.kind in ('decision', 'edit', 'carried_over', 'correction', 'deliveries', 'recall', 'finding', 'comment') and (
         h.scope = 'brand' and coalesce(e.body::jsonb #>> '{about,brand}', a.brand_id::text, h.target) = h.target
         or h.scope = 'symbol' and (a.id is null or h.target in (i.symbol, a.about))))
$$;
