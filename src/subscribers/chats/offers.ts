import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { addresses, connections, readerBots } from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { personToken } from './tokens.ts';

/** A brand's bot that people can subscribe with now. */
export type Offer = {
  connectionId: string;
  channel: ChannelKind;
  bot: string;
  account: string;
  practice: boolean;
};
/** A link to it, and the channel's name. */
export type ChatLink = { title: string; url: string };
/** Made where channels are known. @returns null for a channel without such links */
export type LinkTo = (offer: Offer, token: string) => ChatLink | null;

/** @returns null if the brand has no bot, or its workspace accepts no subscribers */
export async function offerOf(
  tx: Tx,
  { workspaceId, brandId }: { workspaceId: string; brandId: string },
  now: Date,
): Promise<Offer | null> {
  const [row] = await tx
    .select({
      connectionId: connections.id,
      channel: connections.channel,
      practice: connections.practice,
      bot: readerBots.bot,
      account: readerBots.account,
    })
    .from(readerBots)
    .innerJoin(
      connections,
      and(eq(connections.workspaceId, readerBots.workspaceId), eq(connections.id, readerBots.connectionId)),
    )
    .where(
      and(
        eq(readerBots.workspaceId, workspaceId),
        eq(readerBots.brandId, brandId),
        isNull(connections.deletedAt),
      ),
    );
  if (!row) return null;
  const { standing } = await workspacePlan(tx, now);
  return standing === 'read_only' ? null : row;
}

/** Whether a person has the bot already. */
export const hasChat = async (tx: Tx, contactId: string, { channel, account }: Offer): Promise<boolean> =>
  (await tx.$count(
    addresses,
    and(
      eq(addresses.contactId, contactId),
      eq(addresses.channel, channel),
      eq(addresses.account, account),
      sql`${addresses.suppressedAt} is null`,
    ),
  )) > 0;

type Person = { workspaceId: string; brandId: string; contactId: string; hint: string };

/** A link that adds a chat to a person; null where there is no bot, or they have it. */
export async function linkForPerson(
  tx: Tx,
  person: Person,
  { linkTo, now }: { linkTo: LinkTo; now: Date },
): Promise<ChatLink | null> {
  const offer = await offerOf(tx, person, now);
  if (!offer || (await hasChat(tx, person.contactId, offer))) return null;
  const { connectionId } = offer;
  return linkTo(offer, await personToken(tx, { ...person, connectionId }, now));
}
