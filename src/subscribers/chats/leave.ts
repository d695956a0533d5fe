import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type Choice, leave } from '#src/db/queries/unsubscriptions.ts';
import { addresses, connections, consents, readerBots, readerChats } from '#src/db/schema.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import { detachAddresses } from '#src/people/detach.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';

type Bot = { workspaceId: string; connectionId: string };
/** A person's chat, as an address of theirs. */
export type Reader = {
  addressId: string;
  contactId: string;
  channel: ChannelKind;
  account: string | null;
};

/** The brands that a bot sends for, the newest last. */
export async function brandsOfBot(tx: Tx, { workspaceId, connectionId }: Bot): Promise<string[]> {
  const rows = await tx
    .select({ brandId: readerBots.brandId })
    .from(readerBots)
    .where(and(eq(readerBots.workspaceId, workspaceId), eq(readerBots.connectionId, connectionId)))
    .orderBy(readerBots.createdAt);
  return rows.map(({ brandId }) => brandId);
}

/** The brands that a person's chat can hear from: those of the bot, also where they have it over another connection. */
async function brandsOfChat(
  tx: Tx,
  { workspaceId, connectionId }: Bot,
  { channel, account }: Reader,
): Promise<string[]> {
  const isSameBot =
    account === null ? undefined : and(eq(connections.channel, channel), eq(readerBots.account, account));
  const rows = await tx
    .select({ brandId: readerBots.brandId })
    .from(readerBots)
    .innerJoin(
      connections,
      and(eq(connections.workspaceId, readerBots.workspaceId), eq(connections.id, readerBots.connectionId)),
    )
    .where(
      and(eq(readerBots.workspaceId, workspaceId), or(eq(readerBots.connectionId, connectionId), isSameBot)),
    )
    .orderBy(readerBots.createdAt);
  return rows.map(({ brandId }) => brandId);
}

/**
 * A person's chat gets nothing more of what a bot sends, for every brand that it sends for. Doing it again changes nothing.
 * The last step of its transaction (`recordChoices`). @returns whether anything changed
 */
export async function leaveBot(tx: Tx, bot: Bot, reader: Reader, at: Date): Promise<boolean> {
  const { workspaceId } = bot;
  const { contactId, channel } = reader;
  const brands = await brandsOfChat(tx, bot, reader);
  // A choice applies to the whole channel. A reader with another chat keeps that chat.
  if (await hasAnother(tx, bot, reader)) {
    await detachAddresses(tx, { workspaceId, now: at, addresses: [reader.addressId] });
    const said = { kind: 'withdrawn', source: 'chat', at } as const;
    const taken = brands.map((brandId) => ({
      workspaceId,
      contactId,
      brandId,
      channel,
      topic: null,
      ...said,
    }));
    for (const { topic: _, ...consent } of taken)
      await tx.insert(consents).values({ ...consent, id: newId() });
    await recordChoices(tx, workspaceId, taken);
    return true;
  }
  const choices: Choice[] = [];
  for (const brandId of brands)
    choices.push(
      ...(await leave(tx, { workspaceId, contactId }, { brandId, channel, topic: null, source: 'chat', at })),
    );
  await recordChoices(tx, workspaceId, choices);
  return choices.length > 0;
}

const hasAnother = async (
  tx: Tx,
  { workspaceId }: Bot,
  { contactId, channel, account, addressId }: Reader,
): Promise<boolean> =>
  account !== null &&
  (await tx.$count(
    addresses,
    and(
      eq(addresses.workspaceId, workspaceId),
      eq(addresses.contactId, contactId),
      eq(addresses.channel, channel),
      eq(addresses.account, account),
      ne(addresses.id, addressId),
      isNull(addresses.suppressedAt),
    ),
  )) > 0;

/** Closes an open question of a chat: leaving answers it. */
export const closeQuestion = (
  tx: Tx,
  { workspaceId, connectionId, chat }: { workspaceId: string; connectionId: string; chat: string },
  at: Date,
): Promise<unknown> =>
  tx
    .update(readerChats)
    .set({ answer: 'no', answeredAt: at })
    .where(
      and(
        eq(readerChats.workspaceId, workspaceId),
        eq(readerChats.connectionId, connectionId),
        eq(readerChats.chat, chat),
        sql`${readerChats.answer} is null`,
      ),
    );

/** The same by an address, where a provider says that its person wants nothing more. */
export async function leaveByAddress(
  tx: Tx,
  connectionId: string,
  { workspaceId, channel, address }: { workspaceId: string; channel: ChannelKind; address: string },
  at: Date,
): Promise<void> {
  const [reader] = await tx
    .select({
      addressId: addresses.id,
      contactId: addresses.contactId,
      channel: addresses.channel,
      account: addresses.account,
    })
    .from(addresses)
    .where(
      and(
        eq(addresses.workspaceId, workspaceId),
        eq(addresses.channel, channel),
        eq(addresses.address, address),
      ),
    );
  if (reader) await leaveBot(tx, { workspaceId, connectionId }, reader, at);
}
