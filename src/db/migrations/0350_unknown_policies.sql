-- What becomes of a message whose outcome stays unknown because its provider can't be read back.
alter table connections add column when_unknown text not null default 'ask'
  check (when_unknown in ('ask', 'resend', 'leave'));
-- Which of them decided on a delivery; null where none did.
alter table deliveries add column decided_by text check (decided_by in ('resend', 'leave'));
