import { expect, test } from 'vitest';
import { fallDocument } from '../document.fixture.ts';
import { laidOut } from '../templates/lay-out.ts';
import { fitParts, type MessagePart, messageOf, pictureFor, textOfParts } from './message-parts.ts';

const message = () => messageOf(laidOut(fallDocument(), 'message'));

test('says headline, summary and disclaimers in the order of the layout', () => {
  const { parts } = messageOf(laidOut(fallDocument(), 'page'));
  const kinds = parts.map(({ kind }) => kind);
  expect(kinds.indexOf('headline')).toBeLessThan(kinds.indexOf('paragraph'));
  expect(kinds).toContain('figures');
  expect(textOfParts(parts)).toContain('S&P 500');
});

test('a trial run says so before anything else', () => {
  const { parts } = messageOf(laidOut(fallDocument({ trial: true }), 'message'));
  expect(parts[0]?.kind).toBe('notice');
});

test('whole parts go where there is no room, and never the headline, a notice or a disclaimer', () => {
  const parts: MessagePart[] = [
    { kind: 'notice', text: 'Trial run.' },
    { kind: 'dateline', text: 'Today' },
    { kind: 'headline', text: 'It fell 5%' },
    { kind: 'paragraph', text: 'First' },
    { kind: 'paragraph', text: 'Second' },
    { kind: 'figures', rows: [{ label: 'Close', value: '1' }] },
    { kind: 'disclaimer', text: 'No advice.' },
  ];
  const within = (max: number) => fitParts(parts, (kept) => textOfParts(kept).length <= max);
  expect(within(1_000)).toEqual(parts);
  expect(within(textOfParts(parts).length - 1).map(({ kind }) => kind)).toEqual([
    'notice',
    'dateline',
    'headline',
    'paragraph',
    'paragraph',
    'disclaimer',
  ]);
  expect(within(0).map(({ kind }) => kind)).toEqual(['notice', 'headline', 'disclaimer']);
  // What was written last goes first.
  expect(textOfParts(within(textOfParts(parts).length - 15))).toContain('First');
});

test('finds the picture in the size of the channel', () => {
  const picture = { hash: 'a'.repeat(64), type: 'image/png' as const, width: 1200, height: 675 };
  const wide = { format: 'wide' as const, width: 1200, height: 675, description: ['A card'], problem: null };
  const document = { ...fallDocument(), pictures: [{ ...wide, picture }] };
  expect(pictureFor(document, { format: 'wide' })).toEqual({ picture, alt: 'A card' });
  expect(pictureFor(document, { format: 'square' })).toBeNull();
  expect(pictureFor(document, null)).toBeNull();
  expect(message().parts.length).toBeGreaterThan(0);
});
