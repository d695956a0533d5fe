-- What is on its way to a place: an endpoint may get alerts on a symbol one after the other.
create index deliveries_open_at_place on deliveries (workspace_id, target_id, fan_out_id)
  where contact_id is null and state in ('pending', 'held', 'sending', 'retry');
create index fan_outs_open_to_place on fan_outs (workspace_id, destination_id) where state = 'open' and destination_id is not null;
