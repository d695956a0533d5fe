-- Whether an alert still waits for its planned time. Set back in the transaction that sends it, gives it up or cancels it.
alter table composed_alerts add column planned boolean not null default false;
alter table composed_alerts add constraint composed_alerts_planned check (not planned or send_at is not null);
drop index composed_alerts_send;
create index composed_alerts_planned on composed_alerts (send_at) where planned;
create index composed_alerts_agenda on composed_alerts (workspace_id, send_at) where planned;

-- The engine looks for what is due, over all workspaces.
grant select (workspace_id, alert_id, send_at, planned) on composed_alerts to bellwire_system;
create policy engine_reads_due on composed_alerts for select to bellwire_system using (planned);
