import { expect, test } from 'vitest';
import { resumeWords, stopWords, unsentOf, waitWords, whatIn, whatOf } from './words.ts';

const titleOf = (kind: string) => kind.toUpperCase();

test('a stop is named by what it stops', () => {
  const named = [
    { scope: 'workspace', target: null, name: null },
    { scope: 'brand', target: 'b', name: 'Acme' },
    { scope: 'channel', target: 'email', name: null },
  ] as const;
  expect(named.map((each) => whatOf(each, titleOf))).toEqual([
    'Sending',
    'Sending for “Acme”',
    'Sending by EMAIL',
  ]);
  expect(whatIn(named[1], titleOf)).toBe('sending for “Acme”');
});

test('the counts of a stop are those of its brand or channel', () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const sending = {
    stops: [],
    workspace: { unsent: 3, expired: 1 },
    brands: [{ id, name: 'Acme', unsent: 2, expired: 0 }],
    channels: [{ channel: 'email', unsent: 1, expired: 1 }],
  };
  expect(unsentOf(sending, { scope: 'workspace', target: null })).toMatchObject({ unsent: 3, expired: 1 });
  expect(unsentOf(sending, { scope: 'brand', target: id })).toMatchObject({ unsent: 2, expired: 0 });
  expect(unsentOf(sending, { scope: 'channel', target: 'email' })).toMatchObject({ unsent: 1, expired: 1 });
  expect(unsentOf(sending, { scope: 'channel', target: 'gone' })).toEqual({ unsent: 0, expired: 0 });
});

test('the dialogs say how many alerts wait, and how many of them are too late', () => {
  expect(waitWords({ unsent: 0, expired: 0 })).toBe('Nothing is waiting to go out');
  expect(waitWords({ unsent: 1, expired: 0 })).toBe('1 alert hasn’t gone out yet');
  expect(stopWords({ unsent: 2, expired: 0 })).toContain('It holds 2 alerts that haven’t gone out yet.');
  expect(stopWords({ unsent: 0, expired: 0 })).toContain('Nothing is waiting to go out at the moment.');
  expect(resumeWords({ unsent: 12, expired: 3 })).toBe(
    '9 alerts go out now. 3 alerts are past the time limit of their route and won’t be sent.',
  );
  expect(resumeWords({ unsent: 1, expired: 1 })).toBe(
    'None of the waiting alerts will be sent. 1 alert is past the time limit of its route and won’t be sent.',
  );
  expect(resumeWords({ unsent: 0, expired: 0 })).toBe('Nothing is waiting. New alerts go out as usual.');
  expect(resumeWords({ unsent: 1, expired: 0 })).toBe('1 alert goes out now.');
});
