import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { addresses, connections, senders } from '#src/db/schema.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Charge } from '#src/shared/channels.ts';
import { sumOfCharges, times } from '../channels/charges.ts';
import { channels, findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';

/** `code`: how their addresses begin, where a provider's price depends on it. */
export type PricedPeople = { code: string | null; people: number };
export type PersonCost = NonNullable<ReachAhead['channels'][number]['cost']>;

/** How an address begins, as far as its provider's price depends on it. */
export function priceCode(): SQL {
  const priced = channels().flatMap(({ kind, personCharges }) =>
    personCharges
      ? [
          sql`when ${addresses.channel} = ${kind} then left(${addresses.address}, ${personCharges.signs}::int)`,
        ]
      : [],
  );
  return priced.length === 0 ? sql`null::text` : sql`case ${sql.join(priced, sql` `)} end`;
}

/** What a provider charges for a message to each of these people; null where none of the prices is known. */
export async function costOfPeople(
  tx: Tx,
  {
    brandId,
    channel,
    people,
    now,
  }: { brandId: string; channel: ChannelKind; people: readonly PricedPeople[]; now: Date },
): Promise<PersonCost | null> {
  const charges = findChannel(channel)?.personCharges;
  if (!charges) return null;
  const settings = await senderSettings(tx, brandId, channel);
  const day = now.toISOString().slice(0, 10);
  const known: Charge[] = [];
  let unpriced = 0;
  for (const { code, people: count } of people) {
    const charge = charges.of(code ?? '', settings, day);
    if (charge) known.push(...times(charge, count));
    else unpriced += count;
  }
  const total = sumOfCharges(known);
  return total && { ...total, unpriced };
}

/** What a brand sends with over a channel: its connection's settings, and its own in their place. */
async function senderSettings(
  tx: Tx,
  brandId: string,
  channel: ChannelKind,
): Promise<Record<string, string>> {
  const [row] = await tx
    .select({ own: senders.settings, of: connections.settings })
    .from(senders)
    .leftJoin(
      connections,
      and(eq(connections.workspaceId, senders.workspaceId), eq(connections.id, senders.connectionId)),
    )
    .where(and(eq(senders.brandId, brandId), eq(senders.channel, channel)));
  if (!row) return {};
  return { ...settingsOf({ settings: row.of ?? {} }), ...settingsOf({ settings: row.own }) };
}
