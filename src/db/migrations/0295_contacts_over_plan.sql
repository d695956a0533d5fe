-- Since when a workspace has more contacts than its plan includes, and how many those were: after a grace, alerts reach
-- the oldest of them only. Null while all fit, and until members were notified.
alter table contact_counts
  add column over_since timestamptz,
  add column over_allowed integer,
  add constraint contact_counts_over check ((over_since is null) = (over_allowed is null));
grant update (over_since, over_allowed) on contact_counts to bellwire_app;
