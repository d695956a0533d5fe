-- The team, or a program with a key, may change what a contact gets.
alter table unsubscriptions drop constraint unsubscriptions_source_check;
alter table unsubscriptions add constraint unsubscriptions_source_check
  check (source in ('one_click', 'link', 'mail', 'preferences', 'settings', 'api', 'team'));
alter table unsubscriptions drop constraint unsubscriptions_ended_source_check;
alter table unsubscriptions add constraint unsubscriptions_ended_source_check
  check (ended_source in ('preferences', 'settings', 'sign_up', 'api', 'team'));
