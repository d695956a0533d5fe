-- What a trial run led to: its alert, and a digest of what was found and how it would be written. A later run with the
-- same digest leads to the alert that is there.
alter table trial_runs
  add column alert_id uuid,
  add column result_key text,
  add foreign key (workspace_id, alert_id) references alerts (workspace_id, id) on delete set null (alert_id);
create index trial_runs_alert on trial_runs (workspace_id, alert_id) where alert_id is not null;
