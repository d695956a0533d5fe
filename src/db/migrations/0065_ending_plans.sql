-- A plan that its owner has canceled and that runs on until its day says so: 'Ending', not 'Active'.
alter table subscriptions no force row level security;
update subscriptions set status = 'Ending'
 where status = 'Active' and cancel_at_period_end and provider is not null;
alter table subscriptions force row level security;

drop policy renewal_reads on subscriptions;
create policy renewal_reads on subscriptions for select to bellwire_system
  using (provider = 'test' and status in ('Active', 'Ending', 'Payment failed'));
