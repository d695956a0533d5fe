-- An alert that a policy let through is asked about again where its symbol came on the watch list before anything of it went
-- out. What was opened for it is undone; what somebody may have got never is.
grant delete on fan_outs, deliveries, digest_items to bellwire_app;
create policy nothing_sent on deliveries as restrictive for delete to bellwire_app
  using (state in ('pending', 'held', 'retry') or (state = 'rejected' and attempts = 0));
create policy nothing_sent on digest_items as restrictive for delete to bellwire_app
  using (digest_id is null);
