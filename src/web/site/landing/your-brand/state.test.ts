import { expect, it } from 'vitest';
import {
  type BrandState,
  DEFAULT_BRAND,
  hashOf,
  initialOf,
  NAME_MAX,
  placeOf,
  readHash,
  shownName,
} from './state.ts';

const FIRST: BrandState = { ...DEFAULT_BRAND, event: 'a', channel: 'email' };
const read = (hash: string) => readHash(hash, FIRST, ['a', 'b']);

it('what a link says is what was chosen', () => {
  const chosen: BrandState = { name: 'Müller & Söhne #1', color: '#b3261e', event: 'b', channel: 'slack' };
  expect(read(hashOf(chosen))).toEqual(chosen);
});

it.each(['', '#intake', '#your-brand', '#your-branding?name=x'])('%s is no such link', (hash) =>
  expect(read(hash)).toBeNull(),
);

it('what is wrong in a link has its default', () => {
  expect(read('#your-brand?color=red&event=c&channel=fax')).toEqual({ ...FIRST, name: '' });
  expect(read('#your-brand?color=%22%3E%3Cscript')?.color).toBe(FIRST.color);
});

it('names are short, on one line, and hide nothing', () => {
  expect(read(`#your-brand?name=${'x'.repeat(200)}`)?.name).toHaveLength(NAME_MAX);
  expect(read('#your-brand?name=A%0AB%E2%80%AEC')?.name).toBe('A B C');
  expect(shownName('  ')).toBe(DEFAULT_BRAND.name);
});

it.each([
  ['northgate', 'N'],
  ['“élan” markets', 'É'],
  ['42 Capital', '4'],
  ['…', '·'],
])('%s has the initial %s', (name, initial) => expect(initialOf(name)).toBe(initial));

it('the event’s dot is where the line ends', () => {
  expect(placeOf('0.0,10.0 50.0,50.0')).toEqual([50, 50]);
  expect(placeOf('100.0,0.0')[0]).toBeCloseTo(98.08);
});
