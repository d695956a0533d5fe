import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type Hit, noteReactions, recordHits } from '#src/db/queries/reactions.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** So many alerts back, what was sent may still be without reactions. */
const LOOKED_AT = 6;
/** Each demo brand has a website and two profiles. */
const LINKS = 3;

/** What the readers of the demo did, who are made up: the same of every delivery, whenever it's asked. 0 to 99. */
const diceOf = (id: string): number => Number.parseInt(id.slice(-6), 16) % 100;

/** Lets the demo's readers open and follow what was sent to them lately, once. */
export async function reactToDemo(tx: Tx, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string; sentAt: string }>(sql`
    select d.id, d.sent_at as "sentAt"
      from deliveries d
     where d.workspace_id = ${DEMO_WORKSPACE_ID}::uuid and d.state = 'sent'
       and d.alert_id in (select id from alerts where workspace_id = ${DEMO_WORKSPACE_ID}::uuid
                           order by created_at desc, id desc limit ${LOOKED_AT})
       and not exists (select from delivery_reactions k where k.workspace_id = d.workspace_id and k.delivery_id = d.id)`);
  if (rows.length === 0) return;
  const sent = rows.map(({ id, sentAt }) => ({ id, at: new Date(sentAt), dice: diceOf(id) }));
  await noteReactions(
    tx,
    DEMO_WORKSPACE_ID,
    sent.map(({ id: deliveryId, at, dice }) => ({
      deliveryId,
      kind: dice < 97 ? 'delivered' : 'bounced',
      at,
    })),
  );
  const hits = sent.flatMap(({ id: deliveryId, at, dice }): Hit[] => {
    const seen = new Date(Math.min(now.getTime(), at.getTime() + (dice + 5) * 1_000));
    const hit = { deliveryId, links: LINKS, times: 1, firstAt: seen, lastAt: seen, brandId: null };
    const opened = { ...hit, kind: 'opened' as const, link: -1 };
    const clicked = { ...hit, kind: 'clicked' as const, link: dice % LINKS };
    return [
      ...(dice < 48 ? [{ ...opened, by: 'person' as const, times: 1 + (dice % 2) }] : []),
      ...(dice >= 48 && dice < 63 ? [{ ...opened, by: 'maybe' as const }] : []),
      ...(dice < 14 ? [{ ...clicked, by: 'person' as const }] : []),
      ...(dice >= 90 && dice < 97 ? [{ ...clicked, by: 'robot' as const }] : []),
    ];
  });
  await recordHits(tx, DEMO_WORKSPACE_ID, hits);
}
