import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { leftBy, wholeChannel } from '#src/db/queries/unsubscriptions.ts';
import {
  addresses,
  audienceContacts,
  brands,
  consents,
  contacts,
  readerBots,
  readerChats,
  readerLinks,
  signupForms,
} from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { READER_ASK_DAYS } from '#src/shared/reader-bots.ts';
import type { ReaderLanguage } from '#src/shared/reader-languages.ts';
import type { Reader } from './leave.ts';
import { readToken } from './tokens.ts';
import { chatLanguage, chatWords } from './words.ts';

/** The bot that was written to. */
export type Bot = {
  workspaceId: string;
  connectionId: string;
  channel: ChannelKind;
  account: string;
  addressOf: (chat: string) => string;
};
export type Question = typeof readerChats.$inferSelect;
export type BrandOf = { id: string; name: string; language: ReaderLanguage };

const DAY_MS = 86_400_000;
/** What was asked and not agreed to is forgotten after so long. */
const KEPT_DAYS = 30;
const isChat = ({ workspaceId, connectionId }: Bot, chat: string) =>
  and(
    eq(readerChats.workspaceId, workspaceId),
    eq(readerChats.connectionId, connectionId),
    eq(readerChats.chat, chat),
  );

/** What was asked last in a chat; locked, so that of two answers at once the second sees the first. */
export async function questionIn(tx: Tx, bot: Bot, chat: string): Promise<Question | null> {
  const [row] = await tx.select().from(readerChats).where(isChat(bot, chat)).for('update');
  return row ?? null;
}

/** The person whose chat it is; null if no contact has it, or only a deleted one. */
export async function readerIn(tx: Tx, bot: Bot, chat: string): Promise<Reader | null> {
  const [row] = await tx
    .select({
      addressId: addresses.id,
      contactId: addresses.contactId,
      channel: addresses.channel,
      account: addresses.account,
    })
    .from(addresses)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .where(
      and(
        eq(addresses.workspaceId, bot.workspaceId),
        eq(addresses.channel, bot.channel),
        eq(addresses.address, bot.addressOf(chat)),
        isNull(addresses.suppressedAt),
        isNull(contacts.deletedAt),
        sql`${contacts.receives} <> 'nothing'`,
      ),
    );
  return row ?? null;
}

/** Whether a person has agreed to the brand's alerts there and gets them now. Other brands of the bot don't count. */
export async function isSubscribed(
  tx: Tx,
  { workspaceId, channel }: Bot,
  { contactId }: Reader,
  brandId: string,
): Promise<boolean> {
  const given = and(
    eq(consents.workspaceId, workspaceId),
    eq(consents.contactId, contactId),
    eq(consents.brandId, brandId),
    eq(consents.channel, channel),
    eq(consents.kind, 'given'),
  );
  if ((await tx.$count(consents, given)) === 0) return false;
  const left = wholeChannel(await leftBy(tx, { workspaceId, contactId }), channel);
  return !left.some((row) => row.brandId === null || row.brandId === brandId);
}

/** A brand that the bot sends for; null for any other. */
export async function brandOf(
  tx: Tx,
  { workspaceId, connectionId }: Bot,
  { id, wanted }: { id: string; wanted: string | null },
): Promise<(BrandOf & { audienceId: string | null }) | null> {
  const [row] = await tx
    .select({
      id: brands.id,
      name: brands.name,
      languages: brands.languages,
      audienceId: readerBots.audienceId,
    })
    .from(readerBots)
    .innerJoin(brands, and(eq(brands.workspaceId, readerBots.workspaceId), eq(brands.id, readerBots.brandId)))
    .where(
      and(
        eq(readerBots.workspaceId, workspaceId),
        eq(readerBots.connectionId, connectionId),
        eq(readerBots.brandId, id),
      ),
    );
  if (!row) return null;
  const { languages, ...brand } = row;
  return { ...brand, language: chatLanguage(wanted, languages) };
}

/** What a link is for. */
export type Aim = {
  brandId: string;
  audienceId: string | null;
  /** Of a link for one person. */
  person: { contactId: string; hint: string; linkHash: Buffer } | null;
};

