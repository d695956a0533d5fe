import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { channels } from '#src/engine/channels/registry.ts';
import { fallInput } from '#src/engine/content/document.fixture.ts';
import { callCli } from './run.fixture.ts';

let folder: string;
const { symbol, name, timeZone, timeframe, evidence, detector } = fallInput();
const alert = {
  id: 'x',
  state: 'sent',
  symbol,
  name,
  brand: 'Harbor & Vale',
  timeframe,
  timeZone,
  detector,
  evidence,
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'preview-'));
  file('fall.json', JSON.stringify(alert));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(called: string, content: string): string {
  const path = join(folder, called);
  writeFileSync(path, content);
  return path;
}
const preview = (...args: string[]) => callCli('preview', join(folder, 'fall.json'), ...args);

it('shows the text, the counters and the verdict of a channel', async () => {
  const { code, stdout } = await preview('--channel', 'telegram', '--language', 'de');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Telegram: fits\n {4}text: \d+ of 1,024 characters\n {4}pictures: 1 of 1 picture\n/,
  );
  expect(stdout).toContain('S&P 500 fällt an einem Handelstag um 11,98');
  const mail = await preview('--channel', 'email');
  expect(mail.stdout).toContain('Harbor & Vale');
});

it('shows every channel, each within its limits', async () => {
  const { code, stdout } = await preview('--json');
  expect(code).toBe(0);
  const all = JSON.parse(stdout) as {
    channel: string;
    verdict: { fits: boolean };
    prepared: { text: string };
  }[];
  expect(all.map(({ channel }) => channel)).toEqual(channels().map(({ kind }) => kind));
  expect(all.filter(({ verdict }) => !verdict.fits)).toEqual([]);
  expect(all.filter(({ prepared }) => prepared.text.trim() === '')).toEqual([]);
});

it.each([
  [['--channel', 'pigeon'], /^There is no channel pigeon; there are: email, telegram, /],
  [['--language', 'xx'], /^--language must be one of en, de,/],
  [['other.json'], /^preview takes one event at a time/],
])('refuses %j', async (args, says) => {
  const { code, stderr } = await preview(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(says);
});

it.each([
  ['{', /isn't valid JSON/],
  [JSON.stringify({ ...alert, detector: undefined }), /isn't a market event: detector/],
  [JSON.stringify({ ...alert, detector: 'no_such' }), /nothing can be said of the detector no_such/],
  [
    JSON.stringify({ ...alert, evidence: { ...evidence, figures: { ...evidence.figures, change_pct: 3 } } }),
    /change_pct of 3 does not follow from the prices/,
  ],
])('says what is wrong with a file', async (content, says) => {
  const { code, stderr } = await callCli('preview', file('wrong.json', content));
  expect(code).toBe(2);
  expect(stderr).toMatch(says);
});
