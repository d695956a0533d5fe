import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from './read-calendar.ts';
import { CalendarError } from './reading.ts';
import { entries, event, ical, problems, read } from './readings.fixture.ts';

describe('CSV', () => {
  it('reads the week of a calendar of releases, its times in the zone of the source', () => {
    const week = `Title,Country,Date,Time,Impact,Forecast,Previous,URL
CPI m/m,USD,11-24-2026,8:30am,High,0.2%,0.3%,https://calendar.example/1
FOMC Member Speaks,USD,11-24-2026,Tentative,Medium,,,
Bank Holiday,JPY,11-25-2026,All Day,Holiday,,,
`;
    expect(entries(week)).toMatchObject([
      {
        kind: 'economic',
        title: 'FOMC Member Speaks',
        currency: 'USD',
        country: null,
        timing: 'unknown',
        day: '2026-11-24',
        at: '2026-11-24T05:00:00.000Z',
        importance: 'medium',
        forecast: null,
      },
      {
        title: 'CPI m/m',
        at: '2026-11-24T13:30:00.000Z',
        timing: 'exact',
        importance: 'high',
        forecast: '0.2%',
        previous: '0.3%',
        actual: null,
        link: 'https://calendar.example/1',
      },
      { title: 'Bank Holiday', currency: 'JPY', timing: 'all_day', importance: null },
    ]);
  });

  it('reads a calendar of earnings, with what is known of the hour', () => {
    const season = `symbol,name,reportDate,fiscalDateEnding,estimate,currency,timeOfTheDay
AAPL,Apple Inc,2026-11-26,2026-09-30,1.50,USD,post-market
BRK.B,Berkshire Hathaway,2026-11-27,2026-09-30,,USD,pre-market
MSFT,Microsoft,2026-11-28,2026-09-30,3.10,USD,
`;
    expect(
      entries(season).map(({ symbol, kind, timing, forecast }) => [symbol, kind, timing, forecast]),
    ).toEqual([
      ['AAPL', 'earnings', 'after_close', '1.50'],
      ['BRK.B', 'earnings', 'before_open', null],
      ['MSFT', 'earnings', 'unknown', '3.10'],
    ]);
    // Its day moves; it stays the same report.
    const keys = (text: string) => read(text).entries.map(({ key }) => key);
    expect(keys(season.replace('2026-11-26', '2026-11-30')).toSorted()).toEqual(keys(season).toSorted());
  });

  it('finds its separator, and reads a mark, quotes over lines and columns of other names', () => {
    const text =
      '\ufeffEvent;Country;Date;Consensus;Prior\r\n"CPI, ""core""\nflash";Euro Area;2026-11-30 11:00 CET;2,4%;2.3%\r\n\r\nGDP;Germany;30.11.2026 08:00;0.1%;-0.2%\r\n';
    expect(entries(text, { timeZone: 'Europe/Berlin' })).toMatchObject([
      { title: 'GDP', country: 'DE', at: '2026-11-30T07:00:00.000Z', previous: '-0.2%' },
      { title: 'CPI, "core" flash', country: 'EU', at: '2026-11-30T10:00:00.000Z', forecast: '2,4%' },
    ]);
  });

  it('puts aside what cannot be taken, with the line and the reason, and takes the rest', () => {
    const dirty = `id,date,time,event,actual
1,2026-11-24,08:30,CPI,1
1,2026-11-25,08:30,CPI again,1
2,2026-13-24,08:30,No month,1
3,soon,08:30,No date,1
4,2026-11-24,25:00,No hour,1
5,2026-11-24,08:30,,1
6,2026-11-24,08:30,Too,many,cells
7,2036-11-24,08:30,Too far,1
8,2026-11-24,08:30 XYZ,No zone,1
9,2020-01-01,08:30,Old,1
10,2026-11-26,,Good,1
`;
    expect(problems(dirty)).toEqual([
      'Line 3: It has the id of line 2.',
      'Line 4: There is no day 2026-13-24.',
      'Line 5: “soon” isn’t a date.',
      'Line 6: “25:00” isn’t a time of day.',
      'Line 7: It says not what it is: it has neither a title nor a symbol.',
      'Line 8: It has 6 cells, and the first line names 5: a text with commas needs quotes.',
      'Line 9: 2036-11-24 lies more than three years ahead.',
      'Line 10: The time zone “XYZ” is not known.',
    ]);
    expect(read(dirty)).toMatchObject({ old: 1, entries: [{ key: 'id 1' }, { key: 'id 10' }] });
  });

  it('takes a table without rows for an empty calendar', () => {
    expect(read('time;event\n')).toEqual({ entries: [], putAside: [], old: 0 });
  });

  it('loses one line to an open quote, and not those after it', () => {
    const text = 'date,event\n2026-11-24,"open\n2026-11-25,Fine\n2026-11-26,"Fine, too"\n';
    expect(entries(text).map(({ title }) => title)).toEqual(['Fine', 'Fine, too']);
    expect(problems(text)).toEqual(['Line 2: Its quotes do not close.']);
  });

  it('asks which of day and month comes first where nobody can know', () => {
    const text = 'date,event\n03/04/2026,One\n05/05/2026,Both are May\n';
    expect(problems(text)).toEqual([
      'Line 2: Whether 03 or 04 is the month of 03/04 isn’t clear. Choose the order of day and month in the source’s settings.',
    ]);
    expect(entries(text, { dateOrder: 'dmy' })[0]?.day).toBe('2026-04-03');
    expect(entries(text, { dateOrder: 'mdy' })[0]?.day).toBe('2026-03-04');
    expect(entries(`${text}13/04/2026,This tells\n`)[0]?.day).toBe('2026-04-03');
  });

  it('knows the day on which clocks change', () => {
    const text = `date,time,event
2026-03-08,01:59,Before
2026-03-08,02:30,Never
2026-03-08,03:00,After
2026-11-01,01:30,Twice
`;
    expect(entries(text).map(({ at }) => at)).toEqual([
      '2026-03-08T06:59:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-11-01T05:30:00.000Z',
    ]);
    expect(problems(text)).toEqual([
      'Line 3: 02:30 on 2026-03-08 does not exist in America/New_York: the clocks go forward then.',
    ]);
  });

  it.each([
    ['', 'It is empty.'],
    ['<html><body>Sign in</body></html>', 'It is a web page, and no calendar.'],
    ['<?xml version="1.0"?><rss/>', 'It is XML, which is not read as a calendar.'],
    ['close,volume\n1,2\n', 'Its first line names no column with a date. It begins with: close,volume'],
    ['date,close\n2026-11-24,2\n', 'Its first line names no column with a title or a symbol.'],
    ['[1,2', 'It is not valid JSON.'],
    ['{"error":"limit"}', 'It is JSON without a list of entries.'],
  ])('says of %j what is the matter', (text, sentence) => {
    expect(() => read(text)).toThrow(new CalendarError(sentence));
  });
});

