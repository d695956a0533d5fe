-- Cards for posts can be dark as well.
alter table brands
  drop constraint brands_dark_pictures_check,
  add constraint brands_dark_pictures_check check (dark_pictures in ('off', 'readers', 'chats', 'posts'));
