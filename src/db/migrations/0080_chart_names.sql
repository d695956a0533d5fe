-- Names of the rule language now mean what chart platforms mean by them. Stored rules keep what they meant: their texts
-- take the names under which it goes on. `vwap` was a rolling average, `keltner_*` one of plain means, `change` and `roc`
-- percent, and `stoch_*` smoothed by three where it did not say. Comments and symbols stay as they are.
-- `fromOldNames` (src/shared/rules/old-names.ts) does the same for files of rules; the test holds the two to each other.
create or replace function rule_of_today(old text) returns text language plpgsql immutable as $$
declare
  -- White space and comments may stand between any two words.
  gap constant text := '(?:\s|#[^\n]*(?:\n|$))*';
  -- The longest that fits: a comment, a quoted symbol, `of` with its symbol, a word, or what is none of them.
  one constant text := '^(?:#[^\n]*|"[^"\n]*"|[oO][fF]\M(?:\s|#[^\n]*\n)+[A-Za-z0-9_]+(?:[:.][A-Za-z0-9_]+)*'
    || '|[A-Za-z_][A-Za-z0-9_]*|[^A-Za-z_"#]+|.)';
  rest text := old;
  result text := '';
  token text;
  word text;
begin
  while rest <> '' loop
    token := substring(rest from one);
    rest := substr(rest, length(token) + 1);
    word := lower(token);
    result := result || case word
      when 'vwap' then 'rolling_vwap'
      when 'keltner_upper' then 'keltner_sma_upper'
      when 'keltner_middle' then 'keltner_sma_middle'
      when 'keltner_lower' then 'keltner_sma_lower'
      when 'change' then 'change_pct'
      when 'roc' then 'change_pct'
      else token
    end;
    if word in ('stoch_k', 'stoch_d') then
      if rest !~ ('^' || gap || '\(') then
        result := result || '(14, 3)';
      elsif rest ~ ('^' || gap || '\(' || gap || '\)') then
        rest := regexp_replace(rest, '^(' || gap || '\(' || gap || ')\)', '\114, 3)');
      else
        rest := regexp_replace(rest, '^(' || gap || '\(' || gap || '[0-9.eE+-]+)(' || gap || '\))', '\1, 3\2');
      end if;
    end if;
  end loop;
  return result;
end $$;

-- The new names are longer.
alter table rules drop constraint rules_condition_check;
alter table rules add constraint rules_condition_check check (length(condition) between 1 and 16000);

-- An owner without BYPASSRLS sees nothing of a table whose row security is forced.
alter table rules no force row level security;
alter table events no force row level security;

update rules set condition = rule_of_today(condition)
 where condition ~* '\m(vwap|keltner_(upper|middle|lower)|stoch_[kd]|change|roc)\M';
update rules set settings = jsonb_set(settings, '{rearm}', to_jsonb(rule_of_today(settings->>'rearm')))
 where settings->>'rearm' ~* '\m(vwap|keltner_(upper|middle|lower)|stoch_[kd]|change|roc)\M';

-- Evidence holds the rule, and figures by their texts; the dedupe key holds the rule too, so that a bar that is fed again
-- makes no second event.
update events set
  dedupe_key = rule_of_today(dedupe_key),
  evidence = evidence || jsonb_build_object(
    'rule', rule_of_today(evidence->>'rule'),
    'figures', (select coalesce(jsonb_object_agg(rule_of_today(key), value), '{}') from jsonb_each(evidence->'figures')))
 where detector = 'rule' and dedupe_key ~* '\m(vwap|keltner_(upper|middle|lower)|stoch_[kd]|change|roc)\M';

alter table rules force row level security;
alter table events force row level security;
drop function rule_of_today(text);
