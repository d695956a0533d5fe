-- How a brand writes numbers, dates and times. What isn't there is as the alert's language writes it.
alter table brands
  add column formats jsonb not null default '{}' check (jsonb_typeof(formats) = 'object');
