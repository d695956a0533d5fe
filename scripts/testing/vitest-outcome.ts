import { z } from 'zod';
import type { Outcome } from '../test-summary.ts';
import { parseJson } from './parse-json.ts';

const reportSchema = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      ms: z.number(),
      ok: z.boolean(),
      /** What broke the file outside its tests. */
      why: z.string().optional(),
      tests: z.array(z.object({ name: z.string(), state: z.string(), why: z.string().optional() })),
    }),
  ),
  /** Errors outside any test, such as a rejection that nothing caught. */
  errors: z.array(z.string()),
});
export type VitestReport = z.infer<typeof reportSchema>;

/** Reads the report of vitest-report.ts; `ok`: vitest ended with 0. */
export function vitestOutcome(name: string, text: string, ok: boolean): Outcome {
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return { name, passed: 0, failed: 1, skipped: [], note: 'did not run' };
  const { files, errors } = report.data;
  const ended = (isMeant: (state: string) => boolean) =>
    files.flatMap(({ file, tests }) =>
      tests
        .filter(({ state }) => isMeant(state))
        .map(({ name: title, why }) => ({ test: `${file} › ${title}`, why })),
    );
  // A file that breaks before its first test, or in a hook, has no failed test to count.
  const broken = files
    .filter((each) => !each.ok && !each.tests.some(({ state }) => state === 'failed'))
    .map(({ file, why }) => ({ test: `${file} (outside its tests)`, why }));
  const failures = [
    ...ended((state) => state === 'failed'),
    ...broken,
    ...errors.map((why) => ({ test: 'outside any test', why })),
  ];
  return {
    name,
    passed: ended((state) => state === 'passed').length,
    failed: Math.max(failures.length, ok ? 0 : 1),
    skipped: ended((state) => state !== 'passed' && state !== 'failed').map(({ test }) => test),
    failures,
    files: files.map(({ file, ms }) => ({ file, ms })),
  };
}
