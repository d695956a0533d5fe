import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { limitedFrom, UNALIGNED_MAX } from '#src/shared/senders.ts';
import { findChannel } from '../channels/registry.ts';

/** The setting in which the operator says that brands may send from the installation's domain without limit. */
export const FROM_INSTALLATION = 'brands send from the installation';

/** Why a brand's messages may reach few people: its own domain, or that they come from the installation's. */
export type SenderLimit = { by: 'domain'; domain: string; lost: boolean } | { by: 'installation' };

type At = Date | string | null;
type DomainState = { domain: string; signsAt: At; alignedAt: At; lostAt: At };
type Stored = {
  fromInstallation: string | null;
  sender: { settings: Readonly<Record<string, string>>; connectionId: string | null } | null;
  domains: readonly DomainState[];
};
type Of = { workspaceId: string; brandId: string; channel: string };

/** What the operator has set about messages from the installation's domain; null where nobody has started it since. */
export async function fromInstallation(tx: Runs): Promise<string | null> {
  const { rows } = await tx.execute<{ value: string }>(
    sql`select value from installation_settings where name = ${FROM_INSTALLATION}`,
  );
  return rows[0]?.value ?? null;
}

/** Of a brand over a channel, in its workspace; null where nothing limits it. */
export async function senderLimit(tx: Runs, of: Of, now: Date): Promise<SenderLimit | null> {
  // Nothing of the demo leaves the program.
  if (!findChannel(of.channel)?.sendsFromDomain || of.workspaceId === DEMO_WORKSPACE_ID) return null;
  const { rows } = await tx.execute<Stored>(sql`
    select (select value from installation_settings where name = ${FROM_INSTALLATION}) as "fromInstallation",
           (select json_build_object('settings', s.settings, 'connectionId', s.connection_id) from senders s
             where s.workspace_id = ${of.workspaceId}::uuid and s.brand_id = ${of.brandId}::uuid
               and s.channel = ${of.channel}) as sender,
           (select coalesce(json_agg(json_build_object('domain', d.domain, 'signsAt', d.signs_at,
                                                       'alignedAt', d.aligned_at, 'lostAt', d.lost_at)), '[]')
              from sending_domains d where d.workspace_id = ${of.workspaceId}::uuid) as domains`);
  return rows[0] ? limitOf(of.channel, rows[0], now) : null;
}

/** The same of what is stored. A message is from the brand's domain once that is shown to be its own (`fromOf`). */
export function limitOf(
  channel: string,
  { fromInstallation, sender, domains }: Stored,
  now: Date,
): SenderLimit | null {
  const declared = findChannel(channel);
  if (!declared?.sendsFromDomain) return null;
  const name = sender && declared.senderDomain(sender.settings);
  const domain = domains.find((each) => each.domain === name);
  if (domain && isAligned(domain, now)) return null;
  const isOwn = Boolean(sender?.connectionId) || Boolean(domain?.signsAt);
  if (!name || !isOwn) {
    if (fromInstallation === 'all') return null;
    if (!name) return { by: 'installation' };
  }
  return { by: 'domain', domain: name, lost: Boolean(domain?.alignedAt) };
}

/** What is lost counts for a while. */
export const isAligned = (
  { alignedAt, lostAt }: Pick<DomainState, 'alignedAt' | 'lostAt'>,
  now: Date,
): boolean => alignedAt !== null && (lostAt === null || limitedFrom(new Date(lostAt)) > now);

/** `SPF, DKIM and DMARC of harbor.example haven’t been found yet: until then, …` */
export function limitWords(limit: SenderLimit): string {
  const few = `a message may reach members and ${UNALIGNED_MAX} other people`;
  if (limit.by === 'installation')
    return `the brand has no From address on a domain of its own: until then, ${few}`;
  return limit.lost
    ? `the DNS records of ${limit.domain} can’t be found anymore: until they’re back, ${few}`
    : `SPF, DKIM and DMARC of ${limit.domain} haven’t been found yet: until then, ${few}`;
}
