import { expect, it } from 'vitest';
import { after, moved } from './selection.ts';

const IDS = ['a', 'b', 'c'];

it('goes on with the alert below, above at the end, and nowhere after the last one', () => {
  expect(after(IDS, 'a')).toBe('b');
  expect(after(IDS, 'c')).toBe('b');
  expect(after(['a'], 'a')).toBeNull();
  expect(after(IDS, 'decided elsewhere')).toBe('a');
});

it('moves by one row and stays within the list', () => {
  expect(moved(IDS, 'a', 1)).toBe('b');
  expect(moved(IDS, 'c', 1)).toBe('c');
  expect(moved(IDS, 'a', -1)).toBe('a');
  expect(moved(IDS, null, 1)).toBe('a');
  expect(moved([], null, -1)).toBeNull();
});
