-- Keys of the installation itself, sealed: what it signs messages to devices with. Made once, for every process alike.
create table installation_keys (
  purpose text primary key check (length(purpose) between 1 and 40),
  public_key text not null check (length(public_key) between 20 and 2000),
  sealed text not null check (length(sealed) between 20 and 4000),
  created_at timestamptz not null
);
grant select, insert, update on installation_keys to bellwire_app;

-- An address may be a device that registered itself on a page of a brand. Then it shows that brand's alerts alone, and what
-- reaches it is sealed; the address is what people see of it.
alter table addresses
  add column sealed text check (length(sealed) <= 8000),
  add column brand_id uuid,
  add foreign key (workspace_id, brand_id) references brands (workspace_id, id);
