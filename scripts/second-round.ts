/**
 * The second round of .ci/run: the tests of what can differ between PostgreSQL servers, on the server that
 * TEST_DATABASE_URL names.
 */
import { heading } from './testing/command.ts';
import { SECOND_ROUND } from './testing/second-round.ts';
import { vitestStage } from './testing/stages.ts';
import { summary } from './test-summary.ts';

if (!process.env['TEST_DATABASE_URL']) {
  process.stderr.write('Set TEST_DATABASE_URL to the server to test on.\n');
  process.exit(1);
}
const started = performance.now();
const outcome = await vitestStage('second round', {
  projects: ['database', 'program'],
  filters: SECOND_ROUND.flatMap(({ files }) => files),
});
heading('summary');
const { lines, exitCode } = summary([outcome], performance.now() - started);
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = exitCode;
