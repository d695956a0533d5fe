import { describe, expect, it } from 'vitest';
import { readIcal } from './read-ical.ts';
import { AS, entries, event, ical, NOW, problems, read } from './readings.fixture.ts';

const EASTERN = `BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZNAME:EDT
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZNAME:EST
END:STANDARD
END:VTIMEZONE
`;

describe('iCalendar', () => {
  it('takes times as the calendar says: by its own zones, by known names, in UTC, floating, whole days', () => {
    const text = ical(
      EASTERN +
        event('UID:a\nDTSTART;TZID=US-Eastern:20261124T083000\nSUMMARY:Own zone') +
        event('UID:b\nDTSTART;TZID=Europe/London:20261124T070000\nSUMMARY:Known zone') +
        event('UID:c\nDTSTART:20261124T133000Z\nSUMMARY:UTC') +
        event('UID:d\nDTSTART:20261124T083000\nSUMMARY:Floating') +
        event('UID:e\nDTSTART;VALUE=DATE:20261124\nSUMMARY:Day') +
        event('UID:f\nDTSTART;TZID=Nowhere:20261124T083000\nSUMMARY:Unknown zone'),
    );
    expect(entries(text).map(({ title, at, timing }) => [title, at, timing])).toEqual([
      ['Day', '2026-11-24T05:00:00.000Z', 'all_day'],
      ['Known zone', '2026-11-24T07:00:00.000Z', 'exact'],
      ['Own zone', '2026-11-24T13:30:00.000Z', 'exact'],
      ['UTC', '2026-11-24T13:30:00.000Z', 'exact'],
      ['Floating', '2026-11-24T13:30:00.000Z', 'exact'],
    ]);
    expect(problems(text)).toEqual([
      expect.stringContaining(
        'Its time zone “Nowhere” is not known, and the calendar does not say what it is.',
      ),
    ]);
    // What the calendar says of itself goes before what its source is said to be.
    const tokyo = text.replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:Asia/Tokyo');
    expect(entries(tokyo).find(({ title }) => title === 'Floating')?.at).toBe('2026-11-23T23:30:00.000Z');
  });

  it('follows repetitions over the change of clocks, without what is left out and with what was moved', () => {
    const text = ical(
      EASTERN +
        event(
          'UID:jobs\nDTSTART;TZID=US-Eastern:20261023T083000\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE;TZID=US-Eastern:20261106T083000\nSUMMARY:Claims',
        ) +
        event(
          'UID:jobs\nRECURRENCE-ID;TZID=US-Eastern:20261113T083000\nDTSTART;TZID=US-Eastern:20261112T100000\nSUMMARY:Claims\\, a day early',
        ),
    );
    expect(read(text).entries.map(({ key, entry }) => [key, entry.at, entry.title])).toEqual([
      ['id jobs 2026-10-23T08:30:00', '2026-10-23T12:30:00.000Z', 'Claims'],
      ['id jobs 2026-10-30T08:30:00', '2026-10-30T12:30:00.000Z', 'Claims'],
      ['id jobs 2026-11-13T08:30:00', '2026-11-12T15:00:00.000Z', 'Claims, a day early'],
      ['id jobs 2026-11-20T08:30:00', '2026-11-20T13:30:00.000Z', 'Claims'],
    ]);
  });

  it('follows what never ends for a year, and what comes too often or never not at all', () => {
    const text = ical(
      event('UID:a\nDTSTART:20200103T133000Z\nRRULE:FREQ=MONTHLY;BYDAY=1FR\nSUMMARY:Payrolls') +
        event('UID:b\nDTSTART:20200103T133000Z\nRRULE:FREQ=SECONDLY\nSUMMARY:Tick') +
        event('UID:c\nDTSTART:20200103T133000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\nSUMMARY:Never'),
    );
    const months = entries(text).map(({ at }) => at.slice(0, 10));
    expect(months).toHaveLength(14);
    expect([months[0], months.at(-1)]).toEqual(['2026-11-06', '2027-12-03']);
    expect(problems(text).map((each) => each.replace(/^Line \d+: /, ''))).toEqual([
      'It repeats more often than daily.',
      'It repeats on a date that doesn’t exist.',
    ]);
  });

  it('follows no more repetitions than a calendar holds entries, and counts none that are too old', () => {
    const old = Array.from({ length: 5_400 }, (_, n) =>
      event(`UID:o${n}\nDTSTART:20200103T133000Z\nSUMMARY:Old`),
    ).join('');
    const daily = Array.from({ length: 14 }, (_, n) =>
      event(`UID:d${n}\nDTSTART:20261122T1330${10 + n}Z\nRRULE:FREQ=DAILY\nSUMMARY:Daily`),
    ).join('');
    const { found, putAside } = readIcal(ical(old + daily + daily), AS, NOW);
    expect(found.length).toBeGreaterThan(10_400);
    expect(found.length).toBeLessThan(5_400 + 5_900);
    expect(putAside).toMatchObject([
      { problem: 'A calendar holds 5,000 entries at most; this one and those after it were not taken.' },
    ]);
    const reading = read(ical(old + daily));
    expect([reading.entries.length, reading.old]).toEqual([5_000, 5_400]);
  });

  it('reads figures and importance out of properties and descriptions', () => {
    const text = ical(
      event(
        'UID:a\nDTSTART:20261124T133000Z\nSUMMARY:USD - CPI m/m\nPRIORITY:1\nDESCRIPTION:Impact: High\\nForecast: 0.2%\\nPrevious: 0.3%\\nActual:\nURL:https://calendar.example/cpi',
      ) +
        event(
          'UID:b\nDTSTART;VALUE=DATE:20261126\nSUMMARY:Apple Inc. (AAPL) Q4 2026 Earnings\nSTATUS:CANCELLED',
        ),
    );
    expect(read(text).entries).toMatchObject([
      {
        cancelled: false,
        entry: {
          kind: 'economic',
          currency: 'USD',
          country: null,
          importance: 'high',
          forecast: '0.2%',
          previous: '0.3%',
          actual: null,
          link: 'https://calendar.example/cpi',
        },
      },
      { cancelled: true, entry: { kind: 'earnings', symbol: 'AAPL', timing: 'all_day' } },
    ]);
  });

  it('loses one event to a broken line, and says where it begins', () => {
    const text = ical(
      event('UID:a\nDTSTART:20261124T133000Z\nSUMMARY:Good') +
        event('UID:b\nDTSTART:20261124T133000Z\nthis is no line') +
        event('UID:c\nDTSTART:nonsense\nSUMMARY:No time') +
        event('UID:d\nSUMMARY:No start') +
        event('UID:e\nDTSTART:20261124T133000Z') +
        'BEGIN:VEVENT\nUID:f\nSUMMARY:Cut off',
    );
    expect(entries(text).map(({ title }) => title)).toEqual(['Good']);
    expect(problems(text)).toEqual([
      'Line 8: It has a line that is none of iCalendar.',
      'Line 13: Its time can’t be read.',
      'Line 18: It has no DTSTART, which would say when it is.',
      'Line 22: It has no SUMMARY, which would say what it is.',
      'Line 26: It begins and does not end.',
    ]);
  });
});
