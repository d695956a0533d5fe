-- The browser says it: a link of a notification has one, and that of an email hasn't.
alter table approval_links drop column way;
