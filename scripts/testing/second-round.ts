type Part = { what: string; files: readonly string[] };

/**
 * What can differ between PostgreSQL servers: their versions, their locales and what their owner may do. A folder
 * stands for all database tests in and below it.
 */
export const SECOND_ROUND: readonly Part[] = [
  {
    what: 'Migrations, roles and their grants, row security, plans of queries, LISTEN and NOTIFY',
    files: ['src/db/', 'src/server/api/strangers.db.test.ts', 'src/server/rest/'],
  },
  {
    what: 'Advisory locks, FOR UPDATE and SKIP LOCKED, leases',
    files: [
      'src/engine/runner/live/shard-store.db.test.ts',
      'src/engine/external/calendar/turn.db.test.ts',
      'src/engine/delivery/stops.db.test.ts',
      'src/server/auth/sign-in-race.db.test.ts',
      'src/workspaces/team/team.db.test.ts',
      'src/documents/upkeep.db.test.ts',
    ],
  },
  {
    what: 'The queue, and a bar on its way through it to an alert',
    files: ['src/jobs/', 'src/engine/pipeline.db.test.ts', 'src/engine/rules/trial-run.db.test.ts'],
  },
  {
    what: 'ON CONFLICT and idempotency: each thing once, however often it is asked for',
    files: [
      'src/server/api/idempotency.db.test.ts',
      'src/billing/events.db.test.ts',
      'src/platform/limits/',
      'src/engine/evaluation/rule-index/',
      'src/engine/market/import/',
    ],
  },
  {
    what: 'Search, patterns, collation and order, texts that a server may refuse',
    files: [
      'src/server/api/alerts/',
      'src/server/api/analytics/',
      'src/server/api/instruments/',
      'src/server/api/documents/',
      'src/server/api/unstorable.db.test.ts',
    ],
  },
  {
    what: 'Live hints from the database to a browser',
    files: ['src/server/api/stream/'],
  },
  {
    what: 'The program on a given DATABASE_URL: first start, refused starts, stop, kill',
    files: [
      'tests/program/start.test.ts',
      'tests/program/start-refused.test.ts',
      'tests/program/operator-command.test.ts',
      'tests/program/kill-slow-server.test.ts',
    ],
  },
];
