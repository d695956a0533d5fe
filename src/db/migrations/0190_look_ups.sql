-- Deliveries whose outcome is unknown are looked for at the provider, at the time in next_attempt_at.
alter policy engine_reads on deliveries
  using ((state in ('pending', 'sending', 'retry') or (state in ('held', 'unknown') and next_attempt_at is not null))
    and workspace_id <> '01900000-0000-7000-8000-0000000000de');
create index deliveries_looked_for on deliveries (next_attempt_at)
  where state = 'unknown' and next_attempt_at is not null;
-- What else went to a place: a message found there may be another delivery's.
create index deliveries_to_place on deliveries (workspace_id, target_id, updated_at) where contact_id is null;
