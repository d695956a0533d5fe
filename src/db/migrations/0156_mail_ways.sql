-- The language that a person's browser asked for when they signed up: their emails are written in it.
alter table sign_ups add column language text check (language ~ '^[a-z]{2}$');

-- Leaving by an email to the address in List-Unsubscribe.
alter table unsubscriptions drop constraint unsubscriptions_source_check;
alter table unsubscriptions add constraint unsubscriptions_source_check
  check (source in ('one_click', 'link', 'mail', 'preferences', 'settings', 'api'));
