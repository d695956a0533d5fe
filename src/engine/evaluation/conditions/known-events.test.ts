import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Operand } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { describeWithShared, hasShared, itWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import { RECORDED_SERIES, replayRecorded } from '#src/engine/market/csv/recorded.ts';
import type { Detection } from '#src/shared/market.ts';
import { defaultFrequency } from '#src/shared/rules/default-frequency.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { createGraph } from './graph.ts';
import { gated, ruleDetector } from './rule-feed.ts';

/** What the manifest says of a bar, in percent of the close before, and the volume as a multiple of the twenty before. */
type Known = { file: string; bar: string; figures: Record<string, number> };

const figuresOf = (text: string): Record<string, number> => {
  const found: Record<string, number> = {};
  const patterns = {
    gap: /open [\d.]+ \(([+-][\d.]+)% gap\)/,
    low: /low [\d.]+ \(([+-][\d.]+)% vs prev close\)/,
    change: /close [\d.]+ \(([+-][\d.]+)%\)/,
    volume: /volume ([\d.]+)x prior 20/,
  };
  for (const [name, pattern] of Object.entries(patterns)) {
    const figure = pattern.exec(text)?.[1];
    if (figure !== undefined) found[name] = Number(figure);
  }
  return found;
};

const MANIFEST = 'MANIFEST.md';
const known: Known[] = (hasShared(MANIFEST) ? readFileSync(sharedPath(MANIFEST), 'utf8') : '')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, file = '', bar = '']) => /^(?:daily|intraday)\//.test(file) && bar.includes('(prev'))
  .map(([, file = '', bar = '', , text = '']) => ({
    file,
    bar: bar.replace(/ \(prev.*/, ''),
    figures: figuresOf(text),
  }));
/** The manifest also names files that may be missing. */
const files = known.length > 0 ? [...new Set(known.map(({ file }) => file))] : ['every file of the manifest'];

/** The same figures, as a rule would name them. */
const OPERANDS: Readonly<Record<string, string>> = {
  gap: '(open / close[1] - 1) * 100',
  low: '(low / close[1] - 1) * 100',
  change: 'change_pct(1)',
  volume: 'volume / avg(volume, 20)[1]',
};
const operandOf = (text: string): Operand => {
  const condition = parseRule(`${text} > 0`);
  if (!('test' in condition)) throw new Error(`${text} is no operand.`);
  return condition.left;
};

describeWithShared('the known events of real markets, as rules see them', MANIFEST, () => {
  const found = known.filter(({ file }) => hasShared(file));

  for (const file of files)
    itWithShared(file, file, async () => {
      const graph = createGraph();
      const at = Object.entries(OPERANDS).map(
        ([name, text]) => [name, graph.operand(operandOf(text))] as const,
      );
      const wanted = new Map(
        known
          .filter((event) => event.file === file)
          .map(({ bar, figures }) => [
            Date.parse(`${bar.replace(' ', 'T')}${bar.includes(':') ? 'Z' : ''}`),
            figures,
          ]),
      );
      expect(wanted.size).toBeGreaterThan(0);
      const wrong: string[] = [];
      for await (const bar of replayFile(sharedPath(file)).bars) {
        graph.next(bar);
        const figures = wanted.get(bar.ts);
        if (!figures) continue;
        wanted.delete(bar.ts);
        for (const [name, figure] of at) {
          const [given, found] = [figures[name], figure(graph.now)];
          if (given !== undefined && !(Math.abs(found - given) <= 0.0501))
            wrong.push(`${new Date(bar.ts).toISOString()} ${name}: ${found}, known as ${given}`);
        }
      }
      expect(wrong).toEqual([]);
      expect([...wanted.keys()]).toEqual([]);
    });

  it('there are enough of them', () => {
    expect(found.length).toBeGreaterThan(20);
    expect(found.every(({ figures }) => Object.keys(figures).length >= 3)).toBe(true);
  });
});

const SP500 = createRequire(import.meta.url).resolve('vega-datasets');

it('a rule on a named event gives every event of the S&P 500 unless told otherwise', async () => {
  const { bars } = replayRecorded(RECORDED_SERIES[0]!, join(SP500, '..', '..', 'data'));
  const condition = parseRule('big_move(5)');
  const run = (frequency: RuleSettings['frequency']) =>
    gated(ruleDetector(condition).start(), { frequency }, '1d');
  const [usual, rising] = [run(defaultFrequency(condition)), run('every_time')];
  const found: Detection[] = [];
  let risen = 0;
  for await (const bar of bars) {
    const detection = usual(bar);
    if (detection) found.push(detection);
    if (rising(bar)) risen += 1;
  }
  expect([found.length, risen]).toEqual([35, 25]);
  const fall = found.find(({ time }) => new Date(time).toISOString().startsWith('2020-03-16'));
  expect(fall?.value.toFixed(2)).toBe('-11.98');
});
