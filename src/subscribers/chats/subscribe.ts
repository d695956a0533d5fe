import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { newId } from '#src/db/ids.ts';
import { liftByPerson } from '#src/db/queries/suppressions.ts';
import { addresses, consents, contacts } from '#src/db/schema.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import { recordConsent } from '#src/ledger/consent.ts';
import { joinList } from '#src/people/join-list.ts';
import { mergeInto } from '#src/people/merge.ts';
import { roomForContacts } from '#src/people/room.ts';
import { normalLanguage } from '#src/shared/places.ts';
import { comeBackToBrand } from '../preferences.ts';
import type { Bot, Question } from './questions.ts';

type Step = { bot: Bot; question: Question; chat: string; at: Date };

/**
 * A person has said yes: the contact, the chat as its address, the list, the consent and what stood in the way. The last
 * step of its transaction (`recordConsent`). @returns false where the plan has no room for another contact
 */
export async function subscribe(tx: Tx, step: Step): Promise<boolean> {
  const { bot, question, at } = step;
  const { workspaceId, channel } = bot;
  const { brandId, wording } = question;
  const contactId = await contactFor(tx, step);
  if (contactId === null) return false;
  const { audienceId } = question;
  if (audienceId !== null) await joinList(tx, { workspaceId, contactId }, { audienceId, at });
  const back = await comeBackToBrand(
    tx,
    { workspaceId, contactId },
    { brandId, channel, source: 'chat', at },
  );
  const consent = {
    workspaceId,
    contactId,
    brandId,
    channel,
    kind: 'given',
    source: 'chat',
    wording,
  } as const;
  await tx.insert(consents).values({ ...consent, id: newId(), at });
  // They have just written from there: whatever was said of the address is over.
  const address = bot.addressOf(step.chat);
  await liftByPerson(tx, { workspaceId, channel, address }, at, {
    causes: ['erased', 'hard_bounce', 'soft_bounces'],
    reason: 'Subscribed again in the chat',
    source: 'chat',
  });
  await recordChoices(tx, workspaceId, back);
  await recordConsent(tx, { ...consent, at, ip: null });
  return true;
}

async function contactFor(tx: Tx, { bot, question, chat, at }: Step): Promise<string | null> {
  const { workspaceId, channel, account } = bot;
  // From here to the end, contacts of the workspace change one after the other.
  const room = await roomForContacts(tx, workspaceId, at);
  const address = bot.addressOf(chat);
  const [known] = await tx
    .select({
      id: addresses.id,
      contactId: addresses.contactId,
      userId: contacts.userId,
      isLiving: sql<boolean>`${contacts.deletedAt} is null and ${contacts.receives} <> 'nothing'`,
    })
    .from(addresses)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .where(
      and(
        eq(addresses.workspaceId, workspaceId),
        eq(addresses.channel, channel),
        eq(addresses.address, address),
      ),
    );
  const had = known?.isLiving ? known.contactId : null;
  const bound = question.contactId === null ? null : await livingContact(tx, workspaceId, question.contactId);
  let contactId = bound ?? had;
  if (contactId === null) {
    if (room.left < 1) return null;
    contactId = newId();
    const { name, language } = question;
    await tx.insert(contacts).values({
      workspaceId,
      id: contactId,
      name,
      language: language === null ? null : normalLanguage(language),
      createdAt: at,
      updatedAt: at,
    });
    await tellNearLimit(tx, workspaceId, at);
  }
  if (had !== null && had !== contactId && known?.userId === null && (await hasOnly(tx, had, known.id)))
    await mergeInto(tx, { workspaceId, id: contactId, others: [had], now: at });
  const own = { contactId, account, confirmedAt: at, updatedAt: at };
  if (known) await tx.update(addresses).set(own).where(eq(addresses.id, known.id));
  else
    await tx.insert(addresses).values({ workspaceId, id: newId(), channel, address, ...own, createdAt: at });
  return contactId;
}

/** The contact, or the one that it became part of; null where it's gone. */
async function livingContact(tx: Tx, workspaceId: string, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select living.id from contacts c
      join contacts living on living.workspace_id = c.workspace_id and living.id = coalesce(c.merged_into, c.id)
     where c.workspace_id = ${workspaceId}::uuid and c.id = ${id}::uuid
       and living.deleted_at is null and living.receives <> 'nothing'`);
  return rows[0]?.id ?? null;
}

const hasOnly = async (tx: Tx, contactId: string, addressId: string): Promise<boolean> =>
  (await tx.$count(
    addresses,
    and(eq(addresses.contactId, contactId), sql`${addresses.id} <> ${addressId}::uuid`),
  )) === 0;
