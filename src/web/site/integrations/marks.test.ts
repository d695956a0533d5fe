import { expect, it } from 'vitest';
import { channels } from '#src/engine/channels/registry.ts';
import { channelMarks } from './marks.ts';

it.each(channels())('$kind has a mark of its own, as a path that stays in its box', ({ kind, mark }) => {
  expect(mark).toMatch(/^M[\d .,\-MmLlHhVvCcSsQqTtAaZz]+$/);
  expect(channels().filter((each) => each.mark === mark)).toHaveLength(1);
  const absolute = [...mark.matchAll(/[ML](-?[\d.]+)[ ,]?(-?[\d.]+)/g)].flatMap(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(absolute.every((at) => at >= 0 && at <= 24)).toBe(true);
  expect(kind).not.toBe('tradingview');
});

it('is one picture, with a symbol for each channel', () => {
  expect([...channelMarks().matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    ...channels().map(({ kind }) => kind),
    'tradingview',
  ]);
});
