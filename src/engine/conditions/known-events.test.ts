import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Operand } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { replayFile } from '../feeds/replay/replay.ts';
import { createGraph } from './graph.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data');
const present = existsSync(join(DATA, 'MANIFEST.md'));
if (!present) console.warn('Skipping the known events of real markets: ../shared/data is not here.');

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

const known: Known[] = (present ? readFileSync(join(DATA, 'MANIFEST.md'), 'utf8') : '')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, file = '', bar = '']) => /^(?:daily|intraday)\//.test(file) && bar.includes('(prev'))
  .map(([, file = '', bar = '', , text = '']) => ({
    file,
    bar: bar.replace(/ \(prev.*/, ''),
    figures: figuresOf(text),
  }))
  .filter(({ file }) => existsSync(join(DATA, file)));

/** The same figures, as a rule would name them. */
const OPERANDS: Readonly<Record<string, string>> = {
  gap: '(open / close[1] - 1) * 100',
  low: '(low / close[1] - 1) * 100',
  change: 'change(1)',
  volume: 'volume / avg(volume, 20)[1]',
};
const operandOf = (text: string): Operand => {
  const condition = parseRule(`${text} > 0`);
  if (!('test' in condition)) throw new Error(`${text} is no operand.`);
  return condition.left;
};

describe.runIf(present)('the known events of real markets, as rules see them', () => {
  it.each([...new Set(known.map(({ file }) => file))])('%s', async (file) => {
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
    for await (const bar of replayFile(join(DATA, file)).bars) {
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
    expect(known.length).toBeGreaterThan(20);
    expect(known.every(({ figures }) => Object.keys(figures).length >= 3)).toBe(true);
  });
});
