-- The languages that a brand's alerts are written in. The first is the main one: people who want none of them get it.
alter table brands add column languages text[] not null default '{en}'
  check (languages <@ '{en,de,es,fr,pt,ja}' and cardinality(languages) between 1 and 6);
