import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Evidence } from '#src/shared/market.ts';
import type { Example } from '#src/shared/templates.ts';
import { EXAMPLE_BARS } from '../example-bars.ts';
import { type ExternalInput, writeExternal } from '../external-writer.ts';
import type { BrandRow } from '../look.ts';
import type { Charted } from '../picture/chart-facts.ts';
import { type DrawnPicture, withDrawnChart } from '../picture/drawn-chart.ts';
import { chartBar } from '../picture/facts.ts';
import { type AlertInput, writeAlert } from '../writer.ts';
import type { TemplateGround } from './apply.ts';
import { externalGround, marketGround } from './event-ground.ts';

const INSTRUMENT = { symbol: 'SPX', name: 'S&P 500', timeZone: 'America/New_York' };
const TWO = EXAMPLE_BARS.slice(-2);
const [BEFORE = 0, CLOSE = 0] = TWO.map(({ close }) => Number(close));
const CHANGE = (CLOSE / BEFORE - 1) * 100;
const AT = '2020-03-16T20:05:00.000Z';

/** Real events of March 2020: what the market did, what a rule says of it, and what others could have said. */
export const EXAMPLE_TITLES: Readonly<Record<Example, string>> = {
  market: 'A large move: the S&P 500 on March 16, 2020',
  rule: 'A rule: the S&P 500 below 2,400',
  news: 'A headline: the Federal Reserve on March 15, 2020',
  calendar: 'A release: US retail sales',
  webhook: 'A call of TradingView: SPX',
};

const market = (
  brand: BrandRow,
  about: { detector: string; value: number; evidence: Evidence },
): AlertInput => ({
  brand,
  ...INSTRUMENT,
  timeframe: '1d',
  eventTime: Date.parse(TWO.at(-1)?.time ?? ''),
  trial: false,
  ...about,
});

const MARKETS = {
  market: {
    detector: 'big_move',
    value: CHANGE,
    evidence: {
      bars: TWO,
      params: { min_pct: 5 },
      figures: { previous_close: BEFORE, change_pct: CHANGE },
    },
  },
  rule: {
    detector: 'rule',
    value: CLOSE,
    evidence: {
      bars: TWO,
      params: {},
      figures: { close: CLOSE, 'close, the bar before': BEFORE },
      rule: 'close < 2400',
    },
  },
} satisfies Record<string, { detector: string; value: number; evidence: Evidence }>;

const said = (
  from: ExternalEvidence['said']['from'],
  by: string,
  body: object,
  facts: Record<string, string>,
  more: Partial<Pick<ExternalEvidence, 'other' | 'asked'>> = {},
): ExternalEvidence => ({
  said: { from, by, at: AT, type: 'application/json', body: JSON.stringify(body) },
  facts,
  other: {},
  ...more,
});

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
const OTHERS: Readonly<Record<'news' | 'calendar' | 'webhook', Omit<ExternalInput, 'brand'>>> = {
  news: {
    rule: 'Central banks',
    about: 'Federal Reserve',
    evidence: said(
      'news',
      'Federal Reserve press releases',
      {},
      {
        title: 'Federal Reserve issues FOMC statement',
        message:
          'The Committee decided to lower the target range for the federal funds rate to 0 to 1/4 percent.',
        published: '2020-03-15 21:00 UTC',
        link: 'https://www.federalreserve.gov/newsevents/pressreleases/monetary20200315a.htm',
      },
    ),
  },
  calendar: {
    rule: 'US releases',
    about: 'US',
    evidence: said(
      'calendar',
      'Economic calendar',
      RETAIL,
      {
        event: 'US: Retail Sales m/m',
        currency: 'USD',
        country: 'US',
        importance: 'high',
        actual: '-0.5%',
        forecast: '0.2%',
        previous: '0.6%',
        time: '2020-03-17 12:30 UTC',
      },
      {
        other: { occasion: 'released' },
        asked: { kinds: [], places: [], symbols: [], words: [], before: [], at: false, released: {} },
      },
    ),
  },
  webhook: {
    rule: 'TradingView strategy',
    about: 'SPX',
    evidence: said(
      'webhook',
      'TradingView strategy',
      {},
      {
        ticker: 'SPX',
        exchange: 'SP',
        action: 'sell',
        close: '2386.13',
        interval: '1D',
        message: 'Stop reached',
      },
    ),
  },
};

export type Written = { document: AlertDocument; ground: TemplateGround };
/** With the bytes of its chart, which is kept nowhere, and what its pictures are drawn from. */
export type WrittenExample = Written & {
  picture: DrawnPicture | null;
  dark: DrawnPicture | null;
  charted: () => Promise<Charted | null>;
};

/** An example of ours as an alert in a brand. */
export async function writeExample(
  example: Example,
  brand: BrandRow,
  language: Language = 'en',
): Promise<WrittenExample> {
  if (example !== 'market' && example !== 'rule') {
    const input = { ...OTHERS[example], brand };
    return {
      document: writeExternal(input, language),
      ground: externalGround(input, language),
      picture: null,
      dark: null,
      charted: () => Promise.resolve(null),
    };
  }
  const about = MARKETS[example];
  const input = market(brand, about);
  const document = writeAlert(input, language);
  const charted: Charted = {
    ...about,
    timeframe: '1d',
    instrument: { ...INSTRUMENT, currency: 'USD', exchange: null },
    bars: EXAMPLE_BARS.map(chartBar),
  };
  return {
    ...(await withDrawnChart(document, charted)),
    ground: marketGround(input, language),
    charted: () => Promise.resolve(charted),
  };
}
