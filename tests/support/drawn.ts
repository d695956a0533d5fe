import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
