import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { connections } from '#src/db/schema.ts';
import { placeOf } from '#src/shared/countries/verdict.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';
import type { Candidate } from './candidates.ts';
import type { Ask } from './claimed.ts';
import type { Renditions } from './renditions.ts';
import type { Shard } from './shard.ts';

/**
 * Passes a place over that doesn't want the alert, by the settings of its connection. What follows an alert goes where
 * that one went.
 */
export async function withoutFiltered(
  tx: Tx,
  ask: Ask,
  { shard, renditions }: { shard: Shard; renditions: Renditions },
  people: Candidate[],
): Promise<Candidate[]> {
  const passes = findChannel(ask.channel)?.passes;
  const [place] = people;
  if (!passes || shard.destination_id === null || shard.purpose !== 'first' || !place?.connection_id)
    return people;
  if (place.skip !== null) return people;
  const [row] = await tx
    .select({ settings: connections.settings })
    .from(connections)
    .where(eq(connections.id, place.connection_id));
  const rendition = await renditions.for(tx, {
    revisionId: shard.revision_id,
    channel: ask.channel,
    language: null,
    place: placeOf(null, null),
  });
  if (!row || !rendition || passes(rendition.prepared, settingsOf(row))) return people;
  return [{ ...place, skip: 'filtered' }];
}
