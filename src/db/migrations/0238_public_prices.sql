-- Prices of some sources may not be shown where anyone can read them: those of an operator's key without such a license.
alter table instruments add column public_prices boolean not null default true;
