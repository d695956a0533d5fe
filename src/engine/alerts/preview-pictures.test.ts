import { expect, it } from 'vitest';
import { findChannel } from '../channels/registry.ts';
import { exampleAlert } from '../content/preview.ts';
import { paletteOf } from '../content/picture/palette.ts';
import { previewPictures } from './preview-pictures.ts';
import { withDrawnChart, withDrawnPicture } from '../content/picture/drawn-chart.ts';

const BRAND = { name: 'Harbor', color: '#0f4c5c' };
const fails = () => Promise.reject(new Error('No thread was free.'));
const none = () => Promise.resolve(null);

it.each([
  ['telegram', 'The chart could not be drawn: No thread was free.'],
  ['linkedin', 'The picture (Post) could not be drawn: No thread was free.'],
] as const)('a preview of %s without its picture says why', async (kind, problem) => {
  const channel = findChannel(kind)!;
  const example = await exampleAlert(BRAND);
  const bare = { ...example.document, chart: { ...example.document.chart!, picture: null } };
  const charted = await withDrawnChart(bare, example.charted, fails);
  const card = { size: channel.picture, charted: none, logo: none, draw: fails };
  const { document, picture } = await withDrawnPicture(charted.document, card);
  expect([charted.picture, picture]).toEqual([null, null]);
  const prepared = await channel.render(document);
  expect(prepared.text).toContain('S&P 500');
  const of = { channel, shown: channel, document, read: none };
  expect(await previewPictures(prepared, of)).toMatchObject({ items: [], problem });
});

it.each([
  ['off', false],
  ['readers', false],
  ['chats', false],
  ['posts', true],
] as const)('a card for posts of a brand with pictures %s is dark: %s', async (darkPictures, isDark) => {
  const { document, charted } = await exampleAlert({ ...BRAND, darkPictures });
  const drawn: string[] = [];
  const asked: string[] = [];
  const draw = (svg: string) => (drawn.push(svg), Promise.resolve(Buffer.from(svg)));
  const logo = (theme: string) => (asked.push(theme), Promise.resolve(null));
  for (const kind of ['x', 'linkedin', 'facebook'])
    await withDrawnPicture(document, {
      size: findChannel(kind)!.picture,
      charted: () => Promise.resolve(charted),
      logo,
      draw,
    });
  const { paper } = paletteOf(document.look, isDark ? 'dark' : 'light');
  expect(drawn.map((svg) => svg.includes(`fill="${paper}"`))).toEqual(drawn.map(() => true));
  expect(new Set(asked)).toEqual(new Set([isDark ? 'dark' : 'light']));
  expect(drawn.length).toBe(asked.length);
});

it('a picture that the document has is not drawn again', async () => {
  const { document, charted } = await exampleAlert(BRAND);
  const card = { charted: () => Promise.resolve(charted), logo: none };
  const size = { format: 'wide' } as const;
  const first = await withDrawnPicture(document, { ...card, size });
  expect(first.picture).not.toBeNull();
  const again = await withDrawnPicture(first.document, { ...card, size, draw: fails });
  expect(again).toEqual({ document: first.document, picture: null });
});
