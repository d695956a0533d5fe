type Drill = {
  what: string;
  about: string;
  files: readonly string[];
  /** Programs of the system that it starts, and the packages of Debian that have them. */
  programs?: Readonly<Record<string, string>>;
};

/** Long forms of tests whose short form is in the test run: the same files, told to repeat themselves more often. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  kills: {
    what: 'kill -9 during a replay, 100 times, and 40 times before a slow mail server',
    about: '10 minutes',
    files: ['tests/program/kill.test.ts', 'tests/program/kill-slow-server.test.ts'],
  },
  writer: {
    what: '1,000 real events written, with their context computed again',
    about: '1 minute',
    files: ['src/engine/content/context/context.test.ts'],
  },
  renditions: {
    what: 'every kind of event in every template, brand, language, channel and picture, with every figure read back; 200 pictures on sheets in shots/renditions',
    about: '15 minutes',
    files: ['tests/renditions.test.ts'],
  },
  rebuild: {
    what: '1,000 deliveries rebuilt from a case file alone, and compared with what went out',
    about: '1 minute',
    files: ['src/engine/ledger.db.test.ts', 'src/ledger/case/case.test.ts'],
  },
  'fan-out': {
    what: 'kill -9 in fan-outs to 10,000 people, 100 times each, with and without a provider that recognizes repeats',
    about: '30 minutes',
    files: ['tests/fan-out/kills.db.test.ts'],
  },
  planned: {
    what: 'kill -9 of processes that send planned alerts, 100 times, and once at each statement of the release',
    about: '20 minutes',
    files: ['tests/fan-out/planned.db.test.ts'],
  },
  restarts: {
    what: 'the database restarted 20 times during a fan-out to 10,000 people',
    about: '3 minutes',
    files: ['tests/fan-out/restarts.db.test.ts'],
  },
  leavers: {
    what: '100,000 random sequences of events, crashes, retries and people who leave during fan-outs',
    about: '4 hours',
    files: ['src/engine/sequences.db.test.ts'],
  },
  smart: {
    what: '5,000 approval decisions replayed from what is stored, and dry runs compared with what the policy then does',
    about: '1 minute',
    files: ['src/engine/approval/policies/replay.db.test.ts'],
  },
  approval: {
    what: '100,000 random sequences of edits, decisions, two reviewers at once, prices, time, sends and crashes: nothing goes out that was not approved as it reads',
    about: '3 hours',
    files: ['src/engine/alerts/approval-sequences.db.test.ts'],
  },
  domains: {
    what: 'certificates of a link domain by ACME: the shipped Caddyfile with Caddy and Pebble on loopback',
    about: '3 minutes',
    files: ['src/server/hosts/certificates.drill.db.test.ts'],
    programs: { caddy: 'caddy', pebble: 'pebble', openssl: 'openssl' },
  },
  upgrade: {
    what: 'the move of 100,000 alerts to fan-outs',
    about: '5 minutes',
    files: ['src/db/fan-out-upgrade.db.test.ts'],
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
  countries: {
    what: '10,000 generated alerts to people of five countries, under generated country policies',
    about: '20 minutes',
    files: ['src/engine/countries/generated.db.test.ts'],
  },
  storm: {
    what: '1,000 events in a minute for an audience that gets five alerts an hour',
    about: '10 minutes',
    files: ['src/engine/attention/attention.db.test.ts'],
  },
  screens: {
    what: 'every page of the site and every screen of the account area in every state, of which a run draws some',
    about: '10 minutes',
    files: [
      'tests/e2e/account-screens.spec.ts',
      'tests/e2e/bad-input-accounts.spec.ts',
      'tests/e2e/show-more.spec.ts',
      'tests/e2e/site/site-quality.spec.ts',
    ],
  },
  hours: {
    what: 'hours of two live markets, with restarts and a feed that hangs up',
    about: '10 minutes',
    files: ['src/engine/runner/live/hour.db.test.ts'],
  },
};
