import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { expect } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { KEPT_TIMEFRAMES } from '#src/shared/timeframes.ts';
import { itWithShared, sharedPath } from '#tests/support/shared-data.ts';
import type { Tick } from '../tick.ts';
import { barBuilder } from './bar-builder.ts';
import { CALENDARS } from '../sessions/calendars.ts';
import { barMerger } from './merge.ts';

const FILE = 'ticks/EURUSD_ticks_2014-05-01_15_fxcm.csv.gz';

const SIZES = [...KEPT_TIMEFRAMES, '45m', '12h', '1M'] as const;
const END = Number.MAX_SAFE_INTEGER;

/** The bids of the file. Its stamps stand five hours behind UTC all year. */
async function* quotes(): AsyncGenerator<Tick> {
  const lines = createInterface({ input: createReadStream(sharedPath(FILE)).pipe(createGunzip()) });
  for await (const line of lines) {
    const [time = '', bid = ''] = line.split(',');
    if (time === 'time') continue;
    const ts = Date.parse(`${time}-05:00`);
    yield { ts, id: null, price: Number(bid), size: null, text: { price: bid, size: null } };
  }
}

itWithShared(
  'makes the same bars of 1.1 million real quotes at once, in pieces, and by merging minutes',
  FILE,
  async () => {
    const calendar = CALENDARS.fx;
    const parts = SIZES.map((timeframe) => ({
      atOnce: barBuilder({ calendar, timeframe, graceMs: 0 }),
      inPieces: barBuilder({ calendar, timeframe, graceMs: 0 }),
      pieces: [] as Bar[],
      whole: [] as Bar[],
    }));
    let count = 0;
    const refused = new Map<string, { count: number; first: string; last: string }>();
    for await (const tick of quotes()) {
      count += 1;
      const taken = parts[0]?.atOnce.add(tick) ?? '';
      if (taken !== 'taken') {
        const time = new Date(tick.ts).toISOString();
        const had = refused.get(taken) ?? { count: 0, first: time, last: time };
        refused.set(taken, { count: had.count + 1, first: had.first, last: time });
      }
      for (const part of parts) {
        if (part !== parts[0]) part.atOnce.add(tick);
        part.inPieces.add(tick);
        if (count % 997 === 0) part.pieces.push(...part.inPieces.close());
      }
    }
    for (const part of parts) {
      part.pieces.push(...part.inPieces.close(END));
      part.whole.push(...part.atOnce.close(END));
    }
    expect(count).toBe(1_144_807);
    expect(Object.fromEntries(refused)).toMatchInlineSnapshot(`
      {
        "closed_market": {
          "count": 1023,
          "first": "2014-05-04T19:00:51.815Z",
          "last": "2014-05-11T20:54:41.547Z",
        },
      }
    `);
    const minutes = parts[0]?.whole ?? [];
    parts.forEach(({ pieces, whole }, index) => {
      const merger = barMerger(calendar, SIZES[index] ?? '1m');
      const merged = minutes.flatMap((bar) => merger.add(bar)).concat(merger.close(END));
      expect(pieces).toEqual(whole);
      expect(merged).toEqual(whole);
    });
    // Twelve trading days from 17:00 New York on, the first and the last of them in part.
    expect(parts.map(({ whole }) => whole.length)).toMatchInlineSnapshot(`
      [
        15680,
        3168,
        1056,
        264,
        66,
        12,
        3,
        353,
        23,
        1,
      ]
    `);
  },
  120_000,
);
