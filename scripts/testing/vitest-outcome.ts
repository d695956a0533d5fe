import { z } from 'zod';
import type { Outcome } from '../test-summary.ts';
import { parseJson } from './parse-json.ts';

const reportSchema = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      ms: z.number(),
      ok: z.boolean(),
      tests: z.array(z.object({ name: z.string(), state: z.string() })),
    }),
  ),
  /** Errors outside any test, such as a rejection that nothing caught. */
  errors: z.number(),
});
export type VitestReport = z.infer<typeof reportSchema>;

/** Reads the report of vitest-report.ts; `ok`: vitest ended with 0. */
export function vitestOutcome(name: string, text: string, ok: boolean): Outcome {
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return { name, passed: 0, failed: 1, skipped: [], note: 'did not run' };
  const { files, errors } = report.data;
  const named = (isMeant: (state: string) => boolean): string[] =>
    files.flatMap(({ file, tests }) =>
      tests.filter(({ state }) => isMeant(state)).map((test) => `${file} › ${test.name}`),
    );
  // A file that breaks before its first test, or in a hook, has no failed test to count.
  const broken = files
    .filter((each) => !each.ok && !each.tests.some(({ state }) => state === 'failed'))
    .map(({ file }) => `${file} (outside its tests)`);
  const failures = [...named((state) => state === 'failed'), ...broken];
  return {
    name,
    passed: named((state) => state === 'passed').length,
    failed: Math.max(failures.length + errors, ok ? 0 : 1),
    skipped: named((state) => state !== 'passed' && state !== 'failed'),
    failures,
    files: files.map(({ file, ms }) => ({ file, ms })),
    ...(errors > 0 ? { note: `${errors} errors outside the tests` } : {}),
  };
}
