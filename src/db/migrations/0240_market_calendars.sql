-- Stock exchanges in London, Frankfurt, Tokyo and Hong Kong, and US index futures.
alter table instruments drop constraint instruments_session_check;
alter table instruments add constraint instruments_session_check check (session in (
  'crypto', 'fx', 'us-equity', 'us-equity-extended', 'us-futures', 'london', 'frankfurt', 'tokyo', 'hong-kong'));
