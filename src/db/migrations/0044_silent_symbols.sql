-- The instruments of a feed that give no prices while others of it do: they come over a connection of their own.
alter table feed_shards add column silent uuid[] not null default '{}';
