-- Why a message of a replay failed for good, the last one that did.
alter table endpoint_replays add column failure text;
