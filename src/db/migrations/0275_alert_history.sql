-- Where the bar of an alert's event stands in the history of its symbol: computed once, when the alert is written.
alter table alerts add column history jsonb;
