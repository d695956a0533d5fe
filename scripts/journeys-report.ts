import { z } from 'zod';
import type { Outcome } from './test-summary.ts';

const suiteSchema = z.object({
  specs: z.array(
    z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
type Suite = z.infer<typeof suiteSchema>;

const reportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(suiteSchema),
});

const named = (suites: readonly Suite[], status: string): string[] =>
  suites.flatMap(({ specs, suites: inner }) => [
    ...specs
      .filter(({ tests }) => tests.some((each) => each.status === status))
      .map(({ file, title }) => `${file} › ${title}`),
    ...named(inner ?? [], status),
  ]);

/** Reads the JSON report of Playwright; `ok`: the command itself ended well. */
export function journeysOutcome(text: string, ok: boolean): Outcome {
  const name = 'journeys';
  const report = reportSchema.safeParse(parsed(text));
  if (!report.success) return { name, passed: 0, failed: 1, skipped: [], note: 'did not run' };
  const { stats, errors, suites } = report.data;
  return {
    name,
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected + errors.length, ok ? 0 : 1),
    skipped: named(suites, 'skipped'),
    again: named(suites, 'flaky'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
