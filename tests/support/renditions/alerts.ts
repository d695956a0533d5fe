import { writeComposedFreely, writeComposedOnMarket } from '#src/engine/content/composed/document.ts';
import { contextOf } from '#src/engine/content/context/context.ts';
import { type ExternalInput, writeExternal } from '#src/engine/content/external-writer.ts';
import type { BrandRow } from '#src/engine/content/look.ts';
import { chartFacts, type Charted } from '#src/engine/content/picture/chart-facts.ts';
import type { TemplateGround } from '#src/engine/content/templates/apply.ts';
import { externalGround, marketGround } from '#src/engine/content/templates/event-ground.ts';
import type { EventKind } from '#src/engine/content/templates/standard.ts';
import { type AlertInput, writeAlert } from '#src/engine/content/writer.ts';
import { digestDocument } from '#src/engine/digests/digest-document.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { ComposedWords } from '#src/shared/composed.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import { marketEvents, type MarketEvent } from './events.ts';
import {
  daysOfContext,
  figuresOf,
  figuresOfContext,
  type Grounds,
  known,
  momentSaid,
  momentsOf,
} from './known.ts';
import { EXTERNALS } from './externals.ts';

/** An alert as a writer made it, before any layout, and what its renditions may say. */
export type Written = {
  document: AlertDocument;
  grounds: Grounds;
  /** Null where there is nothing to draw. */
  charted: Charted | null;
  /** A digest has no template of a workspace. */
  template: TemplateGround | null;
};

/** A kind of event, written in any language for any brand. */
export type Event = {
  name: string;
  kind: EventKind;
  write: (brand: BrandRow, language: Language, shape: number) => Written;
};

const DIGITS = /\p{N}/u;
/** What a brand and its authors say with figures of their own. */
const ownWords = (brand: BrandRow): string[] =>
  [brand.name, ...(brand.disclaimers ?? []).map(({ text }) => text)].filter((text) => DIGITS.test(text));

/** Figures of the bars that a chart draws, which no evidence holds. */
function drawnFigures(document: AlertDocument, charted: Charted) {
  const { bars } = chartFacts(document, charted);
  const precision = charted.instrument.priceDecimals === 0 ? 'exact' : 'rounded';
  return [
    known('drawn.low', Math.min(...bars.map(({ low }) => low)), precision),
    known('drawn.high', Math.max(...bars.map(({ high }) => high)), precision),
    known('drawn.bars', bars.length, 'exact'),
    known('drawn.base', 100, 'exact'),
  ];
}

/** What a rule says in its own language, which every language but English quotes. */
function wordsOfRule({ evidence }: MarketEvent): string[] {
  if (evidence.rule === undefined) return [];
  const condition = parseRule(evidence.rule);
  return [printRule(condition), ...figuresCompared(condition)].filter((text) => DIGITS.test(text));
}

/** Figures that a workspace wrote into its own template or text. */
export const AUTHOR = { text: 'Our level of 7 stays', figure: '7' } as const;

function inputOf(event: MarketEvent, brand: BrandRow, shape: number): AlertInput {
  const { detector, evidence, timeframe, value, time, instrument } = event;
  const past = event.bars.map(({ time: start, close }) => ({ time: start, close }));
  const context =
    detector === 'composed' ? null : contextOf({ detector, evidence, timeframe, bars: past, shape });
  return {
    ...instrument,
    brand,
    timeframe,
    detector,
    evidence,
    value,
    eventTime: time,
    trial: shape === 1,
    shape,
    context,
  };
}

function groundsOf(event: MarketEvent, input: AlertInput, document: AlertDocument): Grounds {
  const { evidence, timeframe, instrument } = event;
  const { priceDecimals, symbol, name, timeZone } = instrument;
  const context = input.context ?? null;
  const moments = momentsOf(evidence, timeframe, timeZone);
  const names = [name, symbol, symbol.replace(/^[A-Z]+:/, ''), timeframe].filter((text) => DIGITS.test(text));
  return {
    ...moments,
    days: new Set([...moments.days, ...(context ? daysOfContext(context) : [])]),
    figures: [
      ...figuresOf(evidence, priceDecimals),
      ...(context ? figuresOfContext(context) : []),
      ...(document.direction === null ? [] : drawnFigures(document, event)),
    ],
    verbatim: [...names, ...ownWords(input.brand), ...wordsOfRule(event), AUTHOR.text],
  };
}

