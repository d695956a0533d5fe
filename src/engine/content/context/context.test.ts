import { describe, expect, it } from 'vitest';
import { type BrandVoice, TONES } from '#src/shared/brand-kit.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { type Context, contextSchema } from '#src/shared/content/context.ts';
import { textsOf } from '#src/shared/content/document.ts';
import { isSlot, plain } from '#src/shared/content/text.ts';
import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import { drill } from '#tests/support/drill.ts';
import { hasShared, itWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { findDetector } from '../../detectors/registry.ts';
import { replayFile } from '../../market/csv/replay.ts';
import { fallInput } from '../document.fixture.ts';
import { shapeOf } from '../shape-of.ts';
import { SHAPES } from '../languages/lexicon.ts';
import { type AlertInput, groundOf, writeAlert } from '../writer.ts';
import { LEXICONS } from '../languages/registry.ts';
import { CONTEXT_BARS, contextOf } from './context.ts';
import { contextSlots } from './slots.ts';
import { contextSentences } from './words.ts';
import type { PastBar } from './facts.ts';

const DAY = 86_400_000;
const pastBars = (closes: readonly number[]): PastBar[] =>
  closes.map((close, at) => ({ time: Date.parse('2015-01-01T00:00:00Z') + at * DAY, close }));

describe('context', () => {
  it('is none where the history is short, the bar is open, or bars are shorter than a day', () => {
    const { evidence } = fallInput();
    const ask = { detector: 'big_move', evidence, timeframe: '1d' as const, shape: 0 };
    expect(contextOf({ ...ask, bars: pastBars([100, 90]) })).toBeNull();
    const long = pastBars([...Array.from({ length: 400 }, (_, at) => 100 + (at % 3)), 80]);
    expect(contextOf({ ...ask, bars: long })).not.toBeNull();
    expect(contextOf({ ...ask, timeframe: '1h', bars: long })).toBeNull();
    for (const timeframe of ['1w', '1M', '3M', '12M'] as const)
      expect(contextOf({ ...ask, timeframe, bars: long })).not.toBeNull();
    expect(
      contextOf({ ...ask, evidence: { ...evidence, until: '2020-03-16T15:00:00.000Z' }, bars: long }),
    ).toBeNull();
  });

  it('dates bars by their market, and says nothing of a year by the closes of months', () => {
    const context: Context = {
      from: '2000-12-31T15:00:00.000Z',
      bars: 300,
      facts: [
        { fact: 'largest_since', way: 'down', since: '2012-02-29T15:00:00.000Z' },
        { fact: 'streak', way: 'down', length: 4 },
      ],
    };
    const said = (timeframe: Timeframe, timeZone: string) => {
      const read = contextSlots(context, 2, 'en', { timeframe, timeZone });
      return contextSentences(context, { timeframe, timeZone, read, words: LEXICONS.en.context }).map(
        ([first]) => plain(first ?? []),
      );
    };
    expect(said('1M', 'Asia/Tokyo')).toEqual([
      'That is the largest monthly loss since 1 Mar 2012.',
      'It has now closed lower for 4 months in a row.',
    ]);
    expect(said('3M', 'Asia/Tokyo')[1]).toContain('4 quarters');
    expect(said('12M', 'Asia/Tokyo')[1]).toContain('4 years');
    expect(said('1d', 'Asia/Tokyo')[0]).toBe('That is the largest one-session loss since 1 Mar 2012.');
    const { evidence } = fallInput();
    const rising = pastBars([...Array.from({ length: 400 }, (_, at) => 100 + (at % 2)), 101, 102, 103, 104]);
    const ask = { detector: 'volume_spike', evidence, shape: 0, bars: rising };
    const kinds = (timeframe: Timeframe) =>
      contextOf({ ...ask, timeframe })?.facts.map(({ fact }) => fact) ?? [];
    expect(kinds('1d').some((fact) => fact.startsWith('year'))).toBe(true);
    expect(kinds('1M').filter((fact) => fact.startsWith('year'))).toEqual([]);
  });

  it('says the size, the date and the counts', () => {
    const { evidence } = fallInput();
    // A fall of 20 % on the 50th day, then quiet, then one of 12 %.
    const closes = Array.from({ length: 400 }, (_, at) => (at < 50 ? 125 : 100) + (at % 2));
    const context = contextOf({
      detector: 'big_move',
      evidence,
      timeframe: '1d',
      shape: 0,
      bars: pastBars([...closes, 88]),
    });
    expect(context).toEqual({
      from: '2015-01-01T00:00:00.000Z',
      bars: 401,
      // It is the lowest close of the year as well, which is said only where nothing is rarer.
      facts: [{ fact: 'largest_since', way: 'down', since: '2015-02-20T00:00:00.000Z' }],
    });
  });
});

describe.each(LANGUAGES)('context in %s', (language) => {
  const from = '2007-01-03T00:00:00.000Z';
  const pairs: Context['facts'][] = [
    [
      { fact: 'largest_since', way: 'down', since: '2011-08-08T00:00:00.000Z' },
      { fact: 'followed', way: 'down', min_pct: 5, count: 14, later: 9, horizon: 5 },
    ],
    [
      { fact: 'largest_since', way: 'up', since: null },
      { fact: 'followed', way: 'up', min_pct: 2.5, count: 5, later: 1, horizon: 5 },
    ],
    [
      { fact: 'year_extreme', side: 'low' },
      { fact: 'streak', way: 'down', length: 5 },
    ],
    [
      { fact: 'year_extreme', side: 'high' },
      { fact: 'streak', way: 'up', length: 3 },
    ],
    [
      {
        fact: 'year_distance',
        side: 'high',
        close: 3386.15,
        time: '2020-02-19T00:00:00.000Z',
        distance_pct: -29.53,
      },
    ],
    [
      {
        fact: 'year_distance',
        side: 'low',
        close: 2237.4,
        time: '2020-03-23T00:00:00.000Z',
        distance_pct: 12.5,
      },
    ],
  ];
  it('is written in every shape, with figures that can be read again', () => {
    for (const facts of pairs)
      for (let shape = 0; shape < SHAPES; shape += 1) {
        const input: AlertInput = { ...fallInput(), shape, context: { from, bars: 3_300, facts } };
        const document = writeAlert(input, language);
        const [block] = document.blocks;
        if (block?.kind !== 'paragraph') throw new Error('There is no paragraph.');
        const { read } = groundOf(input, language);
        expect(plain(block.text)).not.toMatch(/\{\{|undefined|null/);
        for (const node of block.text.filter(isSlot)) expect(read(node)).toBe(node.text);
      }
  });
});

/** Computed again with other means: from the texts of closes, by plain loops from the event backwards. */
function recomputed({ facts }: Context, bars: readonly { time: number; close: string }[]): void {
  const closes = bars.map(({ close }) => Number(close));
  const end = closes.length - 1;
  const at = (index: number): number => closes[index] ?? Number.NaN;
  const moveAt = (index: number): number => (at(index) / at(index - 1) - 1) * 100;
  for (const fact of facts) {
    if (fact.fact === 'streak') {
      let length = 0;
      while (
        fact.way === 'up' ? at(end - length) > at(end - length - 1) : at(end - length) < at(end - length - 1)
      )
        length += 1;
      expect(fact.length).toBe(length);
    } else if (fact.fact === 'largest_since') {
      const size = Math.abs(moveAt(end));
      let rival = end - 1;
      while (
        rival > 0 &&
        !(Math.sign(moveAt(rival)) === Math.sign(moveAt(end)) && Math.abs(moveAt(rival)) >= size - 1e-9)
      )
        rival -= 1;
      expect(fact.since).toBe(rival === 0 ? null : new Date(bars[rival]?.time ?? 0).toISOString());
    } else if (fact.fact === 'followed') {
      const cases: number[] = [];
      for (let index = 1; index + fact.horizon <= end; index += 1) {
        const move = fact.way === 'up' ? moveAt(index) : -moveAt(index);
        if (move >= fact.min_pct - 1e-9) cases.push(index);
      }
      expect(fact.count).toBe(cases.length);
      expect(fact.later).toBe(cases.filter((index) => at(index + fact.horizon) > at(index)).length);
    } else {
      const since = (bars[end]?.time ?? 0) - 52 * 7 * DAY;
      const year = closes.slice(0, -1).filter((_, index) => (bars[index]?.time ?? 0) >= since);
      const extreme = fact.side === 'high' ? Math.max(...year) : Math.min(...year);
      if (fact.fact === 'year_extreme')
        expect(fact.side === 'high' ? at(end) > extreme : at(end) < extreme).toBe(true);
      else {
        expect(fact.close).toBe(extreme);
        expect(fact.distance_pct).toBeCloseTo((at(end) / extreme - 1) * 100, 9);
      }
    }
  }
}

const SERIES = [
  'daily/BTC-USD_2014-2018_coinbase.csv',
  'daily/BTC-USD_2017-2021.csv',
  'daily/EURUSD_2007-2018_oanda.csv',
  'daily/GME_2018-2021.csv',
  'daily/XAUUSD_2006-2019_oanda.csv',
];
const RULES: readonly [string, object][] = [
  ['big_move', { min_pct: 2 }],
  ['streak', { length: 4, direction: -1 }],
  ['new_low', { window: 60 }],
  ['new_high', { window: 60 }],
  ['rsi_cross', {}],
  ['volatility_spike', { min_ratio: 2.5 }],
  ['golden_cross', { fast: 10, slow: 50 }],
  ['round_number', {}],
];

async function eventsOf(file: string): Promise<{ bars: Bar[]; found: Detection[] }> {
  const runs = RULES.map(([name, params]) => {
    const configured = findDetector(name)?.configure(params);
    if (!configured?.ok) throw new Error(`${name} doesn’t take ${JSON.stringify(params)}.`);
    return configured.detector.start();
  });
  const bars: Bar[] = [];
  const found: Detection[] = [];
  for await (const bar of replayFile(sharedPath(file), { timeZone: 'UTC', skipBad: true }).bars) {
    bars.push(bar);
    for (const run of runs) {
      const detection = run(bar);
      if (detection) found.push(detection);
    }
  }
  return { bars, found };
}

itWithShared(
  'real events: each sentence of context recomputed, and no two alerts in a row of one shape',
  'daily/EURUSD_2007-2018_oanda.csv',
  async () => {
    const all = await Promise.all(SERIES.filter(hasShared).map(eventsOf));
    const events = all.flatMap(({ bars, found }) => found.map((detection) => ({ bars, detection })));
    const wanted = drill(60, 1_000);
    const step = Math.max(1, Math.floor(events.length / wanted));
    const kinds = new Set<string>();
    const keys: string[] = [];
    // By language and tone: the alert before.
    const said = new Map<string, string[]>();
    const tones = Object.keys(TONES) as BrandVoice['tone'][];
    let done = 0;
    for (const [place, { bars, detection }] of events.entries()) {
      if (place % step !== 0 || done === wanted) continue;
      done += 1;
      keys.push(`event ${place}`);
      const next = shapeOf(keys, true);
      const upTo = bars.slice(0, bars.findIndex(({ ts }) => ts === detection.time) + 1).slice(-CONTEXT_BARS);
      const { detector, evidence, value, time } = detection;
      const past = upTo.map(({ ts, close }) => ({ time: ts, close }));
      const context = contextOf({ detector, evidence, timeframe: '1d', bars: past, shape: next });
      if (context) {
        contextSchema.parse(context);
        recomputed(
          context,
          upTo.map(({ ts, text }) => ({ time: ts, close: text.close })),
        );
        for (const { fact } of context.facts) kinds.add(fact);
      }
      const about = { ...fallInput(), name: 'Gold', symbol: 'XAUUSD', timeZone: 'UTC' };
      const input: AlertInput = {
        ...about,
        detector,
        evidence,
        value,
        eventTime: time,
        context,
        shape: next,
      };
      for (const [at, language] of LANGUAGES.entries()) {
        for (const tone of drill([tones[at % tones.length] ?? 'newswire'], tones)) {
          const document = writeAlert({ ...input, brand: { ...input.brand, voice: { tone } } }, language);
          // Templates without what fills them: the shape as it reads.
          const shapes = [document.headline, document.summary].map((text) =>
            text.filter((node) => typeof node === 'string').join('|'),
          );
          const whose = `${language} ${tone}`;
          for (const each of shapes) expect(said.get(whose) ?? [], whose).not.toContain(each);
          said.set(whose, shapes);
          expect(textsOf(document).length).toBeGreaterThan(5);
        }
      }
    }
    expect(done).toBe(wanted);
    expect([...kinds].sort()).toEqual(
      ['followed', 'largest_since', 'streak', 'year_distance', 'year_extreme'].filter(
        (kind) => wanted > 100 || kinds.has(kind),
      ),
    );
  },
  drill(180_000, 600_000),
);
