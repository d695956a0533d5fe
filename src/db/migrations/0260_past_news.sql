-- What lapses while it waits for sending hours: nobody gets it, or its readers get it in their next digest as past news.
alter table sending_hours add column late text not null default 'nothing' check (late in ('nothing', 'digest'));

-- By the hours that a fan-out waits for; `lapsed` is why it goes into digests.
alter table fan_outs add column late text not null default 'nothing' check (late in ('nothing', 'digest'));
alter table fan_outs add column lapsed text check (lapsed in ('moved', 'expired'));

-- Listed as past news, and why.
alter table digest_items add column lapsed text check (lapsed in ('moved', 'expired'));
