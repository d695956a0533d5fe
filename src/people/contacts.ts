import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { findContact } from '#src/db/queries/contacts/detail.ts';
import { addresses, audienceContacts, contacts, contactTags } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { ContactDetail, ContactForm, GivenAddress, TagChange } from '#src/shared/contacts.ts';
import { AppError } from '#src/shared/errors.ts';
import { TAGS_MAX } from '#src/shared/tags.ts';
import type { By, PeopleDeps } from './deps.ts';
import { detachAddresses } from './detach.ts';
import { keepConsents, sourceOf } from './consents.ts';
import { decide } from './decide.ts';
import { nothingKnown, readKnown } from './known.ts';
import { mergeInto } from './merge.ts';
import { roomForContacts } from './room.ts';
import { addressKey, isProblem, type Row, rowReader } from './rows.ts';
import { writeContacts } from './write.ts';

export const NO_CONTACT = 'There is no such contact.';

/** Contacts one by one, as screens and programs change them. */
export function createContacts(deps: PeopleDeps) {
  const { app, clock } = deps;
  const change = <T>(by: By, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
    withTenant(app, by.workspaceId, (tx) => work(tx, clock()));

  return {
    create: (by: By, form: ContactForm): Promise<ContactDetail> =>
      change(by, async (tx, now) => {
        const row = rowOf(deps, form, now);
        if (row.name === undefined && row.addresses.length === 0)
          throw invalid('name', 'Give the contact a name or an address.');
        const room = await roomForContacts(tx, by.workspaceId, now);
        if (room.left < 1) throw room.refusal();
        const known = nothingKnown();
        await readKnown(tx, [row], known);
        for (const { owner } of known.byAddress.values()) if (owner) throw exists('address', owner.id);
        const same = row.externalId === undefined ? undefined : known.byExternalId.get(row.externalId);
        if (same) throw exists('external ID', same.id);
        // Without an address or an external id it can't be mistaken for another.
        const recognized = row.externalId !== undefined || row.addresses.length > 0;
        const { contact, problem } = decide(recognized ? row : { ...row, externalId: newId() }, known, {
          left: 1,
          sentence: () => '',
        });
        if (!contact) throw invalid(problem?.field ?? 'name', problem?.message ?? '');
        if (!recognized) contact.externalId = null;
        const kept = [...known.byAddress.values()].map(({ id }) => id);
        await writeContacts(tx, { workspaceId: by.workspaceId, touched: [contact], kept, now });
        await tellNearLimit(tx, by.workspaceId, now);
        const made = await detailOf(tx, contact.id);
        await recordActivity(tx, { ...by, action: 'contact.created', ...subject(made), at: now });
        await keepConsents(tx, { workspaceId: by.workspaceId, source: sourceOf(by), now }, [contact]);
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    change: (by: By, id: string, form: ContactForm): Promise<ContactDetail> =>
      change(by, async (tx, now) => {
        await roomForContacts(tx, by.workspaceId, now);
        const before = await detailOf(tx, id);
        const row = changedRow(deps, form, before, now);
        if (before.member && (form.name !== undefined || form.addresses !== undefined))
          throw invalid('name', 'A member changes their name and email address in their own settings.');
        if (form.externalId && form.externalId !== before.externalId) {
          const [same] = await tx
            .select({ id: contacts.id })
            .from(contacts)
            .where(and(eq(contacts.externalId, form.externalId), isNull(contacts.deletedAt)));
          if (same) throw exists('external ID', same.id);
        }
        await tx
          .update(contacts)
          .set({
            ...(form.name === undefined ? {} : { name: form.name }),
            ...(form.externalId === undefined ? {} : { externalId: form.externalId }),
            ...(form.language === undefined ? {} : { language: form.language }),
            ...(form.timeZone === undefined ? {} : { timeZone: form.timeZone }),
            ...(form.country === undefined ? {} : { country: form.country }),
            updatedAt: now,
          })
          .where(eq(contacts.id, id));
        if (form.tags) {
          await tx.delete(contactTags).where(eq(contactTags.contactId, id));
          await addTags(tx, by.workspaceId, [id], row.tags);
        }
        if (form.addresses) await replaceAddresses(tx, { by, now, contact: before, row });
        else if (form.confirmed) await confirmAll(tx, id, now);
        const after = await detailOf(tx, id);
        if (after.name === '' && after.addresses.length === 0)
          throw invalid('name', 'Give the contact a name or an address.');
        await recordActivity(tx, { ...by, action: 'contact.changed', ...subject(after), at: now });
        const consents = [...newlyConfirmed(before, after)].map((channel) => ({ ...row.consent, channel }));
        await keepConsents(tx, { workspaceId: by.workspaceId, source: sourceOf(by), now }, [
          { id, consents },
        ]);
        return after;
      }),

    /** Nobody is deleted from the record of what was sent. Members leave with their membership. */
    remove: (by: By, ids: readonly string[]): Promise<{ changed: number }> =>
      change(by, async (tx, now) => {
        await roomForContacts(tx, by.workspaceId, now);
        const rows = await tx
          .update(contacts)
          .set({ deletedAt: now, updatedAt: now })
          .where(and(inArray(contacts.id, [...ids]), isNull(contacts.deletedAt), isNull(contacts.userId)))
          .returning({ id: contacts.id, name: contacts.name });
        const gone = rows.map(({ id }) => id);
        if (gone.length === 0) {
          if (ids.length > 1) return { changed: 0 };
          const contact = await detailOf(tx, ids[0] ?? '');
          throw invalid('id', `${subjectOf(contact)} is a member. Remove them from the team instead.`);
        }
        await tx.delete(contactTags).where(inArray(contactTags.contactId, gone));
        await tx.delete(audienceContacts).where(inArray(audienceContacts.contactId, gone));
        await recordActivity(tx, {
          ...by,
          action: gone.length === 1 ? 'contact.deleted' : 'contacts.deleted',
          subject: gone.length === 1 ? (rows[0]?.name ?? '') || 'a contact' : 'contacts',
          ...(gone.length === 1 && gone[0] ? { contactId: gone[0] } : {}),
          detail: { contacts: gone.length },
          at: now,
        });
        await tellNearLimit(tx, by.workspaceId, now);
        return { changed: gone.length };
      }),

    /** The others' addresses, tags and lists become the first one's, and what it has no value for. */
    merge: (by: By, id: string, from: readonly string[]): Promise<ContactDetail> =>
      change(by, async (tx, now) => {
        await roomForContacts(tx, by.workspaceId, now);
        const into = await detailOf(tx, id);
        const others = [...new Set(from)].filter((other) => other !== id);
        if (others.length === 0) throw invalid('from', 'Choose another contact to merge.');
        for (const other of others) {
          const one = await detailOf(tx, other);
          if (one.member)
            throw invalid('from', `${subjectOf(one)} is a member. Merge the other contact into the member.`);
        }
        await mergeInto(tx, { workspaceId: by.workspaceId, id, others, now });
        await tellNearLimit(tx, by.workspaceId, now);
        const merged = await detailOf(tx, id);
        await recordActivity(tx, {
          ...by,
          action: 'contact.merged',
          ...subject(into),
          detail: { contacts: others.length },
          at: now,
        });
        await by.keepAnswer?.(tx, 200, merged);
        return merged;
      }),

    tag: (by: By, { ids, add = [], remove = [] }: TagChange): Promise<{ changed: number }> =>
      change(by, async (tx, now) => {
        await roomForContacts(tx, by.workspaceId, now);
        const living = await livingOf(tx, ids);
        if (remove.length > 0)
          await tx
            .delete(contactTags)
            .where(and(inArray(contactTags.contactId, living), inArray(contactTags.tag, remove)));
        await addTags(tx, by.workspaceId, living, add);
        const [full] = (
          await tx.execute(sql`select contact_id from contact_tags where contact_id = any(${sql.param(living)}::uuid[])
            group by contact_id having count(*) > ${TAGS_MAX} limit 1`)
        ).rows;
        if (full) throw invalid('add', `A contact can have at most ${TAGS_MAX} tags.`);
        await tx.update(contacts).set({ updatedAt: now }).where(inArray(contacts.id, living));
        await by.keepAnswer?.(tx, 200, { changed: living.length });
        return { changed: living.length };
      }),
  };
}
export type Contacts = ReturnType<typeof createContacts>;

/** Those of the ids that are living contacts in sight. */
export async function livingOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(inArray(contacts.id, [...ids]), isNull(contacts.deletedAt)));
  return rows.map(({ id }) => id);
}

async function detailOf(tx: Tx, id: string): Promise<ContactDetail> {
  const contact = await findContact(tx, id);
  if (!contact) throw new AppError('not_found', NO_CONTACT);
  return contact;
}

/** @throws AppError validation_failed */
function rowOf({ addressForms }: PeopleDeps, form: ContactForm, now: Date): Row {
  const row = rowReader(addressForms, now)(form);
  if (isProblem(row)) throw invalid(row.field, row.message);
  return row;
}

/** Keeps addresses that people registered in a channel's app. They can't be entered here. */
function changedRow(deps: PeopleDeps, form: ContactForm, before: ContactDetail, now: Date): Row {
  const issued = new Set(deps.addressForms().flatMap(({ kind, issued: is }) => (is ? [kind] : [])));
  const isOwn = ({ channel, address }: GivenAddress): boolean =>
    issued.has(channel) &&
    before.addresses.some((each) => each.channel === channel && each.address === address);
  const given = form.addresses ?? [];
  const row = rowOf(
    deps,
    form.addresses ? { ...form, addresses: given.filter((each) => !isOwn(each)) } : form,
    now,
  );
  row.addresses.push(...given.filter(isOwn));
  return row;
}

async function addTags(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  tags: readonly string[],
): Promise<void> {
  if (ids.length === 0 || tags.length === 0) return;
  await tx
    .insert(contactTags)
    .values(ids.flatMap((contactId) => tags.map((tag) => ({ workspaceId, contactId, tag }))))
    .onConflictDoNothing();
}

async function replaceAddresses(
  tx: Tx,
  { by, now, contact, row }: { by: By; now: Date; contact: ContactDetail; row: Row },
): Promise<void> {
  const { workspaceId } = by;
  const known = nothingKnown();
  await readKnown(tx, [row], known);
  for (const { owner } of known.byAddress.values())
    if (owner && owner.id !== contact.id) throw exists('address', owner.id);
  const wanted = new Set(row.addresses.map(addressKey));
  const removed = contact.addresses.filter((each) => !wanted.has(addressKey(each))).map(({ id }) => id);
  if (removed.length > 0) await detachAddresses(tx, { workspaceId, now, addresses: removed });
  const returning = row.addresses.flatMap((each) => {
    const there = known.byAddress.get(addressKey(each));
    return there && there.contactId !== contact.id ? there.id : [];
  });
  if (returning.length > 0)
    await tx
      .update(addresses)
      // What was agreed to ended with the contact that had it.
      .set({ contactId: contact.id, confirmedAt: null, updatedAt: now })
      .where(inArray(addresses.id, returning));
  const added = row.addresses.filter((each) => !known.byAddress.has(addressKey(each)));
  if (added.length > 0)
    await tx.insert(addresses).values(
      added.map((each) => ({
        workspaceId,
        id: newId(),
        contactId: contact.id,
        ...each,
        createdAt: now,
        updatedAt: now,
      })),
    );
  if (row.confirmed) await confirmAll(tx, contact.id, now);
}

const confirmAll = (tx: Tx, contactId: string, now: Date) =>
  tx
    .update(addresses)
    .set({ confirmedAt: now, updatedAt: now })
    .where(and(eq(addresses.contactId, contactId), isNull(addresses.confirmedAt)));

/** Channels over which a contact may get something now, and might not before. */
function newlyConfirmed(before: ContactDetail, after: ContactDetail): Set<ChannelKind> {
  const could = new Set(before.addresses.flatMap(({ id, confirmed }) => (confirmed ? id : [])));
  return new Set(
    after.addresses.flatMap(({ id, confirmed, channel }) => (confirmed && !could.has(id) ? channel : [])),
  );
}

export const subjectOf = ({ name, addresses: [first] }: Pick<ContactDetail, 'name' | 'addresses'>): string =>
  name || first?.address || 'a contact without a name';

const subject = (contact: ContactDetail) => ({ subject: subjectOf(contact), contactId: contact.id });

const exists = (what: string, contactId: string): AppError =>
  new AppError('contact_exists', `Another contact has this ${what}.`, { details: { contact: contactId } });

const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { details: { field } });
