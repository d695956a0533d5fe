import aapl from '../../../../node_modules/@observablehq/sample-datasets/aapl.csv?raw';
import sp500 from '../../../../node_modules/vega-datasets/data/sp500-2000.csv?raw';
import type { Row } from './bars.ts';

/** A recorded instrument with its daily bars, oldest first. */
export type Recorded = {
  id: string;
  name: string;
  symbol: string;
  /** What a reader must know of its prices, as half a sentence; '' when there is nothing. */
  note: string;
  rows: readonly Row[];
};

const COLUMNS = ['date', 'open', 'high', 'low', 'close', 'volume'];

/** The columns the detectors read, found by the header's names. */
function rowsOf(csv: string): Row[] {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const names = header.toLowerCase().split(',');
  const places = COLUMNS.map((name) => names.indexOf(name));
  if (places.includes(-1)) throw new Error(`A recorded file has the columns ${header}.`);
  return lines.map((line) => {
    const cells = line.split(',');
    return places.map((place) => cells[place]).join(',');
  });
}

/** What the live demonstrations run over. Read while the pages are built. */
export const RECORDED: readonly Recorded[] = [
  { id: 'sp500', name: 'S&P 500', symbol: 'SPX', note: '', rows: rowsOf(sp500) },
  {
    id: 'apple',
    name: 'Apple',
    symbol: 'AAPL',
    note: 'prices adjusted for later splits',
    rows: rowsOf(aapl),
  },
];

export function recordedById(id: string): Recorded {
  const found = RECORDED.find((each) => each.id === id);
  if (!found) throw new Error(`There is no recorded instrument "${id}".`);
  return found;
}
