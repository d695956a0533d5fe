import { RULES_FILE_BYTES, rulesFileSchema } from '#src/shared/rules/file.ts';
import {
  listedRuleSchema,
  messageTryFormSchema,
  messageTrySchema,
  replayAlertSchema,
  ruleChangeSchema,
  ruleCheckSchema,
  ruleFormSchema,
  rulePageSchema,
  ruleReplayFormSchema,
  ruleReplaySchema,
  ruleSchema,
  ruleTextSchema,
  rulesImportedSchema,
  ruleWaitSchema,
} from '#src/shared/rules/stored.ts';
import { routeChoicesSchema, routeSchema } from '#src/shared/routes.ts';
import { ruleActivitySchema } from '#src/shared/rules/activity.ts';
import { ruleStatesFormSchema, ruleStatesSchema, STATES_MAX } from '#src/shared/rules/states.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

export const RuleRoute = component({
  name: 'Route',
  schema: routeSchema,
  fields: {
    template:
      'The parts of its alerts and their order: a standard layout (`id` is null) or one of your templates.',
    audiences: 'Who gets it. Audiences with `removed` get nothing.',
    destinations: 'Where it is posted.',
    channels: 'Its channels in order of preference; null for all.',
    reach:
      '`each`: a person gets it on every channel they have. `preferred`: only on the first channel they have.',
    approval: '`human`: a person approves each alert first.',
    expiresMinutes: 'An alert older than this isn’t sent; null is no limit.',
    releaseMinutes:
      'Embargo: its audiences and destinations get the alert this many minutes after it was released for sending; null is at once.',
  },
});
const RouteChoices = component({
  name: 'RouteChoices',
  schema: routeChoicesSchema,
  fields: {
    channels:
      '`inPlan`: whether your plan includes it. `preflight`: whether your newest alert fits the channel’s limits; null if no alert was written for it.',
  },
});
const RuleForm = component({ name: 'RuleForm', schema: ruleFormSchema });
/** Of the rule alone, and of one in the list. */
const RULE_FIELDS = {
  condition: 'In the rule language, as written.',
  reading: 'The condition in plain words.',
  symbol: 'The symbol; null if the rule watches a watchlist.',
  settings: 'Frequency and schedule. Times are those of the market’s bars.',
  message: 'The custom message; null if the built-in writer writes the alerts.',
  version:
    'Increases with every change to what triggers the rule. Each alert has the version that triggered it.',
  routes:
    'Who gets its alerts, in which brand. Empty: the workspace’s members get them, in the default brand.',
  inPlan: 'If false, the rule is kept but doesn’t trigger.',
  warnings: 'Why the rule can’t trigger, or not yet, and what to change.',
};
const Rule = component({ name: 'Rule', schema: ruleSchema, fields: RULE_FIELDS, holds: [RuleRoute] });
const RuleActivity = component({
  name: 'RuleActivity',
  schema: ruleActivitySchema,
  fields: {
    lastEventAt: 'When the rule last triggered; null if it never did. Trial runs don’t count.',
    events: 'How often it triggered in the last 30 days: the sum of `daily`.',
    daily: 'How often it triggered on each of the last 30 days in UTC. The last one is today.',
  },
});
const ListedRule = component({
  name: 'ListedRule',
  schema: listedRuleSchema,
  fields: { ...RULE_FIELDS, activity: 'When the rule last triggered, and how often lately.' },
  holds: [RuleRoute, RuleActivity],
});
const RulePage = component({ name: 'RulePage', schema: rulePageSchema, holds: [ListedRule] });
const RuleStatesForm = component({
  name: 'RuleStatesForm',
  schema: ruleStatesFormSchema,
  fields: { paused: 'True pauses the rules, false resumes them.' },
});
const RuleStates = component({
  name: 'RuleStates',
  schema: ruleStatesSchema,
  fields: {
    items:
      'In the order of the request. `state`: the rule’s state now. `changed`: false if it was in that state before. `refusal`: why it wasn’t changed; `code` is an error of a single change.',
  },
});
const RuleWait = component({
  name: 'RuleWait',
  schema: ruleWaitSchema,
  fields: {
    since: 'Time of its last alert, or of its last change if it has sent none.',
    longestDays: 'Longest wait between two alerts in the stored bars; null for fewer than two alerts.',
    reasons:
      'Why, if the rule has waited longer than that, or would have sent fewer than two alerts over the stored bars. Empty if fewer than 100 bars are stored.',
  },
});
const RuleText = component({ name: 'RuleText', schema: ruleTextSchema });
const RuleCheck = component({
  name: 'RuleCheck',
  schema: ruleCheckSchema,
  fields: {
    canonical: 'The condition in its standard form.',
    translated: 'If you typed it as on a chart platform or in Pine Script: the rule is saved as `canonical`.',
    notes: 'For a script: lines that aren’t part of the rule, and why.',
    detection: 'Event detection a plan must include.',
    neverTrue: 'Why it can never be true, and what to change; null if it can.',
    problem: 'Where the text is wrong: `line` and `column` count from 1, `offset` from 0.',
  },
});
const RuleReplayForm = component({ name: 'RuleReplayForm', schema: ruleReplayFormSchema });
const ReplayAlert = component({
  name: 'ReplayAlert',
  schema: replayAlertSchema,
  fields: {
    time: 'Start of the bar; for an open bar, the moment it triggered.',
    bar: 'Start of the bar.',
    value: 'The first market figure the rule uses.',
    figures: 'The figures compared, on this bar and the one before.',
    after: 'Change of the close after this many bars, in percent; null if the bars end earlier.',
    highest: 'Highest high of the next 20 bars, in percent of the close.',
    lowest: 'Lowest low of the next 20 bars, in percent of the close.',
  },
});
const RuleReplay = component({
  name: 'RuleReplay',
  schema: ruleReplaySchema,
  fields: {
    rate: 'Alerts per week, or per day or hour if the bars cover less than a week or a day.',
    perWeek: 'Null if the bars cover less than a week.',
    choices: 'Number of alerts with each frequency on closed bars, other settings unchanged.',
    allowance: 'Set if one day can use up your plan’s monthly alerts; otherwise null.',
    speaksEarly:
      'The rule can also trigger before a bar closes. For symbols whose `openBars` is null, no smaller bars are stored, so only closed bars were tested.',
    truncated: 'Not all bars were tested, or not all alerts are listed.',
    barsEach:
      'Most bars tested per symbol, counted from the newest. If `isCut` is true, there are older bars: set an earlier `to` to test them.',
    chart: 'Closing prices of one symbol, reduced for a chart; empty for a watchlist.',
    sample:
      'Text of the newest alert, from the rule’s `message` or the built-in writer; null without an alert.',
  },
  holds: [ReplayAlert],
});
const MessageTryForm = component({ name: 'MessageTryForm', schema: messageTryFormSchema });
const MessageTry = component({
  name: 'MessageTry',
  schema: messageTrySchema,
  fields: {
    headline: 'The alert’s headline; null if it’s the built-in one and there’s no event.',
    time: 'Start of the bar; null if the rule was never true on the stored bars. Figures are then examples.',
    values: 'The value of each placeholder.',
  },
});
const RulesFile = component({ name: 'RulesFile', schema: rulesFileSchema });
const RulesImported = component({
  name: 'RulesImported',
  schema: rulesImportedSchema,
  fields: { addresses: 'Addresses of the new webhooks. Each contains its secret and is shown once.' },
});
const RuleChange = component({ name: 'RuleChange', schema: ruleChangeSchema });

