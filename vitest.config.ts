import { defineConfig } from 'vitest/config';
import { drill } from './tests/support/drill.ts';

// A machine that is busy with something else is slow: generous limits fail nobody who isn't stuck. Drills take hours.
const PATIENCE = { testTimeout: drill(180_000, 4 * 3_600_000), hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // For two cores: of three workers one usually waits, for a clock, a process or the database. A worker imports the
    // program once and keeps it from file to file.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
          isolate: false,
          setupFiles: ['tests/support/seeded.ts'],
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'database',
          include: ['src/**/*.db.test.ts', 'tests/**/*.db.test.ts'],
          // They start programs of the system, so a test run doesn't need those.
          exclude: drill(['**/*.drill.db.test.ts'], []),
          globalSetup: ['tests/support/global-setup.ts'],
          isolate: false,
          setupFiles: ['tests/support/seeded.ts'],
        },
      },
      {
        // The real program, started, killed and stopped as its user would.
        test: {
          ...PATIENCE,
          name: 'program',
          include: ['tests/program/**/*.test.ts'],
          globalSetup: ['tests/program/global-setup.ts'],
        },
      },
    ],
  },
});
