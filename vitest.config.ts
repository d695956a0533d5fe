import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          // For a machine that is busy with something else.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['src/**/*.db.test.ts', 'tests/**/*.db.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The real program, started, killed and stopped as its user would. One at a time: they are heavy.
        test: {
          name: 'program',
          include: ['tests/program/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