/** @returns null for a link that is none of this bot's, was used, or has expired */
export async function aimOf(tx: Tx, bot: Bot, token: string, now: Date): Promise<Aim | null> {
  const { workspaceId, connectionId } = bot;
  const read = readToken(token);
  if (!read) return null;
  if (read.of === 'person') {
    const [link] = await tx
      .delete(readerLinks)
      .where(
        and(
          eq(readerLinks.workspaceId, workspaceId),
          eq(readerLinks.tokenHash, read.hash),
          eq(readerLinks.connectionId, connectionId),
          gt(readerLinks.expiresAt, now),
        ),
      )
      .returning();
    if (!link) return null;
    const { brandId, contactId, hint } = link;
    return { brandId, audienceId: null, person: { contactId, hint, linkHash: read.hash } };
  }
  if (read.of === 'form') {
    const [form] = await tx
      .select({ brandId: signupForms.brandId, audienceId: signupForms.audienceId })
      .from(signupForms)
      .where(
        and(
          eq(signupForms.workspaceId, workspaceId),
          eq(signupForms.id, read.id),
          isNull(signupForms.deletedAt),
          isNull(signupForms.closedAt),
        ),
      );
    return form ? { ...form, person: null } : null;
  }
  const [own] = await tx
    .select({ audienceId: readerBots.audienceId })
    .from(readerBots)
    .where(
      and(
        eq(readerBots.workspaceId, workspaceId),
        eq(readerBots.connectionId, connectionId),
        eq(readerBots.brandId, read.id),
      ),
    );
  return own ? { brandId: read.id, audienceId: own.audienceId, person: null } : null;
}

/** Whether nothing would change by asking: the chat gets the brand's alerts, by the same person and on the same list. */
export async function hasAll(tx: Tx, bot: Bot, reader: Reader, aim: Aim): Promise<boolean> {
  if (aim.person && aim.person.contactId !== reader.contactId) return false;
  if (!(await isSubscribed(tx, bot, reader, aim.brandId))) return false;
  if (aim.audienceId === null) return true;
  const isOn = and(
    eq(audienceContacts.audienceId, aim.audienceId),
    eq(audienceContacts.contactId, reader.contactId),
  );
  return (await tx.$count(audienceContacts, isOn)) > 0;
}

/** Keeps a question in the place of the chat's last one, whose buttons are good for nothing from here on. */
export async function ask(
  tx: Tx,
  bot: Bot,
  asked: { chat: string; name: string; language: string | null; brand: BrandOf; aim: Aim; now: Date },
): Promise<Pick<Question, 'key' | 'wording' | 'hint'>> {
  const { chat, name, language, brand, aim, now } = asked;
  // Without the hint: a consent's wording stays when its person is erased.
  const wording = chatWords(brand.language).question(brand.name);
  const hint = aim.person?.hint ?? '';
  const key = newId();
  const row = {
    key,
    brandId: brand.id,
    audienceId: aim.audienceId,
    contactId: aim.person?.contactId ?? null,
    hint,
    linkHash: aim.person?.linkHash ?? null,
    name: name.slice(0, 200),
    language: language?.slice(0, 35) ?? null,
    wording,
    askedAt: now,
    expiresAt: new Date(now.getTime() + READER_ASK_DAYS * DAY_MS),
    answer: null,
    answeredAt: null,
  };
  const { workspaceId, connectionId } = bot;
  const old = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await tx
    .delete(readerChats)
    .where(
      and(
        eq(readerChats.workspaceId, workspaceId),
        lt(readerChats.askedAt, old),
        sql`${readerChats.answer} is distinct from 'yes'`,
      ),
    );
  await tx
    .insert(readerChats)
    .values({ workspaceId, connectionId, chat, address: bot.addressOf(chat), ...row })
    .onConflictDoUpdate({
      target: [readerChats.workspaceId, readerChats.connectionId, readerChats.chat],
      set: row,
    });
  return { key, wording, hint };
}

/** @param yes null where it's open again */
export const answered = (
  tx: Tx,
  bot: Bot,
  { chat, yes, now }: { chat: string; yes: boolean | null; now: Date },
): Promise<unknown> =>
  tx
    .update(readerChats)
    .set(yes === null ? { answer: null, answeredAt: null } : { answer: yes ? 'yes' : 'no', answeredAt: now })
    .where(isChat(bot, chat));
