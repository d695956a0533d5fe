import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readText } from './collect.fixture.ts';

const HEADER = 'date,open,high,low,close,volume';
const GOOD = '2024-01-02,1.10,2.0,1,1.5,7';
const BAR = {
  ts: Date.UTC(2024, 0, 2),
  open: 1.1,
  high: 2,
  low: 1,
  close: 1.5,
  volume: 7,
  text: { open: '1.10', high: '2.0', low: '1', close: '1.5', volume: '7' },
};

describe('what is accepted', () => {
  it.each([
    ['plain', `${HEADER}\n${GOOD}\n`],
    ['no line end at the end', `${HEADER}\n${GOOD}`],
    ['CRLF', `${HEADER}\r\n${GOOD}\r\n`],
    ['a byte order mark', `\uFEFF${HEADER}\n${GOOD}\n`],
    ['blank lines', `\n${HEADER}\n\n  \n${GOOD}\n\n\n`],
    ['quotes', `"date","open",high,low,close,"volume"\n"2024-01-02","1.10",2.0,1,1.5,7\r\n`],
    ['a quoted comma elsewhere', `note,${HEADER}\n"a, b",${GOOD}\n`],
    ['blanks around cells', `date, open ,high,low,close,volume\n2024-01-02 , 1.10,2.0 ,1,1.5,7\n`],
    ['other names', `Timestamp,OPEN,High Price,low-price,Close_Price,Tick Volume\n${GOOD}\n`],
    ['last for close', `Date,Open,High,Low,Last,Volume\n${GOOD}\n`],
    [
      'other order and other columns',
      'x,close,volume,low,y,high,open,time\na,1.5,7,1,b,2.0,1.10,2024-01-02\n',
    ],
    ['a date and a time column', `date,time,open,high,low,close,volume\n2024-01-02,00:00,1.10,2.0,1,1.5,7\n`],
  ])('%s', async (_, text) => {
    expect(await readText(text)).toEqual({ bars: [BAR], error: null, skipped: {} });
    expect(await readText(gzipSync(text))).toEqual({ bars: [BAR], error: null, skipped: {} });
  });

  it('takes the file as it is: an open above the high or a close below the low stays', async () => {
    const { bars } = await readText(`date,open,high,low,close\n2024-01-02,9,2,1,0.5\n`);
    expect(bars).toMatchObject([{ open: 9, high: 2, low: 1, close: 0.5, volume: null }]);
  });

  it('an empty volume is none, zero is zero', async () => {
    const { bars } = await readText(`${HEADER}\n2024-01-02,1,1,1,1,\n2024-01-03,1,1,1,1,0\n`);
    expect(bars.map((bar) => [bar.volume, bar.text.volume])).toEqual([
      [null, null],
      [0, '0'],
    ]);
  });

  it('figures keep the way they are written', async () => {
    const { bars } = await readText(`date,open,high,low,close\n2024-01-02,1.2300,1e1,.5,+2.\n`);
    expect(bars[0]).toMatchObject({
      open: 1.23,
      high: 10,
      low: 0.5,
      close: 2,
      text: { open: '1.2300', high: '1e1', low: '.5', close: '+2.' },
    });
  });
});

describe('quote bars', () => {
  const header =
    'time,bid_open,bid_high,bid_low,bid_close,bid_size,ask_open,ask_high,ask_low,ask_close,ask_size';
  const text = `${header}\n2024-01-02,1.31927,1.4,1.2,0.1,0,1.32027,1.5,1.3,0.2,0\n`;
  const bid = { open: '1.31927', high: '1.4', low: '1.2', close: '0.1', volume: null };
  const ask = { open: '1.32027', high: '1.5', low: '1.3', close: '0.2', volume: null };
  const mid = { open: '1.31977', high: '1.45', low: '1.25', close: '0.15', volume: null };

  it.each([
    [undefined, bid],
    ['bid', bid],
    ['ask', ask],
    ['mid', mid],
  ] as const)('%s', async (price, expected) => {
    const { bars, error } = await readText(text, price && { price });
    expect(error).toBeNull();
    expect(bars[0]?.text).toEqual(expected);
    expect(bars[0]?.close).toBe(Number(expected.close));
  });

  it('one side is enough where only that side is asked for', async () => {
    const { bars } = await readText('date,ask open,ask high,ask low,ask close\n2024-01-02,1,2,1,2\n', {
      price: 'ask',
    });
    expect(bars).toHaveLength(1);
  });

  it('plain prices win unless a side is named', async () => {
    const both = `${HEADER},bid_open,bid_high,bid_low,bid_close\n${GOOD},3,3,3,3\n`;
    expect((await readText(both)).bars[0]?.close).toBe(1.5);
    expect((await readText(both, { price: 'bid' })).bars[0]).toMatchObject({ close: 3, volume: null });
  });
});

