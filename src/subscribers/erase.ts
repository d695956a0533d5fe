import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { eraseSuppressed } from '#src/db/queries/suppressions.ts';
import {
  addresses,
  audienceContacts,
  consents,
  contacts,
  contactTags,
  deliveryReactions,
  preferences,
  signUps,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { erasePerson } from '#src/ledger/people.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { forgetTraces } from './traces.ts';

type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };

export const NO_CONTACT = 'There is no such contact.';

/**
 * Erases a person on request: nothing that identifies them is left in contacts, addresses, consents, sign-ups and the
 * server's answers, and the ledger's key to them is destroyed. What was sent, counts and the ledger's chain stay. Their
 * addresses stay suppressed by a keyed hash, so that an import doesn't bring the person back.
 */
export const createErasure = (deps: { app: Database; clock: Clock }) => ({
  /** Doing it again changes nothing. @throws AppError not_found; validation_failed for a member */
  erase: ({ workspaceId, actor, keepAnswer }: By, id: string): Promise<void> =>
    withTenant(deps.app, workspaceId, async (tx) => {
      const at = deps.clock();
      const [contact] = await tx
        .select()
        .from(contacts)
        .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, id)))
        .for('update');
      if (!contact) throw new AppError('not_found', NO_CONTACT);
      if (contact.userId !== null)
        throw new AppError(
          'validation_failed',
          'A member can’t be erased. Remove them from the team first.',
          {
            details: { field: 'id' },
          },
        );
      if (contact.erasedAt === null) await eraseAll(tx, { workspaceId, actor, id, at });
      await keepAnswer?.(tx, 204, null);
    }),
});
export type Erasure = ReturnType<typeof createErasure>;

async function eraseAll(
  tx: Tx,
  { workspaceId, actor, id, at }: { workspaceId: string; actor: Actor; id: string; at: Date },
): Promise<void> {
  // With the contacts that became part of this one.
  const parts = await tx
    .select({ id: contacts.id, name: contacts.name, externalId: contacts.externalId })
    .from(contacts)
    .where(
      and(eq(contacts.workspaceId, workspaceId), or(eq(contacts.id, id), sql`merged_into = ${id}::uuid`)),
    );
  const ids = parts.map((part) => part.id);
  const names = parts
    .flatMap(({ name, externalId }) => [name, externalId ?? ''])
    .filter((text) => text !== '');
  const known = await tx
    .select({ channel: addresses.channel, address: addresses.address })
    .from(addresses)
    .where(and(eq(addresses.workspaceId, workspaceId), inArray(addresses.contactId, ids)));
  for (const { channel, address } of known) {
    await eraseSuppressed(tx, { workspaceId, channel, address }, { at, by: actor.name });
    await tx
      .delete(signUps)
      .where(sql`workspace_id = ${workspaceId}::uuid and lower(address) = lower(${address})`);
  }
  await tx.delete(signUps).where(and(eq(signUps.workspaceId, workspaceId), inArray(signUps.contactId, ids)));
  await forgetChats(tx, workspaceId, ids);
  await forgetTraces(tx, { workspaceId, ids, addresses: known.map(({ address }) => address), names });
  for (const table of [contactTags, audienceContacts, preferences, deliveryReactions])
    await tx.delete(table).where(and(eq(table.workspaceId, workspaceId), inArray(table.contactId, ids)));
  await tx
    .update(consents)
    .set({ ip: null })
    .where(and(eq(consents.workspaceId, workspaceId), inArray(consents.contactId, ids)));
  // Before the addresses: what identifies them is in no index of words after it.
  await tx
    .update(contacts)
    .set({
      name: '',
      externalId: null,
      language: null,
      timeZone: null,
      country: null,
      receives: 'nothing',
      deletedAt: sql`coalesce(${contacts.deletedAt}, ${at.toISOString()}::timestamptz)`,
      erasedAt: at,
      updatedAt: at,
    })
    .where(and(eq(contacts.workspaceId, workspaceId), inArray(contacts.id, ids)));
  await tx
    .update(addresses)
    .set({ address: sql`'erased ' || ${addresses.id}`, sealed: null, confirmedAt: null, updatedAt: at })
    .where(and(eq(addresses.workspaceId, workspaceId), inArray(addresses.contactId, ids)));
  await tellNearLimit(tx, workspaceId, at);
  await recordActivity(tx, { workspaceId, actor, action: 'contact.erased', subject: 'a contact', at });
  // Last: it holds the workspace's chain until the transaction ends.
  for (const each of ids) await erasePerson(tx, each, at);
}

/** What bots asked them, with the name that they had there. */
async function forgetChats(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const list = sql.param([...ids]);
  await tx.execute(sql`
    delete from reader_chats r where r.workspace_id = ${workspaceId}::uuid and (r.contact_id = any(${list}::uuid[])
       or r.address in (select a.address from addresses a
                         where a.workspace_id = r.workspace_id and a.contact_id = any(${list}::uuid[])))`);
  await tx.execute(sql`
    delete from reader_links where workspace_id = ${workspaceId}::uuid and contact_id = any(${list}::uuid[])`);
}
