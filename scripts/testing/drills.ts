type Drill = { what: string; about: string; files: readonly string[] };

/** Long forms of tests whose short form is in the test run: the same files, told to repeat themselves more often. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  kills: {
    what: 'kill -9 during a replay, 100 times, and 40 times before a slow mail server',
    about: '10 minutes',
    files: ['tests/program/kill.test.ts', 'tests/program/kill-slow-server.test.ts'],
  },
  'fan-out': {
    what: 'kill -9 in fan-outs to 10,000 people, 100 times each, with and without a provider that recognizes repeats',
    about: '30 minutes',
    files: ['tests/fan-out/kills.db.test.ts', 'src/db/fan-out-upgrade.db.test.ts'],
  },
  sequences: {
    what: 'up to 100,000 random sequences of trades, bars, conditions, texts and restarts for each property',
    about: '2 hours',
    files: [
      'src/engine/market/bars/bars.property.test.ts',
      'src/engine/runner/live/bar-pipeline.property.test.ts',
      'src/engine/exchanges/live/in-order.property.test.ts',
      'src/engine/evaluation/conditions/level-index.test.ts',
      'src/engine/evaluation/conditions/rules-run.test.ts',
      'src/engine/evaluation/conditions/series.test.ts',
      'src/engine/evaluation/cross-series/other-bars.test.ts',
      'src/engine/evaluation/cross-series/other-timeframes.test.ts',
      'src/engine/frequency/gate.test.ts',
      'src/engine/market/splits/splits-in-bars.property.test.ts',
      'src/engine/detectors/naive.test.ts',
      'src/engine/content/custom-message.test.ts',
      'src/engine/content/fact-guard.test.ts',
      'src/billing/events.db.test.ts',
    ],
  },
  hours: {
    what: 'hours of two live markets, with restarts and a feed that hangs up',
    about: '10 minutes',
    files: ['src/engine/runner/live/hour.db.test.ts'],
  },
};