const RULE = { id: 'The rule’s id.' };
const THE_RULE = { id: '$RULE_ID' };
const CONDITION = 'close crosses above sma(200) and volume > 2 * avg(volume, 20)';
const NEW_RULE = {
  name: 'S&P 500 above its 200-day average',
  condition: 'close crosses above sma(200)',
  symbol: 'SPX',
  timeframe: '1d',
  settings: { frequency: 'every_time' },
  state: 'paused',
};

export const RULES = endpoints('Rules', {
  list: {
    method: 'get',
    path: '/rules',
    needs: 'rules:read',
    demo: true,
    summary: 'List rules',
    description:
      'Rules of the workspace, newest first, each with its activity: when it last triggered, and how often on each of the last 30 days. Deleted rules are listed separately.',
    query: {
      q: { says: 'Part of the name or condition.' },
      state: { says: '`active` or `paused`.' },
      deleted: { says: '`yes`: deleted rules, which you can restore.' },
      limit: { says: 'Rows per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'A page.', schema: RulePage },
    errors: ['validation_failed'],
    example: { query: 'state=paused&limit=10' },
  },
  make: {
    method: 'post',
    path: '/rules',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Create a rule',
    description:
      'Write `condition` in the rule language. A rule watches one symbol or all symbols of a watchlist. It’s active at once unless `state` is `paused`. Without `settings`, events such as `big_move(5)` and crosses trigger on every bar close, and states such as `close > 100` when they become true. Conditions that can never be true are rejected. `routes` set who gets its alerts: brand, template, audiences, destinations, channels, approval and expiry. Without routes, the workspace’s members get them in the default brand. `GET /rules/route-choices` lists what routes can name.',
    body: { schema: RuleForm, required: true },
    answer: { status: 201, says: 'The rule.', schema: Rule },
    errors: ['bad_json', 'validation_failed', 'plan_limit'],
    example: { body: NEW_RULE },
  },
  routeChoices: {
    method: 'get',
    path: '/rules/route-choices',
    needs: 'rules:read',
    demo: true,
    summary: 'List what routes can name',
    description:
      'The brands, templates, audiences, destinations and channels that you can name in the `routes` of a rule. The default brand and the members come first.',
    answer: { status: 200, says: 'All of them.', schema: RouteChoices },
    example: {},
  },
  check: {
    method: 'post',
    path: '/rules/check',
    needs: 'rules:read',
    whileReadOnly: true,
    summary: 'Check a condition',
    description:
      'Explains a condition in plain words, or shows what is wrong with it and where. Spellings of chart platforms, such as a line of Pine Script, are translated. Nothing is stored.',
    body: { schema: RuleText, required: true },
    answer: { status: 200, says: 'Its meaning, or the error and its place.', schema: RuleCheck },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { condition: CONDITION } },
  },
  replay: {
    method: 'post',
    path: '/rules/replay',
    needs: 'rules:read',
    whileReadOnly: true,
    summary: 'Backtest a rule',
    description:
      'Backtests a rule over the stored bars: every alert after frequency, cooldown, hours and daily limit, with the move after 1, 5 and 20 bars in percent, and the newest alert’s text. Rules that can trigger before a bar closes also see open bars if smaller ones are stored. Nothing is stored or sent.',
    body: { schema: RuleReplayForm, required: true },
    answer: { status: 200, says: 'The alerts, oldest first.', schema: RuleReplay },
    errors: ['bad_json', 'validation_failed', 'plan_limit'],
    example: {
      body: {
        condition: CONDITION,
        symbol: 'SPX',
        timeframe: '1d',
        settings: { frequency: 'every_time' },
        from: '2010-01-01T00:00:00Z',
      },
    },
  },
  message: {
    method: 'post',
    path: '/rules/message',
    needs: 'rules:read',
    whileReadOnly: true,
    summary: 'Preview a custom message',
    description:
      'A rule can have its own `headline` and `text` for alerts. Placeholders are filled from the event: `{{ticker}}`, `{{exchange}}`, `{{open}}`, `{{high}}`, `{{low}}`, `{{close}}`, `{{volume}}`, `{{time}}`, `{{timenow}}`, `{{interval}}`, `{{syminfo.currency}}`, and `{{plot_0}}` to `{{plot_19}}` for the figures that the rule compares, in order. Returns the message for the newest bar on which the rule was true. For a watchlist, the first of its first ten symbols with such a bar is used. Nothing is stored or sent.',
    body: { schema: MessageTryForm, required: true },
    answer: { status: 200, says: 'The message, and the value of each placeholder.', schema: MessageTry },
    errors: ['bad_json', 'validation_failed', 'plan_limit'],
    example: {
      body: {
        condition: CONDITION,
        symbol: 'SPX',
        timeframe: '1d',
        message: {
          headline: '{{ticker}} closes at {{close}}',
          text: 'Its average is at {{plot_1}}, the volume {{volume}}.',
        },
      },
    },
  },
  exportFile: {
    method: 'get',
    path: '/rules/export',
    needs: 'rules:read',
    demo: true,
    summary: 'Export the rules',
    description:
      'All rules except deleted ones, as a file you can import. Rules on external events name their sources. The file has no webhook addresses or secrets. A rule whose sources were all removed is listed in `leftOut` with the reason: without them it would use every source.',
    answer: { status: 200, says: 'The file.', schema: RulesFile },
    example: {},
  },
  importFile: {
    method: 'post',
    path: '/rules/import',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Import rules',
    description:
      'Creates all rules of a file, or none, and the watchlists that don’t exist yet. The rules are paused. Files of version 1, which repeat a watchlist’s symbols with each rule, work too. Up to 16 MB. Webhooks get new addresses, which are shown once. Sources, brands, templates, audiences and destinations are matched by name.',
    body: {
      schema: RulesFile,
      required: true,
      limit: {
        bytes: RULES_FILE_BYTES,
        says: 'A file of rules can have 16 MB. Import it in parts, each with the watchlists its rules name.',
      },
    },
    answer: { status: 201, says: 'How many were created.', schema: RulesImported },
    errors: ['bad_json', 'validation_failed', 'plan_limit', 'confirm_email_first'],
    example: {
      body: {
        format: 'rules',
        version: 3,
        watchlists: [{ name: 'US indices', symbols: ['SPX'] }],
        rules: [
          {
            name: 'S&P 500 moves 3% or more',
            condition: 'big_move(3)',
            watchlist: 'US indices',
            timeframe: '1d',
            settings: { frequency: 'once_per_bar_close' },
          },
        ],
      },
    },
  },
  one: {
    method: 'get',
    path: '/rules/{id}',
    needs: 'rules:read',
    demo: true,
    summary: 'One rule',
    description: 'Deleted rules are returned too.',
    params: RULE,
    answer: { status: 200, says: 'The rule.', schema: Rule },
    errors: ['not_found'],
    example: { params: THE_RULE },
  },
  wait: {
    method: 'get',
    path: '/rules/{id}/wait',
    needs: 'rules:read',
    summary: 'How long a rule has waited',
    description:
      'Backtests the rule over the stored bars and compares its longest wait with the current one. If the current wait is longer, `reasons` says why.',
    params: RULE,
    answer: { status: 200, says: 'The waits.', schema: RuleWait },
    errors: ['validation_failed', 'not_found', 'plan_limit'],
    example: { params: THE_RULE },
  },
  change: {
    method: 'patch',
    path: '/rules/{id}',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Change, pause or resume a rule',
    description:
      'Fields you leave out keep their values. If you change what triggers the rule, a new version starts from scratch.',
    params: RULE,
    body: { schema: RuleChange, required: true },
    answer: { status: 200, says: 'The rule.', schema: Rule },
    errors: ['bad_json', 'validation_failed', 'not_found', 'plan_limit'],
    example: { params: THE_RULE, body: { state: 'paused' } },
  },
  states: {
    method: 'post',
    path: '/rules/states',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Pause or resume several rules',
    description: `Up to ${STATES_MAX} rules. Rules already in that state stay as they are, so you can repeat the request. If one can’t be changed, for example because your plan doesn’t include its condition, the others still are. Check every item of the response.`,
    body: { schema: RuleStatesForm, required: true },
    answer: { status: 200, says: 'The result for each rule.', schema: RuleStates },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { ids: ['$RULE_ID'], paused: true } },
  },
  duplicate: {
    method: 'post',
    path: '/rules/{id}/duplicate',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Duplicate a rule',
    description: 'The copy is paused.',
    params: RULE,
    answer: { status: 201, says: 'The copy.', schema: Rule },
    errors: ['not_found', 'validation_failed'],
    example: { params: THE_RULE },
  },
  remove: {
    method: 'delete',
    path: '/rules/{id}',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Delete a rule',
    description: 'The rule stops triggering, and can be restored. Its alerts stay.',
    params: RULE,
    answer: { status: 204, says: 'The rule is deleted.' },
    errors: ['not_found'],
    example: { params: THE_RULE },
  },
  restore: {
    method: 'post',
    path: '/rules/{id}/restore',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Restore a deleted rule',
    description: 'It’s active or paused, as before.',
    params: RULE,
    answer: { status: 200, says: 'The rule.', schema: Rule },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$DELETED_RULE_ID' } },
  },
});
