import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type senders, sendingDomains } from '#src/db/schema.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';
import type { DomainFacts } from './dns-records.ts';

type Domain = typeof sendingDomains.$inferSelect;
type Row = typeof senders.$inferSelect;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const domainOfSender = (row: Pick<Row, 'channel' | 'settings'>): string | null =>
  findChannel(row.channel)?.senderDomain(settingsOf(row)) ?? null;

/** What a sender needs in the DNS of its domain. `host`: of its own server; null where the installation's sends. */
export function factsOf(
  domain: Domain,
  sender: Row,
  { host, mailFrom }: { host: string | null; mailFrom: string },
): DomainFacts {
  const { bounceAddress } = settingsOf(sender);
  const own = domainOf(mailFrom);
  const bounces = bounceAddress ? domainOf(bounceAddress) : null;
  return {
    ...domain,
    sentBy: host === null ? { domain: own } : { host },
    bounceDomain: bounces ?? (host === null ? own : domain.domain),
    // Receivers look at that of the Return-Path. Ours has its own, so the From domain's shows that it knows of us.
    spfDomain: bounces ?? domain.domain,
  };
}

/** Another server may send from the domains, so they count again once the DNS was asked. @returns which counted */
export async function forgetAlignment(tx: Tx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .update(sendingDomains)
    .set({ found: {}, alignedAt: null, lostAt: null, checkedAt: null })
    .where(and(inArray(sendingDomains.domain, [...names]), isNotNull(sendingDomains.alignedAt)))
    .returning({ id: sendingDomains.id });
  return rows.map(({ id }) => id);
}
