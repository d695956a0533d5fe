import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { monthOf } from '#src/db/queries/usage.ts';
import { destinations } from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Charge } from '#src/shared/channels.ts';
import type { Connection } from '#src/shared/connections.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { sumOfCharges, times } from '../channels/charges.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';

/**
 * What went to the places of a connection since the month began (UTC), those removed meanwhile among them, counted
 * along `deliveries_to_place`. What it cost is that of the texts that went out, by the connection's settings of today.
 */
export async function monthOfConnection(
  tx: Tx,
  { id, channel, settings }: { id: string; channel: ChannelKind; settings: Record<string, unknown> },
  now: Date,
): Promise<Connection['month']> {
  const places = await tx
    .select({ id: destinations.id })
    .from(destinations)
    .where(eq(destinations.connectionId, id));
  if (places.length === 0) return null;
  const since = `${monthOf(now)}T00:00:00Z`;
  const charges = findChannel(channel)?.charges;
  const { rows } = await tx.execute<{ messages: number; last: Date | null; rendition: string | null }>(sql`
    select count(*)::int as messages, max(sent_at) as last, ${charges ? sql`rendition_id` : sql`null::uuid`} as rendition
      from deliveries
     where target_id = any(${sql.param(places.map((place) => place.id))}::uuid[]) and contact_id is null
       and updated_at >= ${since}::timestamptz and sent_at >= ${since}::timestamptz and state = 'sent'
     group by 3`);
  const last = rows.flatMap(({ last: at }) => (at ? [new Date(at).getTime()] : []));
  return {
    messages: rows.reduce((sum, each) => sum + each.messages, 0),
    lastSentAt: last.length > 0 ? new Date(Math.max(...last)).toISOString() : null,
    cost: charges ? sumOfCharges(await costs()) : null,
  };

  async function costs(): Promise<Charge[]> {
    const counts = new Map(rows.map(({ rendition, messages }) => [rendition, messages]));
    const { rows: texts } = await tx.execute<{ id: string; prepared: Prepared }>(sql`
      select id, prepared from renditions where id = any(${sql.param([...counts.keys()])}::uuid[])`);
    return texts.flatMap(({ id, prepared }) =>
      charges ? times(charges(prepared, settingsOf({ settings })), counts.get(id) ?? 0) : [],
    );
  }
}
