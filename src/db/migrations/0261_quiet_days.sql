-- Days of the week on which a person gets nothing, by the clock of their time zone: 1 is Monday, 7 is Sunday.
alter table preferences add column quiet_days smallint[] not null default '{}'
  check (cardinality(quiet_days) < 7 and quiet_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]);
