import type pg from 'pg';
import { keepSetting } from '#src/db/installation-settings.ts';
import { FROM_INSTALLATION } from '#src/engine/delivery/sender-limit.ts';
import { prepareQueues } from '#src/jobs/queues.ts';

/**
 * What a start does after the migrations. How many people a brand without a domain reaches is the matter of few tests,
 * which say so.
 */
export async function prepareDatabase(owner: { client: pg.Client; url: string }): Promise<void> {
  await prepareQueues(owner);
  await keepSetting(owner.client, FROM_INSTALLATION, 'all');
}
