import {
  hookCallSchema,
  hookCallsSchema,
  externalRuleChangeSchema,
  externalRuleFormSchema,
  externalRuleMadeSchema,
  externalRuleSchema,
  externalRulesSchema,
} from '#src/shared/external/rules.ts';
import { component, endpoints } from '../../contract/endpoint.ts';
import { RuleRoute } from '../rules/contract.ts';

const OutsideRules = component({ name: 'OutsideRules', schema: externalRulesSchema });
const OutsideRuleForm = component({ name: 'OutsideRuleForm', schema: externalRuleFormSchema });
const OutsideRuleMade = component({
  name: 'OutsideRuleMade',
  schema: externalRuleMadeSchema,
  fields: { address: 'The webhook’s address. It contains the secret and is shown once.' },
});
const OutsideRule = component({
  name: 'OutsideRule',
  schema: externalRuleSchema,
  fields: {
    settings: 'Daily limit, end date and hours.',
    outside: 'What triggers it, and its frequency.',
    reading: 'The trigger in plain words.',
    routes:
      'Who gets its alerts, in which brand. Empty: the workspace’s members get them, in the default brand.',
    hook: 'First characters of its secret, and number of accepted calls; null if it isn’t a webhook.',
  },
  holds: [RuleRoute],
});
const OutsideRuleChange = component({ name: 'OutsideRuleChange', schema: externalRuleChangeSchema });
const HookCall = component({
  name: 'HookCall',
  schema: hookCallSchema,
  fields: { reason: 'Why it triggered no alert.' },
});
const HookCalls = component({ name: 'HookCalls', schema: hookCallsSchema, holds: [HookCall] });

const RULE = { id: 'The id of the rule.' };
const THE_RULE = { id: '$OUTSIDE_RULE_ID' };

export const EXTERNAL = endpoints('Outside', {
  list: {
    method: 'get',
    path: '/outside-rules',
    needs: 'rules:read',
    summary: 'List rules on external events',
    description:
      'Rules on webhooks, news and calendars, newest first. Webhooks have the number of calls they accepted.',
    query: { deleted: { says: '`yes`: deleted rules, which you can restore.' } },
    answer: { status: 200, says: 'All rules.', schema: OutsideRules },
    example: {},
  },
  make: {
    method: 'post',
    path: '/outside-rules',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Create a rule on external events',
    description:
      'A calendar rule triggers a number of minutes before an entry (`before`), at its time (`at`), or when its figure is released (`released`). It can filter by kind, importance, country and currency codes, symbols and words, and by how a released figure compares with the forecast: above, below, or off by `percent`. It triggers once per entry and occasion; if the time moves, so does the reminder. `settings` can limit the alerts per day, set an end date and set the hours in which it triggers, in the time zone of the hours, else UTC. A webhook returns its `address`, which contains its secret and is shown once: anyone who has it can create alerts. POST JSON or plain text to it, at most 16 kB and 60 calls a minute. The fields ticker, exchange, action, close, open, high, low, volume, currency, interval, time, title and message become facts of the alert, exactly as sent; other fields are stored as evidence. A call is a duplicate if its `event_id` was received before, or if the same body was received less than 30 seconds before.',
    body: { schema: OutsideRuleForm, required: true },
    answer: { status: 201, says: 'The rule, with its address.', schema: OutsideRuleMade },
    errors: ['bad_json', 'validation_failed', 'plan_limit', 'confirm_email_first'],
    keepsAnswer: false,
    example: {
      body: {
        name: 'Signals of my chart',
        outside: { kind: 'webhook', cooldownMinutes: 5 },
        settings: { most_per_day: 20, repeat_minutes: [60, 240, 1440] },
      },
    },
  },
  one: {
    method: 'get',
    path: '/outside-rules/{id}',
    needs: 'rules:read',
    summary: 'One rule on external events',
    description: 'Deleted rules are returned too. The address isn’t shown again.',
    params: RULE,
    answer: { status: 200, says: 'The rule.', schema: OutsideRule },
    errors: ['not_found'],
    example: { params: THE_RULE },
  },
  change: {
    method: 'patch',
    path: '/outside-rules/{id}',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Change, pause or resume a rule on external events',
    description: 'Fields you leave out keep their values. You can’t change the kind of its source.',
    params: RULE,
    body: { schema: OutsideRuleChange, required: true },
    answer: { status: 200, says: 'The rule.', schema: OutsideRule },
    errors: ['bad_json', 'validation_failed', 'not_found', 'plan_limit'],
    example: { params: THE_RULE, body: { approval: 'human' } },
  },
  duplicate: {
    method: 'post',
    path: '/outside-rules/{id}/duplicate',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Duplicate a rule on external events',
    description: 'The copy is paused. For a webhook it has its own `address`, shown once.',
    params: RULE,
    answer: { status: 201, says: 'The copy, with its address.', schema: OutsideRuleMade },
    errors: ['not_found', 'validation_failed', 'confirm_email_first'],
    keepsAnswer: false,
    example: { params: THE_RULE },
  },
  remove: {
    method: 'delete',
    path: '/outside-rules/{id}',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Delete a rule on external events',
    description: 'Its address stops working. You can restore the rule. Its alerts stay.',
    params: RULE,
    answer: { status: 204, says: 'The rule is deleted.' },
    errors: ['not_found'],
    example: { params: { id: '$OUTSIDE_RULE_ID' } },
  },
  restore: {
    method: 'post',
    path: '/outside-rules/{id}/restore',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Restore a deleted rule on external events',
    description:
      'It’s active or paused, as before, and a webhook’s address works again. Create a new address if someone else may have it.',
    params: RULE,
    answer: { status: 200, says: 'The rule.', schema: OutsideRule },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$DELETED_OUTSIDE_RULE_ID' } },
  },
  rotateSecret: {
    method: 'post',
    path: '/outside-rules/{id}/secret',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Create a new address for a webhook',
    description: 'Shown once. The previous address stops working at once.',
    params: RULE,
    answer: { status: 200, says: 'The rule, with its new address.', schema: OutsideRuleMade },
    errors: ['not_found', 'validation_failed', 'confirm_email_first'],
    keepsAnswer: false,
    example: { params: THE_RULE },
  },
  calls: {
    method: 'get',
    path: '/outside-rules/{id}/calls',
    needs: 'rules:read',
    summary: 'List calls of a webhook',
    description:
      'The newest 100 calls of the last 30 days with their results. `accepted`: triggered an alert. `repeated`: a duplicate. `quiet`: valid, but the rule was paused, in cooldown, ended, outside its hours, at its daily limit or read-only. `refused`: couldn’t be read.',
    params: RULE,
    answer: { status: 200, says: 'Newest first.', schema: HookCalls },
    errors: ['not_found'],
    example: { params: THE_RULE },
  },
});
