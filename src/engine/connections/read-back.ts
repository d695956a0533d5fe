import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { addresses, alerts, brands, deliveries, destinations, renditions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ReadBackAnswer } from '#src/shared/alert-list.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ChannelDeps, SendDeps } from '../channels/channel.ts';
import { callOver } from '../channels/call-over.ts';
import { findChannel } from '../channels/registry.ts';
import type { createAccounts } from './accounts.ts';
import { linksIn, uncounted } from '#src/shared/content/links.ts';
import { wholeText } from '#src/shared/content/prepared.ts';

export type ReadBackDeps = ChannelDeps & {
  app: Database;
  accounts: Pick<ReturnType<typeof createAccounts>, 'accountOf'>;
};

const NONE = 'There is no such delivery.';

/** Asks the provider for a message as it stands there now, and compares it with what was sent. */
export function createReadBack(deps: ReadBackDeps) {
  /** @throws AppError not_found, validation_failed where the channel can't or nothing was sent */
  return async (workspaceId: string, deliveryId: string): Promise<ReadBackAnswer> => {
    const sent = await withTenant(deps.app, workspaceId, (tx) => read(tx, workspaceId, deliveryId));
    const readBack = findChannel(sent.channel)?.readBack;
    if (!readBack) throw new AppError('validation_failed', 'This channel can’t read a message back.');
    if (sent.providerMessageId === null)
      throw new AppError('validation_failed', 'Nothing was sent that could be read back.');
    const account = await deps.accounts.accountOf({ workspaceId, ...sent });
    const { brandName, providerMessageId, address } = sent;
    const sendDeps: SendDeps = {
      now: deps.now,
      random: deps.random,
      mail: deps.mail,
      call: callOver(deps.call, account.connection),
      connection: account.connection,
      sender: { brandName, settings: account.settings, secrets: account.secrets },
      picture: async () => null,
    };
    const found = await readBack({ providerMessageId, address }, sendDeps);
    if (found.found !== 'there')
      return {
        found: found.found,
        text: null,
        same: null,
        problem: found.found === 'gone' ? null : found.problem,
      };
    const same = uncounted(found.text, sent.links).trim() === sent.text.trim();
    return { found: 'there', text: found.text, same, problem: null };
  };
}

async function read(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx
    .select({
      channel: deliveries.channel,
      providerMessageId: deliveries.providerMessageId,
      brandId: alerts.brandId,
      brandName: brands.name,
      connectionId: destinations.connectionId,
      address: sql<string | null>`coalesce(${addresses.address}, ${destinations.address})`,
      prepared: renditions.prepared,
    })
    .from(deliveries)
    .innerJoin(alerts, and(eq(alerts.workspaceId, deliveries.workspaceId), eq(alerts.id, deliveries.alertId)))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .innerJoin(
      renditions,
      and(eq(renditions.workspaceId, deliveries.workspaceId), eq(renditions.id, deliveries.renditionId)),
    )
    .leftJoin(
      addresses,
      and(eq(addresses.workspaceId, deliveries.workspaceId), eq(addresses.id, deliveries.targetId)),
    )
    .leftJoin(
      destinations,
      and(eq(destinations.workspaceId, deliveries.workspaceId), eq(destinations.id, deliveries.targetId)),
    )
    .where(and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, id)));
  if (!row || row.address === null) throw new AppError('not_found', NONE);
  const { prepared, address, ...about } = row;
  return { ...about, address, text: wholeText(prepared), links: linksIn(prepared) };
}
