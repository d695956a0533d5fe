-- Of the tries of a replay's message, those that found no server, and those that were asked to wait: neither counts as one.
alter table endpoint_replays
  add column server_waits integer not null default 0,
  add column pauses integer not null default 0;
