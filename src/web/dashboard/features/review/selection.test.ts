import { expect, it } from 'vitest';
import { after, between, checked, lookedAt, moved, toDecide } from './selection.ts';

const IDS = ['a', 'b', 'c'];

it('goes on with the alert below, above at the end, and nowhere after the last one', () => {
  expect(after(IDS, 'a')).toBe('b');
  expect(after(IDS, 'c')).toBe('b');
  expect(after(['a'], 'a')).toBeNull();
  expect(after(IDS, 'decided elsewhere')).toBe('a');
});

it('goes on past all that were decided with it', () => {
  expect(after(IDS, 'a', new Set(['a', 'b']))).toBe('c');
  expect(after(IDS, 'b', new Set(['b', 'c']))).toBe('a');
  expect(after(IDS, 'b', new Set(IDS))).toBeNull();
});

it('moves by one row and stays within the list', () => {
  expect(moved(IDS, 'a', 1)).toBe('b');
  expect(moved(IDS, 'c', 1)).toBe('c');
  expect(moved(IDS, 'a', -1)).toBe('a');
  expect(moved(IDS, null, 1)).toBe('a');
  expect(moved([], null, -1)).toBeNull();
});

const row = (id: string, revision = `${id}1`, together = true) => ({
  id,
  revision,
  askedAgainAt: null,
  together,
});
const seenAs = (revision: string, askedAgainAt: string | null = null) => ({ revision, askedAgainAt });
const ROWS = [row('a'), row('b', 'b1', false), row('c')];

it('checks what may be decided together, and nothing else', () => {
  const all = checked(new Map(), ROWS, { ids: IDS, isOn: true });
  expect([...all]).toEqual([
    ['a', seenAs('a1')],
    ['c', seenAs('c1')],
  ]);
  expect([...checked(all, ROWS, { ids: ['a'], isOn: false }).keys()]).toEqual(['c']);
});

it('takes a range in either direction, or one row where it has no beginning', () => {
  expect(between(IDS, 'a', 'c')).toEqual(IDS);
  expect(between(IDS, 'c', 'b')).toEqual(['b', 'c']);
  expect(between(IDS, null, 'b')).toEqual(['b']);
  expect(between(IDS, 'decided', 'b')).toEqual(['b']);
  expect(between(IDS, 'a', 'decided')).toEqual([]);
});

it('names the revision that was seen: a newer one only once the alert is open', () => {
  const selection = new Map([
    ['c', seenAs('c1')],
    ['a', seenAs('a1')],
    ['decided', seenAs('d1')],
  ]);
  const edited = [row('a', 'a2'), row('c')];
  const seen = [
    { id: 'a', ...seenAs('a1') },
    { id: 'c', ...seenAs('c1') },
  ];
  expect(toDecide(selection, edited)).toEqual(seen);
  expect(lookedAt(selection, row('c'))).toBe(selection);
  expect(lookedAt(selection, row('b'))).toBe(selection);
  expect(lookedAt(selection, undefined)).toBe(selection);
  expect(toDecide(lookedAt(selection, edited[0]), edited)).toEqual([{ id: 'a', ...seenAs('a2') }, seen[1]]);
});

it('names the price that was seen: a newer one only once the alert is open', () => {
  const selection = new Map([['a', seenAs('a1')]]);
  const asked = { ...row('a'), askedAgainAt: '2026-11-20T14:00:00.000Z' };
  expect(toDecide(selection, [asked])).toEqual([{ id: 'a', ...seenAs('a1') }]);
  expect(toDecide(lookedAt(selection, asked), [asked])).toEqual([
    { id: 'a', ...seenAs('a1', asked.askedAgainAt) },
  ]);
});
