-- Alerts that wait for a review are looked at each minute, so that those that nobody reviewed end.
create index alerts_waiting on alerts (updated_at) where state = 'pending_review';
create policy engine_reads_waiting on alerts for select to bellwire_system using (state = 'pending_review');
