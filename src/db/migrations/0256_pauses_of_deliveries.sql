-- Attempts that the provider answered by asking to wait: like those that found no server, they count as no try.
alter table deliveries add column pauses integer not null default 0;
