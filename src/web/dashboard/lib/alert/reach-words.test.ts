import { expect, it } from 'vitest';
import { aheadWords, countWords, opensWords, skippedWords, turnWords } from './reach-words.ts';

const clock = (at: string) => at.slice(11, 16);
const title = (kind: string) => kind.toUpperCase();
const NOBODY = {
  people: 0,
  about: false,
  channels: [],
  destinations: [],
  embargoes: [],
  opens: [],
  leftOut: [],
  limit: null,
  warmUps: [],
  expiresAt: null,
};

it('says that large numbers are estimates', () => {
  const channels = [{ channel: 'a', people: 98_000, held: [], digest: 0, skipped: [], cost: null }];
  expect(aheadWords({ ...NOBODY, people: 98_000, about: true, channels }, title, clock)).toEqual([
    'About 98,000 people by A',
  ]);
});

it('says who was passed over, and that the rest was recalled', () => {
  expect(
    skippedWords([
      { reason: 'suppressed', people: 1_200 },
      { reason: 'recalled', people: 0 },
    ]),
  ).toBe('1,200 suppressed, the rest recalled');
});

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
            held: [{ until: '2026-03-02T07:00:00.000Z', people: 12 }],
            digest: 0,
            cost: { currency: 'USD', amount: '40.9', unpriced: 3 },
            skipped: [
              { reason: 'suppressed', people: 8 },
              { reason: 'unsubscribed', people: 1 },
            ],
          },
          { channel: 'b', people: 1, held: [], digest: 0, skipped: [], cost: null },
          { channel: 'c', people: 0, held: [], digest: 0, skipped: [], cost: null },
          {
            channel: 'd',
            cost: null,
            people: 0,
            held: [
              { until: '2026-03-02T07:00:00.000Z', people: 1000 },
              { until: '2026-03-02T09:30:00.000Z', people: 1 },
            ],
            digest: 30,
            skipped: [],
          },
        ],
        destinations: [
          { id: '1', name: 'Desk', channel: 'b', cost: null, filtered: false },
          { id: '3', name: 'Bot', channel: 'b', cost: null, filtered: true },
          {
            id: '2',
            name: '@desk',
            channel: 'c',
            cost: { currency: 'USD', amount: '0.215' },
            filtered: false,
          },
        ],
        embargoes: [
          { name: 'Free readers', minutes: 15 },
          { name: 'Page', minutes: 60 },
          { name: '@desk', minutes: 60 },
        ],
        opens: [
          { name: 'Readers', at: '2026-03-02T07:00:00.000Z', marketZone: null },
          { name: 'Desk', at: '2026-03-02T07:00:00.000Z', marketZone: null },
          { name: 'Clients', at: '2026-03-02T14:30:00.000Z', marketZone: 'America/New_York' },
        ],
        leftOut: ['d'],
      },
      title,
      clock,
    ),
  ).toEqual([
    '1,204 people by A; 12 held until 07:00 by quiet hours, 8 suppressed, 1 unsubscribed, costs $40.90 (no price for 3)',
    '1 person by B',
    '0 people by D; 1,001 held until 07:00 to 09:30 by quiet hours, 30 in a digest',
    'Posted to Desk (B) and @desk (C, $0.215)',
    'Not to Bot: its filter leaves it out',
    'Free readers: under embargo for 15 minutes after it’s sent',
    'Page and @desk: under embargo for an hour after it’s sent',
    'Readers and Desk: from 07:00, when sending hours begin',
    'Clients: held until the market opens, Mon, Mar 2, 9:30 AM in New York',
    'Your plan doesn’t include D',
  ]);
  expect(aheadWords(NOBODY, title, clock)).toEqual(['No one: its audiences are empty']);
});

it('says how many have to wait for a new sending domain', () => {
  const warmUp = {
    channel: 'a',
    domain: 'desk.example',
    day: 3,
    days: 30,
    most: 432,
    sent: 400,
    resumesAt: '2026-03-03T00:00:00.000Z',
    slowed: null,
    waiting: 1_172,
    expires: false,
  };
  const left = 'desk.example is new (day 3 of 30): 32 of its 432 messages are left today.';
  expect(aheadWords({ ...NOBODY, warmUps: [warmUp] }, title, clock)).toEqual([
    `${left} 1,172 people get it from 00:00`,
  ]);
  expect(aheadWords({ ...NOBODY, warmUps: [{ ...warmUp, expires: true }] }, title, clock)).toEqual([
    `${left} 1,172 people don’t get the alert, as it expires before the next day`,
  ]);
});

it('says what became of a fan-out', () => {
  expect(countWords({ sent: 1190, waiting: 2, held: 13, quiet: 12, unknown: 1, failed: 3 }, '7:00')).toBe(
    '1,190 sent · 2 waiting · 12 held until 7:00 by quiet hours · 1 held until confirmed · 1 unknown · 3 failed',
  );
  expect(countWords({ sent: 0, waiting: 0, held: 0, quiet: 0, unknown: 0, failed: 0 }, '')).toBe('');
});

it('says what an attention budget made of it', () => {
  const turn = { state: 'held', until: '2026-03-02T14:00:00.000Z', per: 'hour', most: 5 } as const;
  expect(turnWords({ turn }, clock)).toBe(
    'Held for the digest of 14:00: the audience’s budget of 5 an hour is used.',
  );
  expect(turnWords({ turn: { ...turn, per: 'day', most: 20 } }, clock)).toContain(
    'budget of 20 a day is used',
  );
  expect(turnWords({ turn: { state: 'waiting', until: turn.until, per: null, most: null } }, clock)).toBe(
    'Waits until 14:00: the most important alerts go first.',
  );
  expect(turnWords({ turn: { state: 'now', until: null, per: null, most: null } }, clock)).toBe('');
  expect(turnWords({ turn: null }, clock)).toBe('');
});

it('says when sending hours begin, and nothing once they have', () => {
  const opensAt = '2026-03-02T07:00:00.000Z';
  const before = Date.parse(opensAt) - 1;
  const fanOut = { opensAt, marketZone: null, late: 'nothing', lapsed: null } as const;
  expect(opensWords(fanOut, clock, before)).toBe('Waits until 07:00, when sending hours begin.');
  expect(opensWords({ ...fanOut, marketZone: 'Europe/Berlin' }, clock, before)).toBe(
    'Held until the market opens, Mon, Mar 2, 8:00 AM in Frankfurt.',
  );
  expect(opensWords({ ...fanOut, late: 'digest' }, clock, before)).toBe(
    'Waits until 07:00, when sending hours begin. If it lapses first, it’s in a digest as past news.',
  );
  expect(opensWords({ ...fanOut, lapsed: 'moved' }, clock, before)).toBe(
    'Lapsed while it waited for sending hours, as the price moved too far. From 07:00, it’s in its readers’ digests as past news.',
  );
  expect(opensWords({ ...fanOut, lapsed: 'expired' }, clock, before + 1)).toBe(
    'Expired while it waited for sending hours. It’s in its readers’ digests as past news.',
  );
  expect(opensWords(fanOut, clock, before + 1)).toBe('');
  expect(opensWords({ ...fanOut, opensAt: null }, clock)).toBe('');
});
