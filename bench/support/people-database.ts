import pg from 'pg';
import type { Database } from '#src/db/database.ts';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { openDatabase } from '#src/db/open.ts';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { prepareQueues } from '#src/jobs/queues.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** A workspace without limits on a PostgreSQL of its own, under the serving role with row security on. */
export async function withPeopleDatabase(
  measure: (of: {
    app: Database;
    owner: pg.Client;
    workspaceId: string;
    deps: { app: Database; clock: () => Date; addressForms: typeof addressForms };
  }) => Promise<void>,
): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const { host, port, user, password } = postgres.admin;
  const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
  let closing = false;
  const open = await openDatabase({
    ownerUrl,
    appUrl: null,
    systemUrl: null,
    fallbackSecret: 'bench',
    afterMigrations: prepareQueues,
    onError: (error) => {
      // A busy server may not have heard of the end before it stops.
      if (!closing) throw error;
    },
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { workspaceId } = await newWorkspace({ app: open.app } as TestDatabase);
    await owner.query(`update subscriptions set plan_id = 'enterprise'`);
    await measure({
      app: open.app,
      owner,
      workspaceId,
      deps: { app: open.app, clock: () => new Date(), addressForms },
    });
  } finally {
    closing = true;
    await owner.end();
    await open.close();
    await postgres.stop();
  }
}
