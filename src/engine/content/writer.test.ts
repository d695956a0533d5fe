import { expect, test } from 'vitest';
import type { Evidence, EvidenceBar } from '#src/shared/market.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import { plainWords } from './plain-words.ts';
import { writeAlert, WriterError } from './writer.ts';
import type { AlertInput } from './writer.ts';

const written = (input: AlertInput) => plainWords(writeAlert(input));

const bar = (time: string, open: string, high: string, low: string, close: string): EvidenceBar => ({
  time,
  open,
  high,
  low,
  close,
  volume: '3000',
});

const BARS: [EvidenceBar, EvidenceBar] = [
  bar('2020-03-13T00:00:00.000Z', '2569.99', '2711.33', '2492.37', '2711.02'),
  bar('2020-03-16T00:00:00.000Z', '2508.59', '2562.98', '2380.94', '2386.129883'),
];

/** A detection as the detectors make it. */
function find(detector: 'big_move' | 'gap', threshold: number, bars = BARS) {
  const [before, now] = bars;
  const price = detector === 'gap' ? now.open : now.close;
  const change = (Number(price) / Number(before.close) - 1) * 100;
  const evidence: Evidence = {
    bars,
    params: { min_pct: threshold },
    figures: {
      previous_close: Number(before.close),
      [detector === 'gap' ? 'gap_pct' : 'change_pct']: change,
    },
  };
  return { detector, time: Date.parse(now.time), value: change, evidence };
}
function input(detection: ReturnType<typeof find>, change: Partial<AlertInput> = {}): AlertInput {
  return {
    brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
    symbol: '^GSPC',
    name: 'S&P 500',
    timeZone: 'America/New_York',
    timeframe: '1d',
    detector: detection.detector,
    value: detection.value,
    evidence: detection.evidence,
    eventTime: detection.time,
    trial: false,
    ...change,
  };
}
const move = find('big_move', 5);
const down = find('gap', 2.5);

test('a big move down, whole', () => {
  const alert = written(input(move));
  expect(alert.subject).toBe('S&P 500 falls 11.98% in one session');
  expect(writeAlert(input(move)).direction).toBe('down');
  expect(alert.text).toBe(`^GSPC · 16 Mar 2020 · daily bars

S&P 500 falls 11.98% in one session

S&P 500 (^GSPC) closed at 2,386.13 on Monday, 16 March 2020, 11.98% below the previous close of 2,711.02 on Friday, 13 March 2020.

Change          -11.98%
Close           2,386.13
Previous close  2,711.02
When            Monday, 16 March 2020
Rule            Moves of 5% or more, daily bars

Sent by Harbor & Vale.

${DISCLAIMER}
`);
});

test('a gap down in a trial run says both', () => {
  const alert = written(input(down, { trial: true }));
  expect(alert.subject).toBe('Trial run: S&P 500 opens 7.47% lower (16 Mar 2020)');
  expect(alert.text).toContain('Trial run. This alert was made from recorded market data.');
  expect(alert.text).toContain(
    'opened at 2,508.59 on Monday, 16 March 2020, 7.47% below the previous close of 2,711.02',
  );
  expect(alert.text).toContain('Gap             -7.47%');
  expect(alert.text).toContain('Gaps of 2.5% or more, daily bars');
});

test('up, intraday, five places', () => {
  const bars: [EvidenceBar, EvidenceBar] = [
    bar('2014-05-08T12:00:00.000Z', '1.39511', '1.39931', '1.3811', '1.3841'),
    bar('2014-05-08T13:00:00.000Z', '1.3842', '1.4263', '1.3840', '1.4251'),
  ];
  const detection = find('big_move', 2, bars);
  const alert = written(input(detection, { symbol: 'EURUSD', name: 'EURUSD', timeframe: '1h' }));
  expect(alert.subject).toBe('EURUSD rises 2.96% in one hour');
  expect(alert.figure?.value).toBe('+2.96%');
  expect(alert.lead).toBe(
    'EURUSD closed at 1.42510 in the bar from 09:00 to 10:00 EDT on Thursday, 8 May 2014, 2.96% above the previous close of 1.38410 at 09:00 EDT.',
  );
});

test('what somebody named cannot break a line or pose as a slot', () => {
  const alert = written(
    input(move, {
      brand: { name: 'A\r\nBcc: x\u202e {{close}} 24', color: '' },
      name: 'Fifty-Two {{open}}\n',
    }),
  );
  expect(alert.subject).toBe('Fifty-Two {{open}} falls 11.98% in one session');
  expect(alert.text).toContain('Sent by A Bcc: x {{close}} 24.');
});

test.each([
  ['an unknown detector', { detector: 'rsi' }, 'no words for the detector "rsi"'],
  ['a detector named like a property', { detector: 'constructor' }, 'no words for the detector'],
  ['another value than the evidence', { value: -11.5 }, 'does not follow from the prices'],
  ['the wrong sign', { value: -move.value }, 'does not follow from the prices'],
  [
    'an event time outside the bar',
    { eventTime: Date.parse('2026-03-16T00:00:00Z') },
    'does not lie within the bar',
  ],
  ['one bar only', { evidence: { ...move.evidence, bars: move.evidence.bars.slice(1) } }, 'the one before'],
  ['no threshold', { evidence: { ...move.evidence, params: {} } }, 'unknown slot {{min_pct}}'],
  ['no figure', { evidence: { ...move.evidence, figures: {} } }, 'no figure change_pct'],
  [
    'a changed price',
    {
      evidence: {
        ...move.evidence,
        bars: [move.evidence.bars[0]!, { ...move.evidence.bars[1]!, close: '2386.99' }],
      },
    },
    'does not follow from the prices',
  ],
] as [string, Partial<AlertInput>, string][])('refuses %s', (_name, change, message) => {
  expect(() => written(input(move, change))).toThrow(WriterError);
  expect(() => written(input(move, change))).toThrow(message);
});
