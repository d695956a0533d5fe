-- An account at a provider to practice with, on a development machine. What it sends reaches nobody.
alter table connections add column practice boolean not null default false;
