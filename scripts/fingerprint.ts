import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder in order, or the file itself. */
export function* filesIn(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name));
}

/**
 * Names what a build is made from: the same sources give the same name.
 * @param sources files and folders, relative to `root`; missing ones count as empty
 */
export function fingerprint(
  root: string,
  sources: readonly string[],
  isSource: (path: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    for (const file of filesIn(path)) {
      const name = file.slice(root.length);
      if (isSource(name)) hash.update(name).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}
