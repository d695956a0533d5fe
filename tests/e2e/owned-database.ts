import { type OwnedProgram, startOwnedProgram } from '#tests/support/owned-program.ts';
import { expect, test as base } from './journey.ts';

export type { OwnedProgram };

export const test = base.extend<object, { owned: OwnedProgram }>({
  owned: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const program = await startOwnedProgram();
      await use(program);
      expect(await program.stop(), program.output()).toBe(0);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
export { expect };
