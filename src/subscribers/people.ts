import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { addresses, brands, contacts, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Topic } from '#src/shared/topics.ts';
import { LOOK_COLUMNS, lookOf, type Look } from './look.ts';
import type { Linked, Links } from './links.ts';

/** The person that a link is for, as they are now. */
export type Known = {
  token: string;
  workspaceId: string;
  workspace: string;
  contactId: string;
  /** Null for the links of before, which are about every brand. */
  brandId: string | null;
  /** The brand of `look`, and of the preferences page. */
  shownBrandId: string;
  look: Look;
  /** Null where the address is gone: then a brand is left over every channel. */
  channel: ChannelKind | null;
  channelTitle: string;
  /** What the email was about; null for a digest and for the links of before. */
  topic: Topic | null;
  /** What the link came with, where it says so. */
  deliveryId: string | null;
  /** A part of the address, so that someone with several knows which. */
  hint: string;
  isMember: boolean;
};

/** `a•••@desk.example`: enough to recognize your own address. Empty for a chat: people don't know its number. */
export function hintOf(address: string): string {
  if (/^\d+\/\d+$/.test(address)) return '';
  const at = address.lastIndexOf('@');
  if (at < 1) return `${address.slice(0, 2)}•••`;
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

/** @returns null where the link is none of ours, or its person is gone */
export async function findKnown(
  deps: { app: Database; clock: Clock; links: Links; channelTitle: (kind: ChannelKind) => string },
  token: string,
): Promise<Known | null> {
  const linked = deps.links.read(token);
  if (!linked) return null;
  return withTenant(deps.app, linked.workspaceId, async (tx) => {
    const person = linked.kind === 'member' ? await ofMember(tx, linked) : await ofContact(tx, linked);
    if (!person) return null;
    const [workspace] = await tx
      .select({ name: workspaces.name })
      .from(workspaces)
      .where(eq(workspaces.id, linked.workspaceId));
    const [brand] = await tx
      .select({ id: brands.id, ...LOOK_COLUMNS })
      .from(brands)
      .where(
        and(
          eq(brands.workspaceId, linked.workspaceId),
          linked.kind === 'contact' ? eq(brands.id, linked.brandId) : undefined,
        ),
      )
      .orderBy(sql`${brands.isDefault} desc`, asc(brands.createdAt))
      .limit(1);
    if (!workspace || !brand) return null;
    const { entitlements } = await workspacePlan(tx, deps.clock());
    return {
      token,
      workspaceId: linked.workspaceId,
      workspace: workspace.name,
      brandId: linked.kind === 'contact' ? linked.brandId : null,
      shownBrandId: brand.id,
      look: lookOf(brand, entitlements),
      topic: linked.kind === 'contact' ? linked.topic : null,
      deliveryId: (linked.kind === 'contact' ? linked.deliveryId : null) ?? null,
      ...person,
      channelTitle: person.channel === null ? '' : deps.channelTitle(person.channel),
    };
  });
}

type Person = Pick<Known, 'contactId' | 'channel' | 'hint' | 'isMember'>;

/** By the address, which may have moved to another contact since: two that were one person have become one. */
async function ofContact(tx: Tx, linked: Extract<Linked, { kind: 'contact' }>): Promise<Person | null> {
  const { workspaceId, contactId, addressId } = linked;
  const [address] = await tx
    .select({
      contactId: addresses.contactId,
      channel: addresses.channel,
      address: addresses.address,
      userId: contacts.userId,
    })
    .from(addresses)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.id, addressId)));
  if (address)
    return {
      contactId: address.contactId,
      channel: address.channel,
      hint: hintOf(address.address),
      isMember: address.userId !== null,
    };
  const [contact] = await tx
    .select({ userId: contacts.userId })
    .from(contacts)
    .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, contactId)));
  return contact ? { contactId, channel: null, hint: '', isMember: contact.userId !== null } : null;
}

async function ofMember(tx: Tx, linked: Extract<Linked, { kind: 'member' }>): Promise<Person | null> {
  const [row] = await tx
    .select({ contactId: contacts.id, address: addresses.address, channel: addresses.channel })
    .from(contacts)
    .innerJoin(
      addresses,
      and(eq(addresses.workspaceId, contacts.workspaceId), eq(addresses.contactId, contacts.id)),
    )
    .where(
      and(
        eq(contacts.workspaceId, linked.workspaceId),
        eq(contacts.userId, linked.userId),
        // Those links were made for emails alone.
        eq(addresses.channel, ACCOUNT_CHANNEL),
        isNull(contacts.erasedAt),
      ),
    )
    .limit(1);
  return row
    ? { contactId: row.contactId, channel: row.channel, hint: hintOf(row.address), isMember: true }
    : null;
}
