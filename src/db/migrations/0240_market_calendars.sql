-- Stock exchanges in London, Frankfurt, Tokyo and Hong Kong, and US index futures.
alter table instruments drop constraint instruments_session_check;
alter table instruments add constraint instruments_session_check check (session in (
  'crypto', 'fx', 'us-equity', 'us-equity-extended', 'us-futures', 'london', 'frankfurt', 'tokyo', 'hong-kong'));

-- Futures are an instrument class of their own. What a policy blocks for them is what it blocks for a class that none of
-- its rules names; where each is named, what it blocks for stocks.
alter table brands no force row level security;
update brands b
   set blocked = b.blocked || coalesce(
     (select jsonb_object_agg(kind || '/futures', b.blocked -> (kind || '/' || unnamed.class))
        from unnest(array['factual', 'recommendation']) kind,
             lateral (select coalesce(
               (select c from unnest(array['stocks', 'fx', 'crypto', 'none']) with ordinality as classes (c, n)
                 where not coalesce(b.countries -> 'rules' @> jsonb_build_array(jsonb_build_object('instrumentClass', c)), false)
                 order by n limit 1),
               'stocks') as class) unnamed
       where b.blocked ? (kind || '/' || unnamed.class)),
     '{}')
 where b.blocked <> '{}';
alter table brands force row level security;
