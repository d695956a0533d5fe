import { RULES_FILE_BYTES, rulesFileSchema } from '#src/shared/rules/file.ts';
import {
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
import { component, endpoints } from '../../contract/endpoint.ts';

export const RuleRoute = component({
  name: 'Route',
  schema: routeSchema,
  fields: {
    template:
      'Which parts its alerts have, and in which order: a layout of ours (`id` is null), or a template of yours.',
    audiences: 'Who gets it; `removed` ones get nothing.',
    destinations: 'Where it is posted.',
    channels: 'The channels it goes over, in the order of preference; null is every channel.',
    reach:
      '`each`: over every channel a person has. `preferred`: over the first of them that the person has, and no other.',
    approval: '`human`: a person approves each alert first.',
    expiresMinutes: 'An alert older than this isn’t sent; null is no limit.',
  },
});
const RouteChoices = component({
  name: 'RouteChoices',
  schema: routeChoicesSchema,
  fields: {
    channels:
      '`inPlan`: whether your plan includes it. `preflight`: your newest alert against the limits of the channel; null where none was written for it.',
  },
});
const RulePage = component({ name: 'RulePage', schema: rulePageSchema });
const RuleForm = component({ name: 'RuleForm', schema: ruleFormSchema });
const Rule = component({
  name: 'Rule',
  schema: ruleSchema,
  fields: {
    condition: 'In the rule language, as written.',
    reading: 'The condition in plain words.',
    symbol: 'The symbol; null if the rule watches a watchlist.',
    settings: 'Frequency and schedule. Times are those of the market’s bars.',
    message: 'The custom message; null if the built-in writer writes the alerts.',
    version:
      'Goes up with every change of what triggers the rule. Alerts name the version that triggered them.',
    routes:
      'Who gets its alerts, in which brand. Empty: the workspace’s members get them, in the default brand.',
    inPlan: 'If false, the rule is kept but doesn’t trigger.',
    warnings: 'Why the rule can’t trigger, or not yet, and what to change.',
  },
  holds: [RuleRoute],
});
const RuleWait = component({
  name: 'RuleWait',
  schema: ruleWaitSchema,
  fields: {
    since: 'Its last alert, or its last change where it has sent none.',
    longestDays: 'The longest wait between two alerts over the stored bars; null for fewer than two.',
    reasons:
      'There once the rule has waited longer than that, or would have sent fewer than two alerts over the stored bars.',
  },
});
const RuleText = component({ name: 'RuleText', schema: ruleTextSchema });
const RuleCheck = component({
  name: 'RuleCheck',
  schema: ruleCheckSchema,
  fields: {
    canonical: 'The one text of the condition.',
    translated:
      'Typed as on a chart platform, in other words or as Pine Script: the rule is saved as `canonical`.',
    notes: 'Of a script: the lines that aren’t in the rule, and why.',
    detection: 'What a plan must include for it.',
    neverTrue: 'Why it can’t be true on any bar, and what to change; null where it can.',
    problem: 'Where the text is wrong: `line` and `column` count from 1, `offset` from 0.',
  },
});
const RuleReplayForm = component({ name: 'RuleReplayForm', schema: ruleReplayFormSchema });
const ReplayAlert = component({
  name: 'ReplayAlert',
  schema: replayAlertSchema,
  fields: {
    time: 'The beginning of the bar; of a bar that was not closed, the moment at which it stood so.',
    bar: 'The beginning of the bar.',
    value: 'The first figure of the market that the rule looks at.',
    figures: 'What was compared, on the bar and the one before.',
    after: 'Change of the close after so many bars, in percent; null where the bars end before.',
    highest: 'The highest high of the 20 bars after, in percent from the close.',
    lowest: 'The lowest low of the 20 bars after, in percent from the close.',
  },
});
const RuleReplay = component({
  name: 'RuleReplay',
  schema: ruleReplaySchema,
  fields: {
    rate: 'How many alerts per week; per day or hour where the bars cover less than a week or a day.',
    perWeek: 'Null where the bars cover less than a week.',
    choices: 'Alerts that each frequency would have sent on closed bars, with all other settings.',
    allowance: 'Set if one day can use up your plan’s monthly alerts; else null.',
    speaksEarly:
      'The rule can also trigger before a bar closes. For symbols whose `openBars` is null, no smaller bars are stored, so only closed bars were tested.',
    truncated: 'There are more bars or alerts than were tested or listed.',
    barsEach:
      'The most bars tested per symbol, the newest of the span. If `isCut` is true, the span has older bars: set an earlier `to` to test them.',
    chart: 'Closing prices of one symbol, thinned out for a chart; empty for a watchlist.',
    sample:
      'The newest alert’s text, from the rule’s `message` or the built-in writer; null without an alert.',
  },
  holds: [ReplayAlert],
});
const MessageTryForm = component({ name: 'MessageTryForm', schema: messageTryFormSchema });
const MessageTry = component({
  name: 'MessageTry',
  schema: messageTrySchema,
  fields: {
    headline:
      'As the alert would have it; null where it would be the built-in one, about a finding that is not there.',
    time: 'Start of the bar; null where the rule was not true on any stored bar, and the figures are made up.',
    values: 'What each placeholder stands for.',
  },
});
const RulesFile = component({ name: 'RulesFile', schema: rulesFileSchema });
const RulesImported = component({
  name: 'RulesImported',
  schema: rulesImportedSchema,
  fields: { addresses: 'Of the webhooks that were made; each holds its secret and is told once.' },
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
      'Rules of the workspace, newest first, a page at a time. Deleted ones are listed by themselves.',
    query: {
      q: { says: 'Part of the name or of the condition.' },
      state: { says: '`active` or `paused`.' },
      deleted: { says: '`yes`: those that were deleted and can be brought back.' },
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
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
    summary: 'Make a rule',
    description:
      'The condition is a text in the rule language. A rule watches one symbol, or every one of a watchlist. It is active at once unless `state` says paused. Without `settings`, events such as `big_move(5)` and crosses trigger on every closing bar, states such as `close > 100` when they become true. A condition that can never be true is refused. `routes` say who gets its alerts: in which brand and template, to which audiences and destinations, over which channels, under which approval, and until when. Without any, the workspace’s members get them, in the default brand. `GET /rules/route-choices` lists what they can name.',
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
      'Says what a text in the rule language means, or what is wrong with it and where. A text as chart platforms write it, such as a line of Pine Script, is translated. Nothing is kept.',
    body: { schema: RuleText, required: true },
    answer: { status: 200, says: 'What it says, or where it is wrong.', schema: RuleCheck },
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
      'All rules that are not deleted, as a file that the import takes. Those on what comes from outside name their sources; no address and no secret is in it. One whose sources were all removed is not among them, as it would listen to every source: it stands under `leftOut`, with the reason.',
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
      'Makes the rules of a file, all of them or none, and the watchlists that they name where there is none of that name. They are paused. Files of version 1, which repeat a watchlist’s symbols with each rule, are taken as well. 16 MB at most. A webhook gets a new address, which is told once; sources are found by their names, and so are the brands, templates, audiences and destinations of its routes.',
    body: {
      schema: RulesFile,
      required: true,
      limit: {
        bytes: RULES_FILE_BYTES,
        says: 'A file of rules has 16 MB at most. Please import it in parts, each with the watchlists that its rules name.',
      },
    },
    answer: { status: 201, says: 'How many were made.', schema: RulesImported },
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
    description: 'A deleted one as well.',
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
      'Replays the rule over the stored bars and compares its longest wait with how long it has waited now. Once it has waited longer, `reasons` says why.',
    params: RULE,
    answer: { status: 200, says: 'How long.', schema: RuleWait },
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
      'Fields that you leave out keep their values. If you change what triggers the rule, a new version starts without the memory of the old one.',
    params: RULE,
    body: { schema: RuleChange, required: true },
    answer: { status: 200, says: 'The rule.', schema: Rule },
    errors: ['bad_json', 'validation_failed', 'not_found', 'plan_limit'],
    example: { params: THE_RULE, body: { state: 'paused' } },
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
    answer: { status: 204, says: 'It is deleted.' },
    errors: ['not_found'],
    example: { params: THE_RULE },
  },
  restore: {
    method: 'post',
    path: '/rules/{id}/restore',
    needs: 'rules:write',
    tells: ['rules', 'outside'],
    summary: 'Bring a deleted rule back',
    description: 'It is active or paused as it was.',
    params: RULE,
    answer: { status: 200, says: 'The rule.', schema: Rule },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$DELETED_RULE_ID' } },
  },
});
