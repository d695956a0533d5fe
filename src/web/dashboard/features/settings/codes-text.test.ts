import { expect, test } from 'vitest';
import { codesText } from './codes-text.ts';

test('the file says whose codes they are, since when, and how they work', () => {
  const made = { codes: ['aaaa-bbbb-cccc-dddd', '0000-1111-2222-3333'], madeAt: '2026-11-20T10:00:00.000Z' };
  expect(codesText(made, { site: 'Bellwire', email: 'ada@harbour.example' })).toBe(
    'Bellwire recovery codes for ada@harbour.example\n' +
      'Created 2026-11-20. Each works once, instead of a code from your authenticator app.\n\n' +
      'aaaa-bbbb-cccc-dddd\n0000-1111-2222-3333\n',
  );
});
