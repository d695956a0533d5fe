import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { connections, senders, sendingDomains } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { UNALIGNED_MAX } from '#src/shared/senders.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';
import type { Announce } from '../enqueue.ts';
import {
  type DomainFacts,
  type Found,
  isAlignedBy,
  lookAtRecords,
  recordsOf,
  type Resolver,
} from './dns-records.ts';
import { domainOfSender, factsOf } from './domain-facts.ts';

type ChecksDeps = { app: Database; clock: Clock; dns: Resolver; mailFrom: string; announce?: Announce };
type Domain = typeof sendingDomains.$inferSelect;

const DAY_MS = 86_400_000;
const AT_ONCE = 50;

/** Asks the DNS for the records of sending domains, and keeps what it says. */
export function createDomainChecks(deps: ChecksDeps) {
  const { app, clock } = deps;

  /** Brands may share a domain: it is aligned where it is for each of them. */
  async function check(workspaceId: string, id: string): Promise<void> {
    const before = await withTenant(app, workspaceId, (tx) => readUses(tx, id, deps.mailFrom));
    if (!before) return;
    const { domain, uses } = before;
    const found = together(await Promise.all(uses.map((facts) => lookAtRecords(deps.dns, facts))));
    const told = await withTenant(app, workspaceId, (tx) => keep(tx, { domain, uses, found, at: clock() }));
    if (told) deps.announce?.(workspaceId, 'notifications');
  }

  return {
    check,

    /** Asks again for each that wasn't asked for a day. @param system sees which those are, and nothing else */
    checkDue: async (system: Database, onError: (error: unknown) => void): Promise<number> => {
      const { rows } = await system.execute<{ workspace_id: string; id: string }>(sql`
        select workspace_id, id from sending_domains
         where checked_at is null or checked_at < ${new Date(clock().getTime() - DAY_MS).toISOString()}::timestamptz
         order by checked_at nulls first limit ${AT_ONCE}`);
      for (const { workspace_id: workspaceId, id } of rows) await check(workspaceId, id).catch(onError);
      return rows.length;
    },
  };
}

async function readUses(
  tx: Tx,
  id: string,
  mailFrom: string,
): Promise<{ domain: Domain; uses: DomainFacts[] } | null> {
  const [domain] = await tx.select().from(sendingDomains).where(eq(sendingDomains.id, id));
  if (!domain) return null;
  const rows = (await tx.select().from(senders)).filter((each) => domainOfSender(each) === domain.domain);
  const over = new Map((await tx.select().from(connections)).map((each) => [each.id, each]));
  return {
    domain,
    uses: rows.map((row) => {
      const connection = over.get(row.connectionId ?? '');
      const { hostOf } = findChannel(row.channel)?.sendsFromDomain ?? {};
      const host = connection ? (hostOf?.(settingsOf(connection)) ?? '') : null;
      return factsOf(domain, row, { host, mailFrom });
    }),
  };
}

/** What isn't found for one isn't found. A domain that nobody sends from has nothing to be found. */
function together(all: readonly Found[]): Found {
  const of = (record: keyof Found): boolean | null => {
    const each = all.map((found) => found[record]);
    if (each.length === 0 || each.includes(false)) return false;
    return each.includes(null) ? null : true;
  };
  return { dkim: of('dkim'), spf: of('spf'), dmarc: of('dmarc'), returnPath: of('returnPath') };
}

/** No answer changes nothing. @returns whether somebody was told */
async function keep(
  tx: Tx,
  { domain, uses, found, at }: { domain: Domain; uses: readonly DomainFacts[]; found: Found; at: Date },
): Promise<boolean> {
  const { workspaceId, id } = domain;
  const [now] = await tx.select().from(sendingDomains).where(eq(sendingDomains.id, id)).for('update');
  // Somebody changed who sends meanwhile: what was asked isn't what it's about.
  if (!now || now.checkedAt?.getTime() !== domain.checkedAt?.getTime()) return false;
  const isAligned = isAlignedBy(found);
  // Nothing is known of it yet: without an answer, it's asked again by the next check and not a day later.
  const isUnknown = isAligned === null && now.checkedAt === null;
  const isLost = isAligned === false && now.alignedAt !== null;
  const comes = isAligned === true && (now.alignedAt === null || now.lostAt !== null);
  await tx
    .update(sendingDomains)
    .set({
      found,
      checkedAt: isUnknown ? null : at,
      ...(found.dkim === null ? {} : { signsAt: found.dkim ? (now.signsAt ?? at) : null }),
      ...(isAligned === true ? { alignedAt: now.alignedAt ?? at, lostAt: null } : {}),
      // It's new, so it begins with few messages a day.
      ...(isAligned === true && now.warmUpBeganAt === null && now.warmUpEndedAt === null
        ? { warmUpBeganAt: at }
        : {}),
      ...(isLost ? { lostAt: now.lostAt ?? at } : {}),
    })
    .where(eq(sendingDomains.id, id));
  const goes = isLost && now.lostAt === null;
  if (goes || comes)
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'system', userId: null, name: 'DNS' },
      action: goes ? 'sender.domain_lost' : 'sender.domain_aligned',
      subject: now.domain,
      at,
    });
  if (!goes || uses.length === 0) return false;
  const gone = new Set(
    uses
      .flatMap((facts) => recordsOf(facts, found))
      .flatMap(({ record, type, host, found: is }) =>
        is === false && record !== 'returnPath'
          ? [`the ${type} record of ${host} (${record.toUpperCase()})`]
          : [],
      ),
  );
  return notifyMembers(tx, {
    workspaceId,
    kind: 'sending_domain_lost',
    title: `DNS records of ${now.domain} are missing`,
    text: `We can’t find ${[...gone].join(' and ')}. Restore what is missing within a day: from then on, a message from this domain reaches members and at most ${UNALIGNED_MAX} other people.`,
    link: '/channels',
    whoMay: 'channels:write',
    at,
  });
}
