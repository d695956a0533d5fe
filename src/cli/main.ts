import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Reading 300 files of source is most of the time a short command takes. Beside the packages, not in a folder that all
// users of the machine can write to; where it can't be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/bellwire'));
const { runCommandLine } = await import('./command-line.ts');

// Set, not process.exit: what stdout still holds must go out first.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
});
