import { expect, test } from 'vitest';
import { hashOf } from '#src/platform/json/canonical.ts';
import { type AlertDocument, alertDocumentSchema, textsOf } from '#src/shared/content/document.ts';
import { isSlot, type Text } from '#src/shared/content/text.ts';
import { firstDetection } from '../detectors/bars.fixture.ts';
import { DETECTORS } from '../detectors/registry.ts';
import { checkDocument } from './check-document.ts';
import { fallDocument, fallInput } from './document.fixture.ts';
import { groundOf, writeAlert } from './writer.ts';

const own = {
  message: { headline: '{{ticker}}: 3 reasons', text: 'From {{plot_0}}.\n1,000 things at {{timenow}}.' },
  exchange: null,
  currency: 'USD',
  spokeAt: Date.parse('2020-03-16T20:00:05Z'),
};
const ground = groundOf(fallInput({ own }));
const document = fallDocument({ own });

test('what was stored holds against its evidence, and every figure in it is a slot', () => {
  const stored = alertDocumentSchema.parse(JSON.parse(JSON.stringify(document)));
  expect(stored).toEqual(document);
  expect(checkDocument(stored, ground)).toEqual({ ok: true });
  const words = textsOf(fallDocument()).flatMap(({ text }) =>
    text.filter((node) => typeof node === 'string'),
  );
  expect(words.join(' ')).not.toMatch(/\p{N}/u);
  const figures = textsOf(stored).flatMap(({ text }) => text.filter(isSlot));
  expect(new Set(figures.map(({ of }) => of))).toContain('figures.change_pct');
});

test.each(DETECTORS)('an alert of $name holds, and not with the evidence of another price', ({ name }) => {
  const { detector, value, evidence, time } = firstDetection(name);
  const input = fallInput({ timeZone: 'UTC', detector, value, evidence, eventTime: time });
  const written = writeAlert(input);
  expect(checkDocument(written, groundOf(input))).toEqual({ ok: true });
  const bars = evidence.bars.map((bar) => ({ ...bar, close: String(Number(bar.close) * 1.5 + 1) }));
  const other = groundOf({ ...input, evidence: { ...evidence, bars } });
  expect(checkDocument(written, other)).toMatchObject({ ok: false });
});

const withSummary = (change: (summary: Text) => Text): AlertDocument => ({
  ...document,
  summary: change(document.summary),
});
const slot = { slot: 'figure', of: 'bar.close', as: 'price', text: '2,386.13' } as const;

test.each([
  ['another text in a slot', () => [{ ...slot, text: '2,386.14' }]],
  ['a figure of another place', () => [{ ...slot, of: 'bar.open' }]],
  ['a slot that the evidence has not', () => [{ ...slot, of: 'bar.mean' }]],
  ['a slot named like a property', () => [{ ...slot, of: 'figures.constructor' }]],
  ['a figure posing as a phrase', () => [{ ...slot, slot: 'quote' as const, text: '9' }]],
  ['a figure in words', (text) => [...text, ' That is 5 in a row.']],
  ['a number in words', (text) => [...text, ' It doubled.']],
  ['a unit behind a figure', () => [slot, ' million']],
  ['a digit that becomes part of a figure', () => [slot, '0']],
  ['a letter that becomes part of a figure', () => [slot, 'x']],
  ['a percent sign behind a price', () => [slot, '%']],
] as [string, (text: Text) => Text][])('refuses %s', (_name, change) => {
  expect(checkDocument(withSummary(change), ground)).toMatchObject({ ok: false, part: 'summary' });
});

test('its hash is that of what it says, whatever the order of its fields, and of how the brand looks', () => {
  const turned = Object.fromEntries(Object.entries(document).toReversed());
  expect(hashOf(turned)).toBe(hashOf(document));
  expect(hashOf({ ...document, look: { ...document.look, color: '#0f4c5d' } })).not.toBe(hashOf(document));
});
