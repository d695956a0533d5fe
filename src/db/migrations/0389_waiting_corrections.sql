-- What waits for a person is read on each screen of reviews, among many checks that ended with nothing to correct.
create index bar_corrections_waiting on bar_corrections (workspace_id, found_at, id) where state in ('differs', 'proposed');

-- Those are deleted after 30 days.
create index bar_corrections_right on bar_corrections (found_at) where state = 'still_right';
grant delete on bar_corrections to bellwire_system;
create policy engine_reads_right on bar_corrections for select to bellwire_system
  using (state = 'still_right' and found_at < now() - interval '30 days');
create policy engine_deletes_right on bar_corrections for delete to bellwire_system
  using (state = 'still_right' and found_at < now() - interval '30 days');
