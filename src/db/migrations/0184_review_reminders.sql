-- When the approvers of an alert that waits were reminded of it.
alter table alert_assessments add column reminded_at timestamptz;