describe('what cannot be read at all', () => {
  it.each([
    ['', 'f.csv: the file is empty.'],
    ['\uFEFF\n \n', 'f.csv: the file is empty.'],
    [`${HEADER}\n`, 'f.csv: the file has a header but no rows.'],
    [
      '\nfoo,open,high\n',
      "f.csv, line 2: the header lacks the columns 'date or time', 'low', 'close'; it has 'foo', 'open', 'high'.",
    ],
    [
      'date,open,high,low\n',
      "f.csv, line 1: the header lacks the column 'close'; it has 'date', 'open', 'high', 'low'.",
    ],
    [
      'date;open;high\n',
      "f.csv, line 1: the header lacks the columns 'date or time', 'open', 'high', 'low', 'close'; it has 'date;open;high'.",
    ],
    [
      'date,bid_open,bid_high,bid_low\n',
      "f.csv, line 1: the header lacks the column 'bid_close'; it has 'date', 'bid_open', 'bid_high', 'bid_low'.",
    ],
    [`${HEADER},Close\n${GOOD},3\n`, "f.csv, line 1: the header has more than one column 'close'."],
    ['date,"open,high\n', 'f.csv, line 1: the header has a quote that is not closed.'],
    ['x'.repeat(70_000), 'f.csv, line 1: the line is longer than 64 kB, so this is not a CSV of bars.'],
  ])('%j', async (text, error) => {
    expect(await readText(text)).toEqual({ bars: [], error, skipped: {} });
    expect((await readText(gzipSync(text), { skipBad: true })).error).toBe(error);
  });

  it('asks for the side that is named', async () => {
    const { error } = await readText(`${HEADER}\n${GOOD}\n`, { price: 'mid' });
    expect(error).toMatch(/^f.csv, line 1: the header lacks the columns 'bid_open', 'ask_open', 'bid_high'/);
  });

  it('gives the bars before bytes that are not UTF-8', async () => {
    const text = Buffer.concat([Buffer.from(`${HEADER}\n${GOOD}\n2024-01-03,`), Buffer.from([0xe9, 0x0a])]);
    const outcome = { bars: [BAR], error: 'f.csv, line 3: the text is not valid UTF-8.', skipped: {} };
    expect(await readText(text)).toEqual(outcome);
    expect(await readText(text, {}, [1])).toEqual(outcome);
  });

  it('UTF-16 is not UTF-8', async () => {
    const { error } = await readText(Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'));
    expect(error).toBe('f.csv, line 1: the text is not valid UTF-8.');
  });

  const zipped = gzipSync(`${HEADER}\n${GOOD}\n`);
  const flipped = Buffer.from(zipped);
  flipped[zipped.length - 5]! ^= 0xff;
  it.each([
    ['cut off', zipped.subarray(0, -6)],
    ['cut off after the mark', zipped.subarray(0, 2)],
    ['with a wrong checksum', flipped],
    ['with garbage inside', Buffer.concat([zipped.subarray(0, 10), Buffer.from('garbage garbage')])],
  ])('gzip %s', async (_, bytes) => {
    expect((await readText(bytes)).error).toBe('f.csv: the gzip data is damaged or cut off.');
    expect((await readText(bytes, {}, [1])).error).toBe('f.csv: the gzip data is damaged or cut off.');
  });
});

describe('broken rows', () => {
  const after = `time 2024-01-02 is not after 2024-01-02 of the row before; rows must be in order of time, oldest first, none twice`;
  it.each([
    ['2024-01-03,1,1,1,1', 'column_count', 'the row has 5 columns, the header 6'],
    ['2024-01-03,1,1,1,1,1,', 'column_count', 'the row has 7 columns, the header 6'],
    ['2024-01-03,"1,1,1,1,1', 'quote', 'a quote in this row isn’t closed, or is inside a cell'],
    ['2024-01-03,1"1,1,1,1,1', 'quote', 'a quote in this row isn’t closed, or is inside a cell'],
    [',1,1,1,1,1', 'time', 'the time is empty'],
    [
      '01/03/2017,1,1,1,1,1',
      'time',
      "'01/03/2017' could be day or month first, and no date of the file decides it: write dates as 2018-01-02",
    ],
    ['2024-02-30,1,1,1,1,1', 'time', "time '2024-02-30' is not a day of the calendar"],
    ['2024-01-02,1,1,1,1,1', 'order', after],
    ['2024-01-03,,1,1,1,1', 'number', 'open is empty'],
    ['2024-01-03,1,null,1,1,1', 'number', "high 'null' is not a finite number"],
    ['2024-01-03,1,1,NaN,1,1', 'number', "low 'NaN' is not a finite number"],
    ['2024-01-03,1,1,1,1e999,1', 'number', "close '1e999' is not a finite number"],
    ['2024-01-03,1,1,1,0x1,1', 'number', "close '0x1' is not a finite number"],
    ['2024-01-03,1,1,1,"1,000",1', 'number', "close '1,000' is not a finite number"],
    ['2024-01-03,1,1,1,1,n/a', 'number', "volume 'n/a' is not a finite number"],
    ['2024-01-03,0,1,1,1,1', 'not_positive', 'open 0 is not above zero'],
    ['2024-01-03,1,1,-0.5,1,1', 'not_positive', 'low -0.5 is not above zero'],
    ['2024-01-03,1,1,1,1,-3', 'not_positive', 'volume -3 is below zero'],
    ['2024-01-03,1,1.0,1.1,1,1', 'high_below_low', 'high 1.0 is below low 1.1'],
  ])('%s', async (row, reason, problem) => {
    const text = `${HEADER}\n${GOOD}\n${row}\n2024-01-04,1,1,1,1,1\n`;
    expect(await readText(text)).toEqual({ bars: [BAR], error: `f.csv, line 3: ${problem}.`, skipped: {} });
    const skipping = await readText(text, { skipBad: true });
    expect(skipping.bars.map((bar) => bar.ts)).toEqual([BAR.ts, Date.UTC(2024, 0, 4)]);
    expect(skipping.skipped).toEqual({ [reason]: { count: 1, firstLines: [3] } });
    expect(skipping.error).toBeNull();
  });

  it('are counted with their first lines, and blank lines keep the count of lines right', async () => {
    const rows = Array.from({ length: 9 }, () => '\n2024-01-03,x,1,1,1,1').join('\n');
    const { skipped } = await readText(`${HEADER}\n${GOOD}\n${rows}\n2024-01-03,1,1,1\n`, { skipBad: true });
    expect(skipped).toEqual({
      number: { count: 9, firstLines: [4, 6, 8, 10, 12] },
      column_count: { count: 1, firstLines: [21] },
    });
  });

  it('a file with no row that is a bar is an error even then', async () => {
    const { error } = await readText(`${HEADER}\n1/2/024,1,1,1,1,1\n2024-01-02,1\n`, { skipBad: true });
    expect(error).toMatch(
      /^f.csv: none of its 2 rows is a bar; the first, line 2: time '1\/2\/024' is neither/,
    );
  });

  it('a bar may not overtake another just because rows between them were skipped', async () => {
    const { bars } = await readText(`${HEADER}\n${GOOD}\n2024-01-09,x,1,1,1,1\n2024-01-03,1,1,1,1,1\n`, {
      skipBad: true,
    });
    expect(bars).toHaveLength(2);
  });
});
