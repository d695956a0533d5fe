-- The list of instruments is read a page at a time, by symbol, in an order that no locale changes. Those that are shared
-- alone: of its own a workspace has fifty at most, and the ones of others are never looked through.
create index instruments_by_symbol on instruments (symbol collate "C", id) where not owned;
