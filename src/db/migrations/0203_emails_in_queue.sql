-- Emails to the team that an operator adds, so that they have a place in the support queue as well.
alter table contact_messages
  drop constraint contact_messages_kind_check,
  add constraint contact_messages_kind_check check (kind in ('contact', 'sales', 'feedback', 'mailed'));
