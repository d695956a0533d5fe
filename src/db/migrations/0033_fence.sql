-- Whoever writes under a lease keeps others from taking it, as before (0027): they lock its row for update. Renewing the
-- lease changes no key, and by this lock no longer waits for those who write, nor they for it.
create or replace function holds_feed_shard(of_feed text, of_shard smallint, of_epoch bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform 1 from feed_shards where feed = of_feed and shard = of_shard and epoch = of_epoch for key share;
  return found;
end $$;
