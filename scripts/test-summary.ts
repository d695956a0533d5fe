/** What became of one part of the test command. A part that could not run has failed, and `note` says why. */
export type Outcome = {
  name: string;
  passed: number;
  failed: number;
  skipped: string[];
  /** What failed first and passed when it was asked again: counted as passed, and named, for it is a race somewhere. */
  again?: string[];
  note?: string;
};

/** The closing lines, the last one `N passed, N failed` alone, and the exit code: 0 only if nothing failed and something ran. */
export function summary(outcomes: readonly Outcome[]): { lines: string[]; exitCode: 0 | 1 } {
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
  const failed = outcomes.reduce((total, outcome) => total + outcome.failed, 0);
  const lines = outcomes.flatMap(({ name, passed, failed, skipped, again = [], note }) => [
    `${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${note ? ` — ${note}` : ''}`,
    ...again.map((one) => `  AT THE SECOND TRY: ${one}`),
    ...skipped.map((one) => `  SKIPPED: ${one}`),
  ]);
  return {
    lines: [...lines, '', `${passed} passed, ${failed} failed`],
    exitCode: failed === 0 && passed > 0 ? 0 : 1,
  };
}
