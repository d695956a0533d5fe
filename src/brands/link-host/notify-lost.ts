import type { Tx } from '#src/db/database.ts';
import { isConfirmed } from '#src/db/queries/link-hosts.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import type { linkHosts } from '#src/db/schema.ts';
import { recordsOf } from './look-up.ts';

type Row = typeof linkHosts.$inferSelect;

/** Why a domain that was in use isn't any more; null while it is, or never was. */
function reasonOf(before: Row, after: Row, ownHost: string): string | null {
  // Once per loss: a domain that wasn't used at the last check was reported then, or was never in use.
  const wasUsed = before.checkedAt !== null && isConfirmed(before, before.checkedAt);
  if (!wasUsed) return null;
  if (after.state === 'lost') {
    const gone = recordsOf({ ...after, ownHost }, after.found).filter(({ found }) => found === false);
    const records = gone.map(({ type, host }) => `the ${type} record of ${host}`).join(' and ');
    return `We can’t find ${records}. Restore what is missing at your DNS provider, and then check the domain.`;
  }
  if (after.checkedAt && !isConfirmed(after, after.checkedAt))
    return 'Its DNS hasn’t answered for three days. Check the domain at your DNS provider. We ask again every day.';
  return null;
}

/** Tells those who manage brands that links are no longer on a domain. @returns whether there was anything to tell */
export async function notifyLost(
  tx: Tx,
  { before, after, ownHost, at }: { before: Row; after: Row; ownHost: string; at: Date },
): Promise<boolean> {
  const reason = reasonOf(before, after, ownHost);
  if (reason === null || !(await workspacePlan(tx, at)).entitlements.whiteLabel) return false;
  const { workspaceId, brandId, host } = after;
  return notifyMembers(tx, {
    workspaceId,
    kind: 'link_domain_lost',
    title: `Links no longer use ${host}`,
    text: `New links are on our address until it works again. ${reason}`,
    link: `/brands/${brandId}`,
    whoMay: 'brands:write',
    at,
  });
}
