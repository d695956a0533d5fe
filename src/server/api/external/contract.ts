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
  fields: { address: 'Where a webhook is called; it holds the secret and is told once.' },
});
const OutsideRule = component({
  name: 'OutsideRule',
  schema: externalRuleSchema,
  fields: {
    settings: 'How many alerts a day at most, when it ends, and within which hours it speaks.',
    outside: 'What makes it speak, and how often it may.',
    reading: 'The same in plain words.',
    routes:
      'Who gets its alerts, in which brand. Empty: the workspace’s members get them, in the default brand.',
    hook: 'The first characters of its secret, and how many calls were taken; null where it has no address.',
  },
  holds: [RuleRoute],
});
const OutsideRuleChange = component({ name: 'OutsideRuleChange', schema: externalRuleChangeSchema });
const HookCall = component({
  name: 'HookCall',
  schema: hookCallSchema,
  fields: { reason: 'Why it made no alert.' },
});
const HookCalls = component({ name: 'HookCalls', schema: hookCallsSchema, holds: [HookCall] });

const RULE = { id: 'The id of the rule.' };
const THE_RULE = { id: '$OUTSIDE_RULE_ID' };

export const EXTERNAL = endpoints('Outside', {
  list: {
    method: 'get',
    path: '/outside-rules',
    needs: 'rules:read',
    summary: 'List rules on what comes from outside',
    description:
      'Those that listen to a webhook, news or the calendar, newest first; those on a webhook with how many calls they took.',
    query: { deleted: { says: '`yes`: those that are deleted instead, which can be brought back.' } },
    answer: { status: 200, says: 'All of them.', schema: OutsideRules },
    example: {},
  },
  make: {
    method: 'post',
    path: '/outside-rules',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Make a rule on what comes from outside',
    description:
      'A calendar rule triggers `before` minutes before an entry, `at` its time, or when its figure is `released`. It can filter by kind, importance, country and currency codes, symbols and words, and by how a released figure compares with the forecast: above, below, or off by `percent`. It triggers once per entry and occasion; if the time moves, so does the reminder. `settings` can limit the alerts per day, set an end date and set the hours in which it triggers, in the time zone of the hours, else UTC. A webhook returns its `address`, which contains its secret and is shown once: anyone who has it can create alerts. POST JSON or plain text to it, at most 16 kB and 60 calls a minute. The fields ticker, exchange, action, close, open, high, low, volume, currency, interval, time, title and message become facts of the alert, exactly as sent; other fields are stored as evidence. A call is a duplicate if its `event_id` was received before, or if the same body was received less than 30 seconds before.',
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
    summary: 'One rule on what comes from outside',
    description: 'A deleted one as well. Its address is not told again.',
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
    summary: 'Change, pause or resume such a rule',
    description: 'What is left out stays. What it listens to keeps its kind.',
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
    summary: 'Duplicate such a rule',
    description: 'The copy is paused. That of a webhook has an `address` of its own, told once.',
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
    summary: 'Delete such a rule',
    description: 'Its address opens nothing any more; it can be brought back. Its alerts stay.',
    params: RULE,
    answer: { status: 204, says: 'It is deleted.' },
    errors: ['not_found'],
    example: { params: { id: '$OUTSIDE_RULE_ID' } },
  },
  restore: {
    method: 'post',
    path: '/outside-rules/{id}/restore',
    needs: 'rules:write',
    tells: ['outside'],
    summary: 'Bring such a rule back',
    description:
      'It is active or paused as it was, and the address of a webhook opens again. Make a new one if another should not have it.',
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
    summary: 'Make a new address for a webhook',
    description: 'Told once. The address before opens nothing from then on.',
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
    summary: 'List what came to a webhook',
    description:
      'The newest 100 calls of the last 30 days, each with what became of it: `accepted` made an alert, `repeated` had come before, `quiet` was understood and made none (paused, keeping still, ended, outside its hours, enough for the day, read-only), `refused` could not be taken.',
    params: RULE,
    answer: { status: 200, says: 'Newest first.', schema: HookCalls },
    errors: ['not_found'],
    example: { params: THE_RULE },
  },
});
