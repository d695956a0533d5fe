/** Runs a long drill: `npm run drill -- NAME`. Without a name it lists them. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runLive } from './testing/command.ts';
import { DRILLS } from './testing/drills.ts';

const [name] = process.argv.slice(2);
const drill = name === undefined ? undefined : DRILLS[name];
if (drill) {
  const packages = missingPackages(drill.programs ?? {});
  if (packages.length > 0) {
    process.stderr.write(
      `This drill needs programs that aren’t installed: apt-get install ${packages.join(' ')}\n`,
    );
    process.exitCode = 2;
  } else process.exitCode = (await run(drill.files)) ? 0 : 1;
} else {
  if (name !== undefined) process.stderr.write(`There is no drill ${name}.\n\n`);
  process.stdout.write('npm run drill -- NAME\n\n');
  for (const [each, { what, about }] of Object.entries(DRILLS))
    process.stdout.write(`  ${each.padEnd(12)}${what} (about ${about})\n`);
  process.exitCode = name === undefined ? 0 : 2;
}

function missingPackages(programs: Readonly<Record<string, string>>): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const isThere = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)));
  return Object.entries(programs).flatMap(([program, each]) => (isThere(program) ? [] : [each]));
}

async function run(files: readonly string[]): Promise<boolean> {
  // The program's drills replay what the build has prepared, and journeys look at the built site.
  const build = { command: process.execPath, args: ['scripts/build.ts'] };
  if (files.some((file) => /^tests\/(program|e2e)\//.test(file)) && !(await runLive(build)).ok) return false;
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`);
  const isJourney = (file: string): boolean => file.endsWith('.spec.ts');
  const journeys = ['test', '--config', 'tests/e2e/playwright.config.ts'];
  const { ok } = await runLive({
    ...(files.every(isJourney)
      ? { command: 'playwright', args: [...journeys, ...files] }
      : { command: 'vitest', args: ['run', ...files] }),
    env: { DRILL: '1' },
  });
  return ok;
}
