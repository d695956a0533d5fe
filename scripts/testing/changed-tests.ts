import { dirname, posix } from 'node:path';

type SourceFile = { file: string; text: string };

/** A helper that more tests than this import belongs to all of them: the whole test run is for that. */
const WIDELY_USED = 20;

/**
 * Chooses the tests that a change calls for:
 * - tests that changed themselves
 * - tests in the folder of a changed file; where it has none, those of the nearest folder above that has some
 * - tests anywhere that import a changed file directly, unless nearly all of them do
 *
 * What a change breaks further away is found by the whole test run.
 */
export function testsOfChanges(changed: readonly string[], tests: readonly SourceFile[]): string[] {
  const folders = new Map<string, string[]>();
  for (const { file } of tests) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  const imports = tests.map(({ file, text }) => ({ file, imported: importedBy(file, text) }));
  const chosen = changed.flatMap((file) => {
    const users = imports.filter(({ imported }) => imported.has(file)).map((test) => test.file);
    return [...nearest(file, folders), ...(users.length <= WIDELY_USED ? users : [])];
  });
  return [...new Set(chosen)].toSorted();
}

function nearest(file: string, folders: ReadonlyMap<string, readonly string[]>): readonly string[] {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const found = folders.get(folder);
    if (found) return found;
  }
  return [];
}

/** The project's files that a source imports by name. */
function importedBy(file: string, text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => name);
  return new Set(
    names.flatMap((name) => {
      if (name.startsWith('#')) return [name.slice(1)];
      return name.startsWith('.') ? [posix.join(dirname(file), name)] : [];
    }),
  );
}
