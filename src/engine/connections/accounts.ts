import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { connections, mailReporters, senders, sendingDomains } from '#src/db/schema.ts';
import { holdConnection } from '#src/db/queries/held-accounts.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { OpenConnection, SendOutcome } from '../channels/channel.ts';
import { channelOf } from '../channels/registry.ts';
import type { Announce } from '../enqueue.ts';
import { noteSends } from './breaker.ts';
import { hasMissed, isGivenUp } from './give-up.ts';
import { accountSays } from './health.ts';
import { settingsOf } from '../channels/settings.ts';
import { openConnection } from './open.ts';
import { openSecrets } from './secrets.ts';
import { domainAt } from './domain-at.ts';

/** Whose message it is: a destination names its connection, a person's address leads to the brand's sender. */
export type Of = { workspaceId: string; brandId: string; channel: ChannelKind; connectionId: string | null };

export type Account = {
  connection: OpenConnection | null;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** What arrives in the brand's bounce mailbox is forwarded to us. */
  takesMail: boolean;
  /** The breaker counts what failed in a row, and how often it opened since something worked. */
  failures: number;
  openings: number;
  /** Since when nothing arrived over it, where its channel gives up after some days. */
  failingSince: Date | null;
};

/** What is read once serves so long: a change of sender or of an account holds from then on, in ms. */
const FRESH_MS = 2_000;
const ENTRIES_MAX = 1_000;

/** Opens what a brand sends with on a channel, and watches over the health of its connections. */
export function createAccounts(deps: {
  app: Database;
  clock: Clock;
  announce: Announce;
  encryptionKey: Buffer;
}) {
  const known = new Map<string, { account: Promise<Account>; readAt: number }>();

  const keyOf = ({ workspaceId, brandId, channel, connectionId }: Of): string =>
    `${workspaceId} ${brandId} ${channel} ${connectionId ?? ''}`;

  function accountOf(of: Of): Promise<Account> {
    const now = deps.clock().getTime();
    const key = keyOf(of);
    const there = known.get(key);
    if (there && Math.abs(now - there.readAt) < FRESH_MS) return there.account;
    if (known.size >= ENTRIES_MAX) known.clear();
    const account = withTenant(deps.app, of.workspaceId, (tx) => readAccount(tx, deps.encryptionKey, of));
    known.set(key, { account, readAt: now });
    // What couldn't be read is read again.
    account.catch(() => known.delete(key));
    return account;
  }

  return {
    accountOf,

    /** After each send; writes only where something changes. */
    ended: async (of: Of, account: Account, outcome: SendOutcome): Promise<void> => {
      const { connection } = account;
      const holds = outcome.outcome === 'retry' && outcome.holdsAccount === true;
      const { givesUpAfterDays } = channelOf(of.channel);
      if (!connection || !(holds || changesHealth(account, outcome, givesUpAfterDays, deps.clock()))) return;
      known.delete(keyOf(of));
      const { workspaceId } = of;
      if (holds) {
        const held = {
          workspaceId,
          connectionId: connection.id,
          until: new Date(outcome.at),
          now: deps.clock(),
        };
        await withTenant(deps.app, workspaceId, (tx) => holdConnection(tx, held));
        return;
      }
      const notified = await withTenant(deps.app, workspaceId, (tx) =>
        noteSends(tx, {
          workspaceId,
          connectionId: connection.id,
          outcomes: [outcome],
          givesUpAfterDays,
          now: deps.clock(),
        }),
      );
      if (!notified) return;
      deps.announce(workspaceId, 'notifications');
      deps.announce(workspaceId, 'channels');
    },
  };
}

/** Nearly every send says what is known already, and is written nowhere. */
function changesHealth(
  { failures, openings, failingSince }: Account,
  outcome: SendOutcome,
  days: number | undefined,
  now: Date,
): boolean {
  const says = accountSays(outcome);
  const closes = outcome.outcome === 'rejected' && outcome.closesAccount === true;
  if (says === 'failed' || closes || (says === 'works' && failures + openings > 0)) return true;
  if (days === undefined) return false;
  if (outcome.outcome === 'sent') return failingSince !== null;
  return hasMissed(outcome) && (failingSince === null || isGivenUp(failingSince, { days, now }));
}

/** @throws Error where the connection was deleted meanwhile: what was meant for it goes out over no other */
async function readAccount(tx: Tx, key: Buffer, of: Of): Promise<Account> {
  const [sender] = await tx
    .select()
    .from(senders)
    .where(and(eq(senders.brandId, of.brandId), eq(senders.channel, of.channel)));
  const connectionId = of.connectionId ?? sender?.connectionId ?? null;
  const [row] =
    connectionId === null
      ? []
      : await tx
          .select()
          .from(connections)
          .where(and(eq(connections.id, connectionId), isNull(connections.deletedAt)));
  if (connectionId !== null && !row) throw new Error('The connection to send over was deleted.');
  const settings = sender ? settingsOf(sender) : {};
  const domain = channelOf(of.channel).senderDomain(settings);
  const [signs] =
    domain === null ? [] : await tx.select().from(sendingDomains).where(eq(sendingDomains.domain, domain));
  const [forwards] = sender
    ? await tx.select({ id: mailReporters.id }).from(mailReporters).where(eq(mailReporters.kind, 'dsn'))
    : [];
  const isSigned = signs && signs.signsAt !== null;
  return {
    connection: row ? openConnection(key, row) : null,
    settings: isSigned ? { ...settings, selector: signs.selector } : settings,
    secrets: isSigned ? openSecrets(key, domainAt(signs), signs.sealed) : {},
    takesMail: forwards !== undefined,
    failures: row?.failures ?? 0,
    openings: row?.openings ?? 0,
    failingSince: row?.failingSince ?? null,
  };
}
