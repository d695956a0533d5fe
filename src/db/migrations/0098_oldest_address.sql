-- Which channels a workspace uses, and since when, is asked at every approval: by an index, however many people there are.
create index addresses_by_channel on addresses (workspace_id, channel, created_at);
