import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookThrough } from '../import/survey.ts';
import { risingTimes } from './rising-times.ts';

const HEADER = 'time,open,high,low,close';
const fileOf = (lines: readonly string[]) =>
  async function* () {
    yield Buffer.from(`${lines.join('\n')}\n`);
  };
const look = (lines: readonly string[], timeZone = 'UTC') =>
  risingTimes(fileOf(lines)(), 'x.csv', { timeZone });

describe('risingTimes', () => {
  it.each<[string, string[], { hasSaturdays: boolean } | null]>([
    ['rows in order', [HEADER, '2024-01-04,1,1,1,1', '2024-01-05,1,1,1,1'], { hasSaturdays: false }],
    ['a Saturday', [HEADER, '2024-01-05,1,1,1,1', '2024-01-06,1,1,1,1'], { hasSaturdays: true }],
    [
      'a Saturday that is no bar',
      [HEADER, '2024-01-06,1,1,2,1', '2024-01-08,1,1,1,1'],
      { hasSaturdays: false },
    ],
    [
      'the time in the last column, and line ends of Windows',
      ['open,high,low,close,date\r', '1,1,1,1,2024-01-05\r', '', '1,1,1,1,2024-01-06\r'],
      { hasSaturdays: true },
    ],
    [
      'date and time apart',
      ['date,open,high,low,close,time', '2024-01-05,1,1,1,1,09:30', '2024-01-05,1,1,1,1,09:31'],
      { hasSaturdays: false },
    ],
    ['a repeated time', [HEADER, '2024-01-05,1,1,1,1', '2024-01-05,1,1,1,1'], null],
    ['a time that is none', [HEADER, '2024-01-05,1,1,1,1', 'total,1,1,1,1'], null],
    ['quotes', [HEADER, '"2024-01-05",1,1,1,1'], null],
    ['dates with slashes', [HEADER, '1/5/2024,1,1,1,1'], null],
    ['no rows', [HEADER], null],
    ['no header', ['a,b'], null],
  ])('%s', async (_, lines, answer) => expect(await look(lines)).toEqual(answer));

  // The hour that occurs twice in New York is read once as the first and once as the second.
  it('agrees with a look at every bar', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom(
              '',
              '2024-11-03 01:30',
              '2024-11-03 01:30:00',
              '2024-11-02',
              '2024-11-03T01:45',
              '2024-11-03 02:10Z',
              '1730613600',
              '2024-11-04 24:00',
              '2024-11-05',
            ),
            fc.constantFrom(',1,1,1,1', ',1,1,1,1', ',1,1,2,1', ',1,1', ',0,1,1,1'),
          ),
          { minLength: 1, maxLength: 5 },
        ),
        async (rows) => {
          const lines = [HEADER, ...rows.map(([time, rest]) => time + rest)];
          const seen = await look(lines, 'America/New_York');
          if (!seen) return;
          const open = fileOf(lines);
          const whole = await lookThrough({ name: 'x.csv', open, timeZone: 'America/New_York' }).catch(
            () => null,
          );
          if (!whole) return;
          expect(whole).toMatchObject({
            isNewestFirst: false,
            hasSaturdays: seen.hasSaturdays,
            elsewhere: [],
          });
          expect(whole.outliers.size).toBe(0);
        },
      ),
      { numRuns: 500 },
    ));
});
