-- Rules that ask for a review, and whose routes are all fully automated: the rule's own approval never counted there, and
-- the editor no longer shows it. Their owners get one notification.
alter table rules no force row level security;
alter table routes no force row level security;
alter table members no force row level security;
alter table notifications no force row level security;

with meant as (
  select r.workspace_id, r.id, r.name, r.kind, count(*) over mine as rules, row_number() over (mine order by r.name, r.id) as n
    from rules r
   where r.deleted_at is null and r.approval <> 'auto'
     and exists (select from routes w where w.workspace_id = r.workspace_id and w.rule_id = r.id)
     and not exists (select from routes w
                      where w.workspace_id = r.workspace_id and w.rule_id = r.id and w.approval <> 'auto')
  window mine as (partition by r.workspace_id)),
told as (
  select workspace_id, max(rules) as rules,
         string_agg('“' || left(name, 80) || '”', ', ' order by n) filter (where n <= 5) as names,
         case when max(rules) = 1 and min(kind) = 'market' then '/rules/' || min(id::text)
              when bool_and(kind <> 'market') then '/rules/outside' else '/rules' end as link
    from meant group by workspace_id)
insert into notifications (workspace_id, id, user_id, kind, title, text, link, created_at)
select t.workspace_id, gen_random_uuid(), m.user_id, 'approval_of_routes',
       case when t.rules = 1 then 'A rule asks for review, but its routes don’t'
            else t.rules || ' rules ask for review, but their routes don’t' end,
       'Only the approval of each route counts, so these alerts go out without a review: ' || t.names
         || case when t.rules > 5 then ' and ' || t.rules - 5 || ' more' else '' end
         || '. To have them reviewed, open the rule, edit its routes under “Who gets it”, and choose an approval.',
       t.link, now()
  from told t join members m on m.workspace_id = t.workspace_id and m.role = 'owner';

alter table rules force row level security;
alter table routes force row level security;
alter table members force row level security;
alter table notifications force row level security;
