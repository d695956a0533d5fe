import { expect, test } from 'vitest';
import { accentWords, headerWords } from './contrast-words.ts';

test('tells how a header and an accent read, and what is drawn instead', () => {
  expect(headerWords('#0f4c5c')).toBe('White text on it has a contrast of 9.5:1. Good.');
  expect(headerWords('#ffd400')).toMatch(/^Black text on it has a contrast of 14\.\d:1\. Good\.$/);
  expect(accentWords('#0f4c5c')).toMatch(/^Lines on the page have a contrast of 9\.\d:1\. Good\.$/);
  expect(accentWords('#ffd400')).toMatch(
    /would have a contrast of 1\.\d:1, and need 3:1\. We draw them in #\w{6}\./,
  );
});
