import { expect, it } from 'vitest';
import { apartWords, shareOf } from './reaction-words.ts';

it('writes shares so that few of many are not nothing', () => {
  expect([shareOf(1, 1_000), shareOf(1, 3), shareOf(0, 5), shareOf(5, 5), shareOf(0, 0)]).toEqual([
    '0.1%',
    '33%',
    '0%',
    '100%',
    null,
  ]);
});

it('says what is left out of the numbers, and nothing where nothing is', () => {
  const none = {
    sent: 9,
    delivered: 0,
    opened: 1,
    maybeOpened: 0,
    clicked: 0,
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
    robotOpened: 0,
    robotClicked: 0,
  };
  expect(apartWords(none)).toBeNull();
  expect(apartWords({ ...none, maybeOpened: 1, robotClicked: 2_000 })).toBe(
    'Not included: 1 open by mail apps that hide their readers, 2,000 clicks by robots.',
  );
});
