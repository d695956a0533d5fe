-- A device's address is a name that people see and the mark of what reaches it: `Chrome on Android · 3f9a2c4155d0e1aa`. It is
-- known by the mark, since a browser's name changes.
create index addresses_of_device on addresses (workspace_id, channel, split_part(address, ' · ', 2))
  where brand_id is not null;