describe('JSON', () => {
  it('reads the lists of several publishers, every figure as it is written', () => {
    const week = `[{"title":"CPI m/m","country":"USD","date":"2026-11-24T08:30:00-05:00","impact":"High","forecast":"0.2%","previous":""}]`;
    const releases = `{"economicCalendar":[{"actual":8.40,"country":"AU","estimate":6.9,"event":"Current Account","impact":"low","prev":1,"time":"2026-06-02 01:30:00","unit":"AUD"}]}`;
    const earnings = `{"earningsCalendar":[{"date":"2026-10-28","epsActual":4.99,"epsEstimate":4.5474,"hour":"amc","quarter":1,"revenueActual":91819000000,"symbol":"AAPL","year":2026}]}`;
    const economics = `[{"CalendarId":"342","Date":"2026-11-24T13:30:00","Country":"United States","Category":"Inflation Rate","Event":"Inflation Rate YoY","Actual":"3.4%","Previous":"3.0%","Forecast":"3.1%","Importance":3,"Unit":"%"}]`;
    expect(entries(week)).toMatchObject([
      { at: '2026-11-24T13:30:00.000Z', currency: 'USD', importance: 'high', previous: null },
    ]);
    expect(entries(releases, { timeZone: 'UTC' })).toMatchObject([
      {
        actual: '8.40',
        forecast: '6.9',
        previous: '1',
        unit: 'AUD',
        country: 'AU',
        at: '2026-06-02T01:30:00.000Z',
      },
    ]);
    expect(entries(earnings)).toMatchObject([
      {
        kind: 'earnings',
        symbol: 'AAPL',
        timing: 'after_close',
        actual: '4.99',
        forecast: '4.5474',
        unit: 'EPS',
      },
    ]);
    expect(read(economics, { timeZone: 'UTC' }).entries).toMatchObject([
      {
        key: 'id 342',
        entry: { country: 'US', importance: 'high', actual: '3.4%', at: '2026-11-24T13:30:00.000Z' },
      },
    ]);
  });

  it('names the entry that cannot be taken', () => {
    expect(problems('[{"event":"x","date":"2026-11-24"}, 5, {"event":"x"}, {"date":"2026-11-24"}]')).toEqual([
      'Entry 2: It isn’t an object with fields.',
      'Entry 3: It has no date.',
      'Entry 4: It says not what it is: it has neither a title nor a symbol.',
    ]);
  });
});

it('keeps no character that cannot be stored, and no link that is too long as it is sent', () => {
  const NUL = '\0';
  const rows = read(
    JSON.stringify([
      {
        id: `a${NUL}b`,
        event: `x${NUL}y`,
        date: '2026-11-24',
        country: `Rurit${NUL}ania`,
        forecast: `1${NUL}2`,
        actual: NUL,
        unit: `p${NUL}`,
        url: `https://calendar.example/${'ü'.repeat(400)}`,
      },
      { event: 'y', date: '2026-11-24', country: NUL, url: `https://calendar.example/${'u'.repeat(400)}` },
    ]),
  ).entries;
  expect(rows[0]).toMatchObject({
    key: 'id a b',
    entry: { country: 'Rurit ania', forecast: '1 2', actual: null, unit: 'p', link: null },
  });
  expect(rows[1]?.entry).toMatchObject({ country: null, link: expect.stringMatching(/^https:.{400,}u$/) });
  const event1 = event(`UID:a${NUL}b\nDTSTART:20261124T133000Z\nSUMMARY:x`);
  const event2 = event(`UID:b${NUL}b\nDTSTART:20261124T133000Z\nRRULE:FREQ=DAILY;COUNT=1\nSUMMARY:x`);
  expect(read(ical(event1 + event2)).entries.map(({ key }) => key)).toEqual([
    'id a b',
    'id b b 2026-11-24T13:30:00Z',
  ]);
});

it('never breaks on a text, whatever it is', () => {
  const lines = fc.constantFrom(
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'DTSTART:20261124T133000Z',
    'RRULE:FREQ=DAILY;COUNT=3',
    'SUMMARY:x',
    'date,event,time',
    '2026-11-24,"x,8:30',
    '{"date":"2026-11-24"}',
    '[',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(lines, fc.string()), { maxLength: 12 }).map((all) => all.join('\n')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        for (const { entry, key } of read(text).entries) {
          expect(entry.title.length).toBeGreaterThan(0);
          expect(key.length).toBeLessThanOrEqual(300);
        }
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
  expect(formatOf('\ufeff BEGIN:VCALENDAR')).toBe('ical');
});
