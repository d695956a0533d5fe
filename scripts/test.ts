/**
 * The test command: types, lint, format and the build; unit and database tests; the real program; journeys in a real
 * browser. Nothing is retried. What cannot run counts as failed and is named. The last line is `N passed, N failed`.
 */
import { heading } from './testing/command.ts';
import { BUILD, CHECKS, journeysStage, notRun, sideBySide, vitestStage } from './testing/stages.ts';
import { type Outcome, summary } from './test-summary.ts';

const started = performance.now();
// The build leaves one of two processors free, which is enough for the checks.
const outcomes: Outcome[] = await sideBySide({ ...BUILD, ...CHECKS });
const built = outcomes.every(({ name, failed }) => name !== 'build' || failed === 0);
const afterBuild = (name: string, stage: () => Promise<Outcome>): Promise<Outcome> | Outcome =>
  built ? stage() : notRun(name, 'the build failed');

outcomes.push(await vitestStage('unit', { projects: ['unit'] }));
outcomes.push(await vitestStage('database', { projects: ['database'] }));
outcomes.push(await afterBuild('program', () => vitestStage('program', { projects: ['program'] })));
outcomes.push(await afterBuild('journeys', journeysStage));

heading('summary');
const { lines, exitCode } = summary(outcomes, performance.now() - started);
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = exitCode;
