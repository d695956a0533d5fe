import type { EvidenceBar } from '#src/shared/market.ts';
import { type AlertInput, writeAlert } from './writer.ts';

const bar = (time: string, open: string, high: string, low: string, close: string): EvidenceBar => ({
  time,
  open,
  high,
  low,
  close,
  volume: '3000',
});
const CHANGE = (2386.129883 / 2711.02 - 1) * 100;

/** The fall of 16 March 2020, as the detector finds it. */
export const fallInput = (change: Partial<AlertInput> = {}): AlertInput => ({
  brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
  symbol: '^GSPC',
  name: 'S&P 500',
  timeZone: 'America/New_York',
  timeframe: '1d',
  detector: 'big_move',
  value: CHANGE,
  evidence: {
    bars: [
      bar('2020-03-13T00:00:00.000Z', '2569.99', '2711.33', '2492.37', '2711.02'),
      bar('2020-03-16T00:00:00.000Z', '2508.59', '2562.98', '2380.94', '2386.129883'),
    ],
    params: { min_pct: 5 },
    figures: { previous_close: 2711.02, change_pct: CHANGE },
  },
  eventTime: Date.parse('2020-03-16T00:00:00.000Z'),
  trial: false,
  ...change,
});
export const fallDocument = (change: Partial<AlertInput> = {}) => writeAlert(fallInput(change));
