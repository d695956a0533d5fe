import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FeedError } from '../feed-error.ts';
import { outcomeOf } from './collect.fixture.ts';
import { paced } from './pace.ts';
import { findRecorded, RECORDED_SERIES, replayRecorded } from './recorded.ts';
import { replayFile } from './replay.ts';

const directory = mkdtempSync(join(tmpdir(), 'bellwire-replay-'));
afterAll(() => rmSync(directory, { recursive: true }));

const write = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const rows = Array.from({ length: 5000 }, (_, day) => `${86_400 * (5000 + day)},1,1,1,1`);
const manyBars = `time,open,high,low,close\n${rows.join('\n')}\n`;

describe('replayFile', () => {
  it.each([
    ['a missing file', join(directory, 'none.csv'), 'there is no such file'],
    ['a folder', directory, 'this is a folder, not a file'],
    [
      'a path through a file',
      join(write('a.csv', ''), 'b.csv'),
      'a part of this path is a file, not a folder',
    ],
    ['an empty file', write('empty.csv', ''), 'the file is empty'],
  ])('%s', async (_, path, problem) => {
    expect(await outcomeOf(replayFile(path))).toEqual({
      bars: [],
      error: `${path}: ${problem}.`,
      skipped: {},
    });
  });

  it('the error carries file, line and problem as data', async () => {
    const path = write('broken.csv', 'date,open,high,low,close\n2024-01-02,1,1,1,x\n');
    const error: unknown = await replayFile(path)
      .bars.next()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FeedError);
    expect(error).toMatchObject({ file: path, line: 2, problem: "close 'x' is not a finite number" });
  });

  it.runIf(process.platform === 'linux')('closes the file when the reader stops early', async () => {
    const path = write('many.csv', manyBars);
    const { bars } = replayFile(path);
    await bars.next();
    const open = async () => {
      const fds = await readdir('/proc/self/fd');
      const links = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
      return links.includes(path);
    };
    expect(await open()).toBe(true);
    await bars.return();
    await expect.poll(open).toBe(false);
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const { bars } = replayFile(write('abort.csv', manyBars), { signal: controller.signal });
    await bars.next();
    controller.abort(new Error('enough'));
    await expect(bars.next()).rejects.toThrow('enough');
  });

  it('an unknown zone is refused', async () => {
    await expect(
      replayFile(write('zone.csv', manyBars), { timeZone: 'Nowhere' }).bars.next(),
    ).rejects.toThrow(RangeError);
  });
});

describe('pace', () => {
  /** A clock that moves only by sleeping, and by the work between bars. */
  const fakeClock = () => {
    let time = 1000;
    const slept: number[] = [];
    return {
      slept,
      now: () => time,
      work: (ms: number) => (time += ms),
      sleep: async (ms: number) => {
        slept.push(ms);
        time += ms;
      },
    };
  };

  it('gives bars on time and makes up for slow work', async () => {
    const clock = fakeClock();
    const { bars } = replayFile(write('pace.csv', manyBars), {
      pace: { barsPerSecond: 10, sleep: clock.sleep, now: clock.now },
    });
    const given: number[] = [];
    for await (const _ of bars) {
      given.push(clock.now());
      clock.work(given.length === 2 ? 250 : 30);
      if (given.length === 6) break;
    }
    expect(given).toEqual([1000, 1100, 1350, 1380, 1410, 1500]);
    expect(clock.slept).toEqual([70, 60]);
  });

  it('an abort during the wait ends it', async () => {
    const controller = new AbortController();
    const sleep = async () => controller.abort(new Error('stopped'));
    const pace = { barsPerSecond: 1, sleep, now: () => 0 };
    const { bars } = replayFile(write('pace-abort.csv', manyBars), { pace, signal: controller.signal });
    await bars.next();
    await expect(bars.next()).rejects.toThrow('stopped');
  });

  it.each([0, -1, Number.NaN])('%d bars per second are refused', async (barsPerSecond) => {
    const none = (async function* () {})();
    await expect(paced(none, { barsPerSecond, sleep: async () => {}, now: () => 0 }).next()).rejects.toThrow(
      RangeError,
    );
  });
});

describe('recorded series', () => {
  const data = join(import.meta.dirname, '../../../../node_modules/vega-datasets/data');

  it('each can be read to its end', async () => {
    for (const series of RECORDED_SERIES) {
      const { bars, error } = await outcomeOf(replayRecorded(series, data));
      expect(error).toBeNull();
      expect(bars.length).toBeGreaterThan(1000);
    }
  });

  it('the S&P 500 begins on the first trading day of 2000, New York time', async () => {
    const series = findRecorded('sp500')!;
    const { value } = await replayRecorded(series, data).bars.next();
    expect(value).toMatchObject({ ts: Date.UTC(2000, 0, 3, 5), text: { close: '1455.219971' } });
    expect(findRecorded('nothing')).toBeUndefined();
  });
});
