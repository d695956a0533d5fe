/**
 * Measures a figure we claim: `npm run bench -- NAME` builds the site and runs bench/NAME.ts with the arguments that
 * follow. The last line is one JSON object. Without a name it lists them.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { runLive } from './testing/command.ts';

const [name = '', ...args] = process.argv.slice(2);
const names = globSync('bench/*.ts').map((file) => basename(file, '.ts'));
if (names.includes(name)) {
  const run = (file: string, given: readonly string[]) =>
    runLive({ command: process.execPath, args: [file, ...given] });
  const ok = (await run('scripts/build.ts', [])).ok && (await run(`bench/${name}.ts`, args)).ok;
  process.exitCode = ok ? 0 : 1;
} else {
  if (name !== '') process.stderr.write(`There is no bench ${name}.\n\n`);
  process.stdout.write(
    `npm run bench -- NAME\n\n${names
      .toSorted()
      .map((each) => `  ${each}\n`)
      .join('')}`,
  );
  process.exitCode = name === '' ? 0 : 2;
}
