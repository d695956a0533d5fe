import { expect, test } from 'vitest';
import { endingApis } from './ending-apis.ts';
import { pigeon } from './pigeon.fixture.ts';
import { addChannel } from './registry.ts';

const at = (day: string): string[] => {
  const remove = addChannel({ ...pigeon, api: { version: '7', endsOn: '2026-03-02' } });
  try {
    return endingApis(Date.parse(`${day}T00:00:00Z`)).filter((each) => each.startsWith('Pigeon'));
  } finally {
    remove();
  }
};

test('is told 60 days before a version ends, and after that', () => {
  expect(at('2025-12-31')).toEqual([]);
  expect(at('2026-01-01')).toEqual([
    'Pigeon post ends version 7 of its API on March 2, 2026. Update the program before then.',
  ]);
  expect(at('2026-03-02')).toEqual([
    'Pigeon post ended version 7 of its API on March 2, 2026. Update the program.',
  ]);
});

test('a version without an end is no news', () =>
  expect(endingApis(Date.parse('2026-01-01T00:00:00Z'))).toEqual([]));
