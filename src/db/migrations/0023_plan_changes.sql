-- Whoever asks a payment provider for a change has the workspace's payments for himself until he is done or this has
-- passed; no transaction stays open while the provider thinks.
alter table subscriptions
  add column asking_by uuid,
  add column asking_until timestamptz,
  -- When the plan was agreed on with people: what a provider still tells of a subscription from before is no news.
  add column set_by_hand_at timestamptz;

-- A checkout whose price was made for what is not so any more.
alter table checkouts drop constraint checkouts_state_check;
alter table checkouts add constraint checkouts_state_check check (state in ('open', 'paid', 'declined', 'expired'));
