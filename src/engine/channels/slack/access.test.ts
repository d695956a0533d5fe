import { expect, test } from 'vitest';
import { normalizePlace } from './access.ts';

test.each([
  ['C0123456789', 'C0123456789'],
  [' c0123456789 ', 'C0123456789'],
  ['https://harbor.slack.com/archives/C0123456789/p1700000000000001', 'C0123456789'],
  ['https://app.slack.com/client/T0123456789/C0123456789', 'C0123456789'],
  ['https://harbor.example/archives/C0123456789', null],
  ['Webhook', 'webhook'],
  ['#general', null],
  ['U0123456789', null],
])('reads the place %s', (typed, place) => expect(normalizePlace(typed)).toBe(place));
