import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fallInput } from '#src/engine/content/document.fixture.ts';
import { contentCheckSchema } from '#src/shared/content/content-check.ts';
import { callCli } from './run.fixture.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
  const { symbol, name, timeZone, timeframe, evidence, detector } = fallInput();
  const alert = { id: 'x', state: 'sent', symbol, name, brand: 'Harbor & Vale', timeframe, timeZone };
  file('event.json', JSON.stringify({ ...alert, detector, evidence }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const check = async (...args: string[]) => {
  const ran = await callCli('check', '--event', join(folder, 'event.json'), '--language', 'en', ...args);
  return { ...ran, said: () => contentCheckSchema.parse(JSON.parse(ran.stdout)) };
};

it('passes a text that the evidence bears out', async () => {
  const passed = await check(file('true.txt', 'S&P 500 closed 11.98% lower on Monday, 16 March 2020.\n'));
  expect([passed.code, passed.said()]).toEqual([0, { verdict: 'passed', findings: [], written: null }]);
});

it('says what may not go out, where and why', async () => {
  const refused = await check(file('untrue.txt', 'S&P 500 rose 12%.'));
  expect([refused.code, refused.said()]).toMatchObject([
    1,
    {
      verdict: 'refused',
      findings: [
        { verdict: 'refused', code: 'direction', at: 'text', start: 8, end: 12, found: 'rose' },
        { verdict: 'vouch', code: 'figure', at: 'text', start: 13, end: 16, found: '12%' },
      ],
    },
  ]);
});

it('reads an answer, and how it reads once it passed', async () => {
  const down = { claim: 'move', price: 'close', way: 'down' };
  const answer = { headline: [down], summary: [{ words: 'Here is what happened.' }, down], paragraphs: [] };
  const passed = await check('--answer', file('answer.json', JSON.stringify(answer)));
  expect([passed.code, passed.said().written?.headline]).toEqual([0, 'S&P 500 closed 11.98% lower']);
  const untrue = { ...answer, headline: [{ ...down, way: 'up' }] };
  const refused = await check('--answer', file('answer.json', JSON.stringify(untrue)));
  expect([refused.code, refused.said().findings]).toMatchObject([
    1,
    [{ code: 'claim_untrue', at: 'headline.0' }],
  ]);
});

it.each([
  [['--language', 'xx'], '--language must be one of en, de, es, fr, pt, ja.\n'],
  [['one', 'two'], 'check takes one text at a time.\n'],
  [['missing.txt'], "missing.txt can't be read (ENOENT).\n"],
])('refuses %s', async (args, message) => {
  expect(await check(...args)).toMatchObject({ code: 2, stdout: '', stderr: message });
});

it('names what an event file lacks', async () => {
  const event = file('bad.json', '{"symbol":"SPX","timeframe":"1d"}');
  expect(await callCli('check', '--event', event, '--language', 'en', event)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("isn't a market event: timeZone"),
  });
});
