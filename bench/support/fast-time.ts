/**
 * Lets the hour go by faster: from `FAST_FROM` (ms since the epoch, by the machine) on, the process's clock runs
 * `FAST_SPEED` times as fast. Timers wait as ever. Taken in before anything else, with `--import`.
 */
import { fastDate } from './fast-date.ts';

const [from, speed] = [Number(process.env['FAST_FROM']), Number(process.env['FAST_SPEED'])];
if (!(from > 0 && speed > 0)) throw new Error('FAST_FROM and FAST_SPEED have to be above zero.');
globalThis.Date = fastDate(from, speed, Date);
