-- When approval was asked for again because the price had moved, and at which price. From there the next move counts.
alter table alert_assessments add column asked_again_at timestamptz;
alter table alert_assessments add column asked_again_price numeric check (asked_again_price > 0);
alter table alert_assessments add constraint alert_assessments_asked_again
  check ((asked_again_at is null) = (asked_again_price is null));
-- Since when it waits, where that isn't since it was written: it was approved before, for a later time.
alter table alert_assessments add column waits_since timestamptz;
