import { analyticsSchema } from '#src/shared/analytics.ts';
import { reactionFiguresSchema } from '#src/shared/analytics-reactions.ts';
import { messageFiguresSchema } from '#src/shared/analytics-messages.ts';
import { component, endpoints, type QueryWord } from '../../contract/endpoint.ts';

const Analytics = component({
  name: 'Analytics',
  schema: analyticsSchema,
  fields: {
    tier: 'Which analytics the plan includes. With `basic`, `hours`, `brands`, `rules` and `symbols` are empty.',
    period: 'Counts of alerts. `medianMs` and `p95Ms`: from the event to its last delivery.',
    before: 'The same number of days before.',
    days: 'In UTC, every day of the period.',
    hours: 'Of the day in UTC, 0 to 23.',
    channels: 'An alert on two channels counts in both.',
    brands: 'Most alerts first.',
    rules: 'Most alerts first.',
    symbols: 'Most alerts first.',
  },
});

const MessageFigures = component({
  name: 'MessageFigures',
  schema: messageFiguresSchema,
  fields: {
    routes: 'Most messages first. `id` is null for rules without a route, which send to the members.',
    audiences:
      'Most messages first. `skipped`: people who are suppressed, unsubscribed or unconfirmed, or had it already.',
    destinations: 'Most messages first.',
    channels: 'Most messages first.',
  },
});
const ReactionFigures = component({
  name: 'ReactionFigures',
  schema: reactionFiguresSchema,
  fields: {
    tracking: 'What any of the brands counts now. What was counted before it was turned off stays.',
    funnel:
      'From events to clicks. `maybeOpened`: loaded only by a mail app that hides its reader. `robotOpened` and `robotClicked`: only by robots; they are in no other number.',
    channels: 'Most messages first. `delivered` is what providers report; not all of them do.',
    rules: 'Most messages first.',
    audiences: 'Most messages first.',
  },
});
const FIGURES_QUERY: Record<string, QueryWord> = {
  from: { says: 'First day, in UTC. Default: thirty days before the last.', type: 'date' },
  to: { says: 'Last day, included, in UTC. Default: today. 366 days at most.', type: 'date' },
  brand: { says: 'Id of the brand.', type: 'uuid', many: true },
  rule: { says: 'Id of the rule.', type: 'uuid', many: true },
  symbol: { says: 'Symbol of the instrument.', many: true },
  detector: { says: 'Name of the condition.', many: true },
  channel: { says: 'A channel it was written for.', many: true },
  trial: { says: '`no`: without trial runs; `yes`: trial runs only. Default: `no`.' },
};

export const ANALYTICS = endpoints('Alerts', {
  figures: {
    method: 'get',
    path: '/analytics',
    needs: 'alerts:read',
    demo: true,
    summary: 'Figures of a period',
    description:
      'How many alerts there were, and how many were sent or failed, by day, hour of the day, channel, brand, rule and symbol, beside the same number of days before. Every figure is the length of a list: /alerts with the same filter, `outcome` and `from`, `to`. Narrowing to symbols, conditions, rules or brands is part of advanced analytics.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'The figures.', schema: Analytics },
    errors: ['validation_failed', 'plan_limit'],
    example: { query: 'trial=yes' },
  },
  messages: {
    method: 'get',
    path: '/analytics/messages',
    needs: 'alerts:read',
    demo: true,
    summary: 'Messages of a period',
    description:
      'How many messages were sent, failed or have an unknown outcome, and how many people were skipped, by route, audience, destination and channel. A person who gets an alert over two channels counts as two messages. Part of advanced analytics.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'The figures.', schema: MessageFigures },
    errors: ['validation_failed', 'plan_limit'],
    example: { query: 'trial=yes' },
  },
  reactions: {
    method: 'get',
    path: '/analytics/reactions',
    needs: 'alerts:read',
    demo: true,
    summary: 'Opens, clicks and complaints of a period',
    description:
      'How many messages were delivered, opened, clicked, returned, reported as spam or unsubscribed from, by channel, rule and audience, and the way from event to click. A message counts once in each number. Opens and clicks are counted for brands that have turned them on. Part of advanced analytics.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'The figures.', schema: ReactionFigures },
    errors: ['validation_failed', 'plan_limit'],
    example: { query: 'trial=yes' },
  },
  reactionsFile: {
    method: 'get',
    path: '/analytics/reactions.csv',
    needs: 'alerts:read',
    demo: true,
    summary: 'Opens, clicks and complaints as a file',
    description:
      'The same figures for a spreadsheet, in the format of `/analytics.csv`. Part of advanced analytics.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'A file, reactions-….csv.', type: 'text/csv' },
    errors: ['validation_failed', 'plan_limit'],
    example: { query: 'trial=yes' },
  },
  file: {
    method: 'get',
    path: '/analytics.csv',
    needs: 'alerts:read',
    demo: true,
    summary: 'Figures as a file',
    description:
      'The same figures for a spreadsheet: RFC 4180 in UTF-8 with a byte order mark. Texts that would be run as a formula begin with an apostrophe. Part of advanced analytics.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'A file, analytics-….csv.', type: 'text/csv' },
    errors: ['validation_failed', 'plan_limit'],
    example: { query: 'trial=yes' },
  },
});
