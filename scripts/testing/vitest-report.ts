import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { VitestReport } from './vitest-outcome.ts';

/** Writes what the test command needs of a vitest run to the file named by TEST_REPORT_FILE. */
export default class TestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env['TEST_REPORT_FILE'];
    if (!file) return;
    const report: VitestReport = { files: modules.map(fileOf), errors: errors.map(wordsOf) };
    writeFileSync(file, JSON.stringify(report));
  }
}

type Said = { message: string; diff?: string | undefined };

const wordsOf = ({ message, diff }: Said): string => [message, diff].filter(Boolean).join('\n');

const wordsOfFirst = (errors: readonly Said[] = []): string | undefined => errors.slice(0, 1).map(wordsOf)[0];

function fileOf(module: TestModule): VitestReport['files'][number] {
  const { collectDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic();
  return {
    file: module.relativeModuleId,
    ms: collectDuration + setupDuration + environmentSetupDuration + duration,
    ok: module.ok(),
    why: wordsOfFirst(module.errors()),
    tests: [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      state: test.diagnostic()?.flaky ? 'failed' : test.result().state,
      why: wordsOfFirst(test.result().errors),
    })),
  };
}
