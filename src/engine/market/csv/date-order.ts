import type { LineBlock } from './lines.ts';

/** Whether day or month is first in dates such as 01/31/2017. */
export type DateOrder = 'dmy' | 'mdy';

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)(.*)$/;
const CLOCK = /^(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?([AaPp])\.?[Mm]\.?)?$/;
/** If none of this many rows has a day over twelve, the order stays unknown. */
const LOOK = 50_000;

export const isSlashed = (text: string): boolean => SLASHED.test(text);

/** Two digits are of the century around now: 70 is 1970, 69 is 2069. */
const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`;

const orderIn = (text: string): DateOrder | null => {
  const [, first = '', second = ''] = SLASHED.exec(text) ?? [];
  const [isDay, isMonth] = [Number(first) > 12, Number(second) > 12];
  return isDay === isMonth ? null : isDay ? 'dmy' : 'mdy';
};

/** 9:30 AM as 09:30; other text unchanged. */
const clockText = (text: string): string => {
  const [, hour = '', rest = '', half] = CLOCK.exec(text) ?? [];
  if (hour === '') return text;
  if (half === undefined) return `${hour.padStart(2, '0')}${rest}`;
  const of12 = Number(hour);
  if (of12 < 1 || of12 > 12) return text;
  return `${String((of12 % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0')}${rest}`;
};

/**
 * A date such as 1/31/2017, 31/01/17 9:30 or 1/31/2017 4:00 PM as ISO text; null if the month can't be determined.
 */
export const isoOfSlashed = (text: string, order: DateOrder | null): string | null => {
  const [, first = '', second = '', year = '', rest = ''] = SLASHED.exec(text) ?? [];
  if (order === null && first !== second) return null;
  const [month, day] = order === 'dmy' ? [second, first] : [first, second];
  const clock = rest.replace(/^(?:T| +)/, '').trim();
  return `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${clock === '' ? '' : ` ${clockText(clock)}`}`;
};

/**
 * Passes blocks through, but holds them back until the order of day and month is known, if the file's first time has
 * slashes: the first day over twelve decides. `timesIn` gives the times of a block. `settle` is called before the first
 * block is passed on, with null if nothing decides.
 */
export async function* untilOrder(
  blocks: AsyncIterable<LineBlock>,
  timesIn: (block: LineBlock) => Iterable<string>,
  settle: (order: DateOrder | null) => void,
): AsyncGenerator<LineBlock, void, undefined> {
  const held: LineBlock[] = [];
  let isSettled = false;
  let seen = 0;
  const decides = (block: LineBlock): boolean => {
    for (const text of timesIn(block)) {
      if (text === '') continue;
      if (seen === 0 && !isSlashed(text)) return true;
      seen += 1;
      const order = orderIn(text);
      if (order) settle(order);
      if (order || seen >= LOOK) return true;
    }
    return false;
  };
  try {
    for await (const block of blocks) {
      if (isSettled) {
        yield block;
        continue;
      }
      held.push(block);
      isSettled = decides(block);
      if (isSettled) yield* held.splice(0);
    }
  } catch (error) {
    // What is before the damage is given first.
    yield* held.splice(0);
    throw error;
  }
  yield* held;
}
