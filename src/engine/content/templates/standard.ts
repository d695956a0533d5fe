import type { Element, Form, Layout, PartName, Style } from '#src/shared/content/layout.ts';

/** What alerts are made of, as layouts see it. */
export const EVENT_KINDS = ['market', 'rule', 'news', 'calendar', 'webhook', 'digest'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

type Order = readonly (PartName | 'divider')[];
type Orders = Readonly<Record<Form, Order>>;

/** A price, an indicator, or what a rule says of them: there is a figure, and mostly a chart. */
const FIGURES: Readonly<Record<Style, Orders>> = {
  brief: {
    page: ['dateline', 'headline', 'figure', 'summary', 'callToAction', 'disclaimers'],
    message: ['headline', 'summary', 'callToAction', 'disclaimers'],
    post: ['headline', 'callToAction', 'disclaimers'],
  },
  standard: {
    page: [
      'dateline',
      'headline',
      'figure',
      'summary',
      'body',
      'chart',
      'alerts',
      'table',
      'callToAction',
      'disclaimers',
    ],
    message: ['headline', 'summary', 'body', 'chart', 'callToAction', 'disclaimers'],
    post: ['headline', 'chart', 'callToAction', 'disclaimers'],
  },
  rich: {
    page: [
      'dateline',
      'headline',
      'figure',
      'chart',
      'summary',
      'body',
      'alerts',
      'divider',
      'table',
      'callToAction',
      'disclaimers',
    ],
    message: [
      'dateline',
      'headline',
      'figure',
      'summary',
      'body',
      'chart',
      'table',
      'callToAction',
      'disclaimers',
    ],
    post: ['headline', 'figure', 'summary', 'chart', 'callToAction', 'disclaimers'],
  },
};

/** What others said: there is no figure of ours. What they said, word for word, is the table. */
const QUOTES: Readonly<Record<Style, Orders>> = {
  brief: FIGURES.brief,
  standard: {
    page: ['dateline', 'headline', 'summary', 'body', 'table', 'callToAction', 'disclaimers'],
    message: ['headline', 'summary', 'body', 'callToAction', 'disclaimers'],
    post: ['headline', 'callToAction', 'disclaimers'],
  },
  rich: {
    page: ['dateline', 'headline', 'table', 'summary', 'body', 'callToAction', 'disclaimers'],
    message: ['dateline', 'headline', 'summary', 'body', 'table', 'callToAction', 'disclaimers'],
    post: ['headline', 'summary', 'callToAction', 'disclaimers'],
  },
};

/** A digest is its list of alerts, in any style. */
const LISTS: Orders = {
  page: ['dateline', 'headline', 'summary', 'body', 'alerts', 'callToAction', 'disclaimers'],
  message: ['headline', 'summary', 'alerts', 'callToAction', 'disclaimers'],
  post: ['headline', 'callToAction', 'disclaimers'],
};

const ORDERS: Readonly<Record<EventKind, Readonly<Record<Style, Orders>>>> = {
  market: FIGURES,
  rule: FIGURES,
  news: QUOTES,
  calendar: QUOTES,
  webhook: QUOTES,
  digest: { brief: LISTS, standard: LISTS, rich: LISTS },
};

/** The order of one of our layouts in one form, for one kind of event. */
export const standardOrder = (style: Style, kind: EventKind, form: Form): Order => ORDERS[kind][style][form];

/** One of our layouts. Each form has its own order, so a part is named once for each. */
export function standardLayout(style: Style, kind: EventKind): Layout {
  const elements = (Object.entries(ORDERS[kind][style]) as [Form, Order][]).flatMap(([form, order]) =>
    order.map((part): Element => ({ kind: part, in: [form] })),
  );
  return { style, template: null, problem: null, elements };
}
