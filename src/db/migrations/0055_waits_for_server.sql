-- A delivery that is tried again because nobody was at its provider's server. It is due at once when the server is back,
-- and attempts that found nobody are counted apart: they were no answer.
alter table deliveries
  add column waits_for_server boolean not null default false,
  add column server_waits integer not null default 0;
create index deliveries_waiting_for_server on deliveries (workspace_id, alert_id) where waits_for_server;