const WORDS: ComposedWords = {
  headline: '{{name}} at {{close}}',
  summary: 'It was {{open}} at the open and moved between {{low}} and {{high}}. {{time}}.',
  paragraphs: ['A day: {{change_1d}}. A week: {{change_1w}}. A month: {{change_1m}}. Volume: {{volume}}.'],
};

const marketEvent = (event: MarketEvent): Event => ({
  name: event.name,
  kind: event.evidence.rule === undefined ? 'market' : 'rule',
  write: (brand, language, shape) => {
    const input = inputOf(event, brand, shape);
    const document =
      event.detector === 'composed'
        ? writeComposedOnMarket({ brand, words: WORDS, language }, input, true)
        : writeAlert(input, language);
    const grounds = groundsOf(event, input, document);
    return { document, grounds, charted: event, template: marketGround(input, language) };
  },
});

const externalEvent = ({ name, kind, ...of }: (typeof EXTERNALS)[number]): Event => ({
  name,
  kind,
  write: (brand, language, shape) => {
    const { rule, about, evidence, words } = of;
    const input: ExternalInput = { brand, rule, about, evidence, shape };
    const document = words
      ? writeComposedFreely({ brand, words, language }, about, evidence)
      : writeExternal(input, language);
    const said = [...Object.values(evidence.facts), rule, about, evidence.said.by, ...(of.quoted ?? [])];
    return {
      document,
      charted: null,
      template: externalGround(input, language),
      grounds: {
        ...momentSaid(evidence.said.at),
        lengths: new Set(of.ahead === undefined ? [] : [of.ahead]),
        figures: [],
        verbatim: [...said.filter((text) => DIGITS.test(text)), ...ownWords(brand), AUTHOR.text],
      },
    };
  },
});

/** A digest of some of them: each in the words that it had. */
const digestOf = (events: readonly Event[]): Event => ({
  name: 'digest',
  kind: 'digest',
  write: (brand, language, shape) => {
    const listed = events.map((event) => event.write(brand, language, shape));
    const document = digestDocument(
      brand,
      listed.map(({ document: content }, at) => ({
        id: `00000000-0000-7000-8000-00000000000${at}`,
        content,
        title: null,
        symbol: content.data?.symbol ?? '',
        held: at > 0,
      })),
      language,
    );
    const all = listed.map(({ grounds }) => grounds);
    const joined = <T>(of: (grounds: Grounds) => Iterable<T>): T[] => all.flatMap((each) => [...of(each)]);
    return {
      document,
      charted: null,
      template: null,
      grounds: {
        figures: [
          ...joined(({ figures }) => figures),
          known('digest.alerts', listed.length, 'exact'),
          known('digest.held', listed.length - 1, 'exact'),
          known('digest.more_symbols', listed.length - 3, 'exact'),
        ],
        days: new Set(joined(({ days }) => days)),
        clocks: new Set(joined(({ clocks }) => clocks)),
        offsets: new Set(joined(({ offsets }) => offsets)),
        lengths: new Set(joined(({ lengths }) => lengths)),
        moments: new Set(joined(({ moments }) => moments)),
        verbatim: joined(({ verbatim }) => verbatim),
      },
    };
  },
});

/** Every kind of event there is an alert about. */
export function events(): Event[] {
  const markets = marketEvents().map(marketEvent);
  const externals = EXTERNALS.map(externalEvent);
  const step = Math.floor(markets.length / 4);
  const digest = digestOf([
    ...[0, 1, 2, 3].flatMap((at) => markets[at * step] ?? []),
    ...externals.slice(0, 1),
  ]);
  return [...markets, ...externals, digest];
}

/** A brand that writes as the language does; a light one with words and formats of its own; a dark one with others. */
export const BRANDS: readonly BrandRow[] = [
  { name: 'Harbor & Vale', color: '#0f4c5c' },
  {
    name: 'Sonnenschein 24 Kapitalmarkt-Nachrichten',
    color: '#ffd400',
    accent: '#ffe34d',
    font: 'modern',
    shape: 'round',
    website: 'https://sonnenschein.example',
    voice: { tone: 'formal', person: 'we' },
    formats: { separators: 'apostrophe_point', percent: 'tight', minusSign: 'minus', date: 'iso' },
    disclaimers: [
      { text: 'Registered under no. 4711-A, section 34b.', country: 'DE', about: null, language: null },
    ],
  },
  {
    name: '黒潮証券 Noir',
    color: '#0b0b0d',
    accent: '#101018',
    font: 'classic',
    darkPictures: 'posts',
    voice: { tone: 'lively', person: 'none' },
    formats: { separators: 'space_comma', percent: 'spaced', plusSign: 'hidden', date: 'day_points' },
  },
];
