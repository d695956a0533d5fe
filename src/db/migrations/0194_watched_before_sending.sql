-- An alert that a policy approved needs a review after all if its symbol is put on the watch list before the first send. Its
-- fan-outs and unsent deliveries are deleted. A delivery that may have reached a person never is.
grant delete on fan_outs, deliveries, digest_items to bellwire_app;
create policy nothing_sent on deliveries as restrictive for delete to bellwire_app
  using (state in ('pending', 'held', 'retry') or (state = 'rejected' and attempts = 0));
create policy nothing_sent on digest_items as restrictive for delete to bellwire_app
  using (digest_id is null);
