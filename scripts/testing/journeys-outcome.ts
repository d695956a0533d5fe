import { z } from 'zod';
import type { Outcome } from '../test-summary.ts';
import { parseJson } from './parse-json.ts';

const suiteSchema = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z
            .array(
              z.object({
                duration: z.number(),
                errors: z.array(z.object({ message: z.string().optional() })).optional(),
              }),
            )
            .optional(),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
type Suite = z.infer<typeof suiteSchema>;
type Spec = Suite['specs'][number];

const reportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(suiteSchema),
});

/** Reads the JSON report of Playwright; `ok`: the command itself ended well. A journey that needed a retry failed. */
export function journeysOutcome(text: string, ok: boolean): Outcome {
  const name = 'journeys';
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return { name, passed: 0, failed: 1, skipped: [], note: 'did not run' };
  const { stats, errors, suites } = report.data;
  const specs = suites.flatMap(specsOf);
  const ended = (...statuses: string[]): Spec[] =>
    specs.filter(({ tests }) => tests.some((each) => statuses.includes(each.status)));
  return {
    name,
    passed: stats.expected,
    failed: Math.max(stats.unexpected + stats.flaky + errors.length, ok ? 0 : 1),
    skipped: ended('skipped').map(nameOf),
    failures: ended('unexpected', 'flaky').map((spec) => ({ test: nameOf(spec), why: whyOf(spec) })),
    files: filesOf(specs),
  };
}

const nameOf = ({ file, title }: Spec): string => `${file} › ${title}`;

const whyOf = ({ tests }: Spec): string | undefined =>
  tests
    .flatMap(({ results = [] }) => results)
    .flatMap(({ errors = [] }) => errors)
    .find(({ message }) => message)?.message;

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

function filesOf(specs: readonly Spec[]): { file: string; ms: number }[] {
  const ms = new Map<string, number>();
  for (const { file, tests } of specs) {
    const took = tests.flatMap(({ results = [] }) => results).reduce((sum, each) => sum + each.duration, 0);
    ms.set(file, (ms.get(file) ?? 0) + took);
  }
  return [...ms].map(([file, took]) => ({ file: `tests/e2e/${file}`, ms: took }));
}
