-- What visitors leave: leads, over /rest/v1 with row security.
select 1;
