-- The revision that a person approved and took editorial responsibility for, by the hash of its content. A text that a
-- model wrote goes out without its label then.
alter table alerts add column reviewed_hash text;
