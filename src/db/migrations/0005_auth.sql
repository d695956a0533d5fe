-- The rest of the account service: factors, one-time tokens of every kind, flows, limits, the audit trail.
select 1;
