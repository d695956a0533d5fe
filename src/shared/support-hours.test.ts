import { expect, it } from 'vitest';
import { supportSentence, supportState } from './support-hours.ts';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';

it.each([
  // A Friday evening: Monday, and in the reader's own time.
  ['2026-11-20T23:00:00Z', BERLIN, 'We answer from Monday 9:00 ET (15:00 your time).'],
  ['2026-11-20T22:59:59Z', BERLIN, 'We answer until 18:00 ET today (Saturday 0:00 your time).'],
  ['2026-11-23T13:59:59Z', BERLIN, 'We answer from 9:00 ET today (15:00 your time).'],
  ['2026-11-23T14:00:00Z', NEW_YORK, 'We answer until 18:00 ET today.'],
  ['2026-11-21T12:00:00Z', NEW_YORK, 'We answer from Monday 9:00 ET.'],
  ['2026-11-24T23:00:00Z', 'Pacific/Auckland', 'We answer from Wednesday 9:00 ET (Thursday 3:00 your time).'],
  ['2026-11-24T23:00:00Z', 'Asia/Kathmandu', 'We answer from Wednesday 9:00 ET (19:45 your time).'],
  // The clocks of New York go back on 1 November, those of Berlin a week before: five hours lie between them.
  ['2026-10-27T01:00:00Z', BERLIN, 'We answer from Tuesday 9:00 ET (14:00 your time).'],
  ['2026-10-30T23:00:00Z', BERLIN, 'We answer from Monday 9:00 ET (15:00 your time).'],
  // And forward on 8 March, those of Berlin three weeks later.
  ['2026-03-07T12:00:00Z', BERLIN, 'We answer from Monday 9:00 ET (14:00 your time).'],
])('at %s somebody in %s reads: %s', (at, zone, sentence) => {
  expect(supportSentence(Date.parse(at), zone)).toBe(sentence);
});

it.each([
  ['2026-03-09T12:59:59Z', false, '2026-03-09T13:00:00.000Z'],
  ['2026-03-09T13:00:00Z', true, '2026-03-09T22:00:00.000Z'],
  ['2026-03-06T13:30:00Z', false, '2026-03-06T14:00:00.000Z'],
  ['2026-03-06T23:00:00Z', false, '2026-03-09T13:00:00.000Z'],
])('at %s it is open: %s, until %s', (at, open, change) => {
  const state = supportState(Date.parse(at));
  expect([state.open, state.change.toUTC().toISO()]).toEqual([open, change]);
});

it('comes round a week with one day', () => {
  const hours = { days: [3], from: 9, until: 10, timeZone: 'UTC', zoneName: 'UTC' };
  expect(supportState(Date.parse('2026-11-25T10:00:00Z'), hours).change.toISO()).toBe(
    '2026-12-02T09:00:00.000Z',
  );
});
