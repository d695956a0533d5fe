-- What a brand may send to which country, and the places that follow as blocked, which claims look up.
alter table brands
  add column countries jsonb not null default '{"rules": [], "unknown": "strictest", "public": []}'
    check (jsonb_typeof(countries) = 'object'),
  add column blocked jsonb not null default '{}' check (jsonb_typeof(blocked) = 'object');

-- Which disclosures of its revision a rendition carries: the set's number, 0 is none.
alter table renditions
  add column disclosure smallint not null default 0 check (disclosure >= 0),
  drop constraint renditions_once,
  add constraint renditions_once unique (workspace_id, alert_id, revision_id, channel, language, disclosure);
