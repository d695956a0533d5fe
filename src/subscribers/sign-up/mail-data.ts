import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { suppressionOf } from '#src/db/queries/suppressions.ts';
import { leftBy, wholeChannel } from '#src/db/queries/unsubscriptions.ts';
import { addresses, audienceContacts, brands, contacts, signupForms, signUps } from '#src/db/schema.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Topic } from '#src/shared/topics.ts';
import { packIds, type Links, type Signer } from '../links.ts';
import type { SubscriberMailJob } from './deps.ts';
import { renderAlready, renderConfirm, renderWelcome } from './mails.ts';

export type SubscriberMailDeps = { clock: Clock; links: Links; signer: Signer; publicUrl: string };
/** A link of no alert is about no topic in particular. */
const TOPIC: Topic = 'other';

type Ready = {
  to: string;
  brand: { name: string; color: string };
  mail: () => Promise<{ subject: string; text: string; html: string }>;
  /** Of mails of the brand, not of those that ask for confirmation. */
  unsubscribeUrl: string | null;
};

/** What a sign-up's email is now; null where there is none to send any more, or the address is suppressed. */
export async function subscriberMail(
  tx: Tx,
  deps: SubscriberMailDeps,
  { workspaceId, signUpId, mail }: SubscriberMailJob,
): Promise<Ready | null> {
  const [row] = await tx
    .select({ signUp: signUps, form: signupForms, brand: { name: brands.name, color: brands.color } })
    .from(signUps)
    .innerJoin(
      signupForms,
      and(eq(signupForms.workspaceId, signUps.workspaceId), eq(signupForms.id, signUps.formId)),
    )
    .innerJoin(
      brands,
      and(eq(brands.workspaceId, signupForms.workspaceId), eq(brands.id, signupForms.brandId)),
    )
    .where(and(eq(signUps.workspaceId, workspaceId), eq(signUps.id, signUpId)));
  if (!row) return null;
  const { signUp, form, brand } = row;
  const to = signUp.address;
  const suppressed = await suppressionOf(tx, { workspaceId, channel: ACCOUNT_CHANNEL, address: to });
  // Whoever asked to be erased may sign up again; to all others nothing goes out.
  if (suppressed !== null && suppressed !== 'erased') return null;
  const person = await subscriberOf(tx, { workspaceId, address: to });
  const links = person && {
    preferences: deps.links.preferencesUrl({ ...person, workspaceId, brandId: form.brandId, topic: TOPIC }),
    unsubscribe: deps.links.unsubscribeUrl({ ...person, workspaceId, brandId: form.brandId, topic: TOPIC }),
  };
  if (mail === 'welcome') {
    if (!links || !signUp.confirmedAt) return null;
    const words = { subject: form.welcomeSubject, text: form.welcomeText };
    return { to, brand, mail: () => renderWelcome(brand, words, links), unsubscribeUrl: links.unsubscribe };
  }
  if (signUp.confirmedAt || signUp.expiresAt <= deps.clock()) return null;
  if (links && (await isSubscribed(tx, { workspaceId, ...person, form })))
    return { to, brand, mail: () => renderAlready(brand, links), unsubscribeUrl: links.unsubscribe };
  const url = `${deps.publicUrl}/s/confirm/${deps.signer.seal(packIds(workspaceId, signUpId))}`;
  return { to, brand, mail: () => renderConfirm(brand, url), unsubscribeUrl: null };
}

async function subscriberOf(
  tx: Tx,
  { workspaceId, address }: { workspaceId: string; address: string },
): Promise<{ contactId: string; addressId: string } | null> {
  const [row] = await tx
    .select({ contactId: addresses.contactId, addressId: addresses.id })
    .from(addresses)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .where(
      and(
        sql`${addresses.workspaceId} = ${workspaceId}::uuid and ${addresses.channel} = ${ACCOUNT_CHANNEL}
          and lower(${addresses.address}) = lower(${address}) and ${addresses.confirmedAt} is not null`,
        isNull(contacts.deletedAt),
      ),
    )
    .limit(1);
  return row ?? null;
}

async function isSubscribed(
  tx: Tx,
  {
    workspaceId,
    contactId,
    form,
  }: { workspaceId: string; contactId: string; form: typeof signupForms.$inferSelect },
): Promise<boolean> {
  const [inList] = await tx
    .select({ contactId: audienceContacts.contactId })
    .from(audienceContacts)
    .where(
      and(
        eq(audienceContacts.workspaceId, workspaceId),
        eq(audienceContacts.audienceId, form.audienceId),
        eq(audienceContacts.contactId, contactId),
      ),
    );
  if (!inList) return false;
  const left = wholeChannel(await leftBy(tx, { workspaceId, contactId }), ACCOUNT_CHANNEL);
  return !left.some(({ brandId }) => brandId === null || brandId === form.brandId);
}
