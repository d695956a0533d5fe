import type { EventKind } from '#src/engine/content/templates/standard.ts';
import type { ComposedWords } from '#src/shared/composed.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';

type External = {
  name: string;
  kind: EventKind;
  rule: string;
  about: string;
  evidence: ExternalEvidence;
  /** Of one that a person wrote. */
  words?: ComposedWords;
  /** What else is quoted whole in it. */
  quoted?: readonly string[];
  /** Minutes ahead that it names. */
  ahead?: string;
};

const said = (
  from: ExternalEvidence['said']['from'],
  by: string,
  facts: Record<string, string>,
  more: Partial<Pick<ExternalEvidence, 'other' | 'asked'>> & { body?: object } = {},
): ExternalEvidence => {
  const { body = {}, ...rest } = more;
  return {
    said: { from, by, at: '2020-03-17T12:30:05.000Z', type: 'application/json', body: JSON.stringify(body) },
    facts,
    other: {},
    ...rest,
  };
};

const RETAIL = {
  kind: 'economic',
  title: 'Retail Sales m/m',
  country: 'US',
  currency: 'USD',
  symbol: null,
  at: '2020-03-17T12:30:00.000Z',
  day: '2020-03-17',
  timing: 'exact',
  importance: 'high',
  previous: '0.6',
  forecast: '0.2',
  actual: '-0.5',
  unit: '%',
  link: null,
};
const ASKED = { kinds: [], places: [], symbols: [], words: [], before: [], at: false, released: {} };
const RETAIL_FACTS = {
  event: 'US: Retail Sales m/m',
  currency: 'USD',
  country: 'US',
  importance: 'high',
  forecast: '0.2%',
  previous: '0.6%',
  time: '2020-03-17 12:30 UTC',
};

/** What others say: news, a calendar before and after, a webhook with prices and with words, and a person. */
export const EXTERNALS: readonly External[] = [
  {
    name: 'news',
    kind: 'news',
    rule: 'Central banks',
    about: 'Federal Reserve',
    evidence: said('news', 'Federal Reserve press releases', {
      title: 'Federal Reserve cuts its rate by 1.00 points to 0-0.25%',
      message:
        'The Committee decided to lower the target range for the federal funds rate to 0 to 1/4 percent.',
      published: '2020-03-15 21:00 UTC',
      link: 'https://www.federalreserve.gov/newsevents/pressreleases/monetary20200315a.htm',
    }),
  },
  {
    name: 'calendar, released',
    kind: 'calendar',
    rule: 'US releases',
    about: 'US',
    evidence: said(
      'calendar',
      'Economic calendar',
      { ...RETAIL_FACTS, actual: '-0.5%' },
      { other: { occasion: 'released' }, asked: ASKED, body: RETAIL },
    ),
  },
  {
    name: 'calendar, reminder',
    kind: 'calendar',
    rule: 'US releases',
    about: 'US',
    evidence: said('calendar', 'Economic calendar', RETAIL_FACTS, {
      other: { occasion: 'before' },
      asked: { ...ASKED, before: [30] },
      body: { ...RETAIL, actual: null, at: '2020-03-17T13:00:00.000Z' },
    }),
    ahead: '30',
  },
  {
    name: 'webhook, signal',
    kind: 'webhook',
    rule: 'TradingView strategy',
    about: 'SPX',
    evidence: said('webhook', 'TradingView strategy', {
      ticker: 'SPX',
      exchange: 'SP',
      action: 'sell',
      close: '2386.13',
      interval: '1D',
      message: 'Stop 2,400.5 reached after -11.98%',
    }),
  },
  {
    name: 'composed, about no symbol',
    kind: 'news',
    rule: '',
    about: 'Rates',
    evidence: said('composed', 'Ada', {}),
    words: {
      headline: 'The ECB meets on 17 March',
      summary: 'Our desk expects 25 basis points, as in 2 of 3 surveys.',
      paragraphs: ['The decision is at 14:15.'],
    },
    quoted: [
      'The ECB meets on 17 March',
      'Our desk expects 25 basis points, as in 2 of 3 surveys.',
      'The decision is at 14:15.',
    ],
  },
];
