-- Figures over a month ask how every delivery of its alerts ended: answered from the index alone, without the rows.
create index deliveries_of_alert on deliveries (workspace_id, alert_id) include (channel, state, sent_at);
drop index deliveries_alert;
-- The same as alerts_list.
drop index alerts_recent;
