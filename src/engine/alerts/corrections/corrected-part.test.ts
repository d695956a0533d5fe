import { describe, expect, it } from 'vitest';
import type { Bar, EvidenceBar } from '#src/shared/market.ts';
import { correctedPart, type Stored } from './corrected-part.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-02T00:00:00Z');
const bar = (day: number, close: number, volume: number | null = 100): Bar => {
  const prices = { open: close, high: close, low: close, close };
  const text = String(close);
  return {
    ts: START + day * DAY,
    ...prices,
    volume,
    text: { open: text, high: text, low: text, close: text, volume: volume === null ? null : String(volume) },
  };
};
const seen = (day: number, close: string, volume: string | null = '100'): EvidenceBar => ({
  time: new Date(START + day * DAY).toISOString(),
  open: close,
  high: close,
  low: close,
  close,
  volume,
});
const stored = (own: readonly Bar[], before: readonly Bar[] = [], hasSplit = false): Stored => ({
  before,
  at: new Map(own.map((each) => [each.ts, each])),
  isSameRun: true,
  hasSplit,
});
const WHOLE = { keepsLast: false };

describe('evidence on corrected bars', () => {
  it('keeps what is the same as its source wrote it, and names what is not', () => {
    const part = { bars: [seen(4, '50.00'), seen(5, '45.50', null)] };
    const { bars, changes } = correctedPart(part, stored([bar(4, 50), bar(5, 46, 7)]), WHOLE);
    expect(bars[0]).toEqual(part.bars[0]);
    expect(bars[1]).toMatchObject({ close: '46', volume: '7' });
    expect(changes.map(({ field, said, right }) => [field, said, right])).toEqual([
      ['open', '45.50', '46'],
      ['high', '45.50', '46'],
      ['low', '45.50', '46'],
      ['close', '45.50', '46'],
      ['volume', null, '7'],
    ]);
  });

  it('leaves what isn’t stored, as on a gap or a halt, and a last bar that was open', () => {
    const part = { bars: [seen(4, '50'), seen(5, '45')] };
    expect(correctedPart(part, stored([bar(5, 45)]), WHOLE).changes).toEqual([]);
    const open = correctedPart(part, stored([bar(4, 51), bar(5, 44)]), { keepsLast: true });
    expect(open.bars.map(({ close }) => close)).toEqual(['51', '45']);
  });

  it('counts the past back from the first bar, by its columns', () => {
    const part = {
      bars: [seen(4, '50')],
      past: { close: ['40', '41', '42'], volume: ['', '100'] },
    };
    const before = [bar(1, 40), bar(2, 41.5, null), bar(3, 42)];
    const { past, changes } = correctedPart(part, stored([bar(4, 50)], before), WHOLE);
    expect(past).toEqual({ close: ['40', '41.5', '42'], volume: ['', '100'] });
    expect(changes).toEqual([
      { time: new Date(START + 2 * DAY).toISOString(), field: 'close', said: '41', right: '41.5' },
    ]);
  });

  it('doesn’t take another history for a correction, unless there was a split', () => {
    const part = { bars: [seen(6, '50')], past: { close: ['40', '41', '42', '43', '44'] } };
    const before = [10, 10.5, 11, 43, 44].map((close, day) => bar(day, close));
    expect(correctedPart(part, stored([bar(6, 50)], before), WHOLE).changes).toEqual([]);
    expect(correctedPart(part, stored([bar(6, 50)], before, true), WHOLE).changes).toHaveLength(3);
    // A missing bar that came later moves those before it, though most look the same.
    const filled = {
      ...stored(
        [bar(6, 50)],
        [41, 41.5, 42, 43, 44].map((close, day) => bar(day, close)),
      ),
    };
    expect(correctedPart(part, { ...filled, isSameRun: false }, WHOLE)).toMatchObject({
      past: part.past,
      changes: [],
    });
    // Where the evidence says when its bars were, others aren't compared with them.
    const timed = {
      ...part,
      past: { close: ['40', '41'], time: [part.bars[0]!.time, part.bars[0]!.time] },
    };
    expect(correctedPart(timed, stored([bar(6, 50)], before), WHOLE).past).toBe(timed.past);
  });
});
