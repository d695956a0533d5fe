import type { Tx } from '#src/db/database.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { nextDay, warmingOf, warmUpNow } from '../delivery/warm-up.ts';

/** The domains that an alert goes out from and that have too few messages left today for those who'd get it at once. */
export async function warmUpsAhead(
  tx: Tx,
  {
    workspaceId,
    brandId,
    over,
    atOnce,
    ends,
    now,
  }: {
    workspaceId: string;
    brandId: string;
    over: readonly ChannelKind[];
    atOnce: (channel: ChannelKind) => number;
    /** When it expires. */
    ends: Date | null;
    now: Date;
  },
): Promise<ReachAhead['warmUps']> {
  const found: ReachAhead['warmUps'] = [];
  for (const channel of over) {
    const warming = await warmingOf(tx, { workspaceId, brandId, channel });
    const today = warming && (await warmUpNow(tx, warming, now));
    if (!today) continue;
    const waiting = atOnce(channel) - (today.most - today.sent);
    if (waiting <= 0) continue;
    const expires = ends !== null && ends <= nextDay(now);
    found.push({ channel, domain: warming.domain, ...today, waiting, expires });
  }
  return found;
}
