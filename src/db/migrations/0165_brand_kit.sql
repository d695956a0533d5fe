-- What makes a brand look and sound like itself, beside its name, its colors and its logo.
alter table brands
  -- Shown on a dark header, in dark mode. The size is in pixels of the page.
  add column logo_dark_hash text,
  add column logo_dark_width integer check (logo_dark_width between 1 and 320),
  add column logo_dark_height integer check (logo_dark_height between 1 and 120),
  add constraint brands_logo_dark_whole
    check (num_nonnulls(logo_dark_hash, logo_dark_width, logo_dark_height) in (0, 3)),
  add foreign key (workspace_id, logo_dark_hash) references media (workspace_id, hash),
  -- Names of the lists in src/shared/brand-kit.ts.
  add column font text not null default 'newswire' check (length(font) between 1 and 40),
  add column shape text not null default 'soft' check (shape in ('square', 'soft', 'round')),
  -- Tone, person, reading level, words to use and to avoid.
  add column voice jsonb not null default '{}' check (jsonb_typeof(voice) = 'object'),
  -- In order; each with its text, its country, its kind of alert and its language, or null for all.
  add column disclaimers jsonb not null default '[]' check (jsonb_typeof(disclaimers) = 'array'),
  -- An IANA zone; null is that of each market.
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column website text check (length(website) between 1 and 500),
  -- Addresses of profiles, by the name of the network.
  add column socials jsonb not null default '{}' check (jsonb_typeof(socials) = 'object');
