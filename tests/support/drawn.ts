import { execFileSync } from 'node:child_process';
import { drill } from './drill.ts';

/** The commit under test, and the day where there is no repository: a failed run draws the same again. */
const SEED = drill(commit() ?? new Date().toISOString().slice(0, 10), null);

function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}

/**
 * Whether this run looks at `name`, which it needn't do every time: one in `oneIn` of all names is drawn by the commit,
 * so that a few landings look at all of them. A drill looks at each.
 */
export const isDrawn = (name: string, oneIn: number, seed: string | null = SEED): boolean =>
  seed === null || hash(`${seed} ${name}`) % oneIn === 0;

/** FNV-1a, mixed once more: names that differ in their last letters must not be drawn together. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x45d9f3b);
  return (sum ^ (sum >>> 16)) >>> 0;
}
