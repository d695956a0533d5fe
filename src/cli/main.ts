import { runCommandLine } from './command-line.ts';

// Set, not process.exit: what stdout still holds must go out first.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
});
