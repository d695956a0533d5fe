import { expect, it } from 'vitest';
import { aheadWords, countWords } from './reach-words.ts';

const title = (kind: string) => kind.toUpperCase();
const NOBODY = { people: 0, channels: [], destinations: [], leftOut: [], expiresAt: null };

it('says who will get an alert, by channel', () => {
  expect(
    aheadWords(
      {
        ...NOBODY,
        people: 1204,
        channels: [
          {
            channel: 'a',
            people: 1204,
            skipped: [
              { reason: 'suppressed', people: 8 },
              { reason: 'unsubscribed', people: 1 },
            ],
          },
          { channel: 'b', people: 1, skipped: [] },
          { channel: 'c', people: 0, skipped: [] },
        ],
        destinations: [{ id: '', name: 'Desk', channel: 'b' }],
        leftOut: ['d'],
      },
      title,
    ),
  ).toEqual([
    '1,204 people by A; 8 suppressed, 1 unsubscribed',
    '1 person by B',
    'Posted to Desk (B)',
    'Your plan doesn’t include D',
  ]);
  expect(aheadWords(NOBODY, title)).toEqual(['Nobody: its audiences have no one to send to']);
});

it('says what became of a fan-out', () => {
  expect(countWords({ sent: 1190, waiting: 2, held: 1, unknown: 1, failed: 3 })).toBe(
    '1,190 sent · 2 waiting · 1 held until confirmed · 1 unknown · 3 failed',
  );
  expect(countWords({ sent: 0, waiting: 0, held: 0, unknown: 0, failed: 0 })).toBe('');
});
