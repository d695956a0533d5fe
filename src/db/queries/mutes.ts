import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type Mute, type MuteKind, SYSTEM } from '#src/shared/mutes.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { Tx } from '../database.ts';
import { brands, instruments, mutes, rules } from '../schema.ts';
import { actorNames, authorName } from './actor-names.ts';

/** What of the workspace in sight is muted at a moment, the newest last. */
export async function mutesInForce(
  tx: Tx,
  now: Date,
  only: { id?: string; kind?: MuteKind; target?: string } = {},
): Promise<Mute[]> {
  const rows = await tx
    .select({ mute: mutes, rule: rules.name, symbol: instruments.symbol, brand: brands.name })
    .from(mutes)
    .leftJoin(
      rules,
      and(eq(mutes.kind, 'rule'), eq(rules.workspaceId, mutes.workspaceId), eq(rules.id, mutes.target)),
    )
    .leftJoin(instruments, and(eq(mutes.kind, 'symbol'), eq(instruments.id, mutes.target)))
    .leftJoin(
      brands,
      and(eq(mutes.kind, 'brand'), eq(brands.workspaceId, mutes.workspaceId), eq(brands.id, mutes.target)),
    )
    .where(
      and(
        or(isNull(mutes.until), gt(mutes.until, now)),
        only.id === undefined ? undefined : eq(mutes.id, only.id),
        only.kind === undefined ? undefined : eq(mutes.kind, only.kind),
        only.target === undefined ? undefined : eq(mutes.target, only.target),
        // What is deleted triggers nothing more.
        sql`${rules.deletedAt} is null`,
      ),
    )
    .orderBy(asc(mutes.since), asc(mutes.id));
  const names = await actorNames(
    tx,
    rows.map(({ mute }) => mute.mutedBy),
  );
  return rows.map(({ mute, rule, symbol, brand }) => {
    const { id, kind, target, mutedBy, since, until, timeZone, reason, suspended } = mute;
    return {
      id,
      kind,
      target: symbol ?? target,
      name: rule ?? symbol ?? brand ?? '',
      by: mutedBy === SYSTEM ? siteConfig.name : authorName(mutedBy, names),
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      timeZone,
      reason,
      suspended,
    };
  });
}
