-- Whether a brand's alerts have a dark picture beside the light one: none, for readers in dark mode, or in chats as well.
alter table brands
  add column dark_pictures text not null default 'off' check (dark_pictures in ('off', 'readers', 'chats'));
