-- Since when nothing that was sent over a connection has arrived; null while something does, and where its channel
-- doesn't give up after some days.
alter table connections add column failing_since timestamptz;
