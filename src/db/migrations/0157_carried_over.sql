-- Alerts that were approved before there was a ledger, and still have something to send: the ledger says so of each. What
-- they say is kept when the first of it goes out (src/ledger/carried-over.ts). No other alert goes out without a decision.
alter table alerts no force row level security;
alter table fan_outs no force row level security;
alter table deliveries no force row level security;
do $$
declare r record;
begin
  for r in
    select a.workspace_id, a.id, a.approved_hash from alerts a
     where a.approved_hash ~ '^[0-9a-f]{64}$' and a.workspace_id <> '01900000-0000-7000-8000-0000000000de'
       and (exists (select from fan_outs f
                     where f.workspace_id = a.workspace_id and f.alert_id = a.id and f.state = 'open')
            or exists (select from deliveries d
                        where d.workspace_id = a.workspace_id and d.alert_id = a.id
                          and d.state in ('pending', 'held', 'retry', 'sending')))
       and not exists (select from ledger_entries e
                        where e.workspace_id = a.workspace_id and e.subject = a.id::text and e.kind = 'decision')
     order by a.workspace_id, a.id
  loop
    perform set_config('app.workspace_id', r.workspace_id::text, true);
    perform append_to_ledger('carried_over', r.id::text, now(),
      format('{"bytes":[],"revision":"%s"}', r.approved_hash));
  end loop;
  perform set_config('app.workspace_id', '', true);
end $$;
alter table alerts force row level security;
alter table fan_outs force row level security;
alter table deliveries force row level security;
