-- Goes up with every change that is found while the check is open: a check that has begun before knows that it must begin
-- again. Numbers of changes don't say it, as a lower one may be committed later.
alter table bar_corrections add column version integer not null default 1;
