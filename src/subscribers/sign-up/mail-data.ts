import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { linkOrigin } from '#src/db/queries/link-hosts.ts';
import { suppressionOf } from '#src/db/queries/suppressions.ts';
import { leftBy, wholeChannel } from '#src/db/queries/unsubscriptions.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { addresses, audienceContacts, brands, contacts, signupForms, signUps } from '#src/db/schema.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Topic } from '#src/shared/topics.ts';
import type { Links, Signer } from '../links.ts';
import { packIds } from '../packed-ids.ts';
import { LOOK_COLUMNS, lookOf } from '../look.ts';
import type { SubscriberMailJob } from './deps.ts';
import { mailLanguage } from './mail-words.ts';
import { renderAlready, renderConfirm, renderWelcome } from './mails.ts';

export type SubscriberMailDeps = { clock: Clock; links: Links; signer: Signer; publicUrl: string };
/** A link of no alert is about no topic in particular. */
const TOPIC: Topic = 'other';

type Ready = {
  to: string;
  brand: { id: string; name: string };
  mail: () => Promise<Prepared>;
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
    .select({ signUp: signUps, form: signupForms, brand: LOOK_COLUMNS })
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
  const { signUp, form } = row;
  const to = signUp.address;
  const suppressed = await suppressionOf(tx, { workspaceId, channel: ACCOUNT_CHANNEL, address: to });
  // Whoever asked to be erased may sign up again; to all others nothing goes out.
  if (suppressed !== null && suppressed !== 'erased') return null;
  const person = await subscriberOf(tx, { workspaceId, address: to });
  const of = person && { ...person, workspaceId, brandId: form.brandId, topic: TOPIC };
  const { publicUrl } = deps;
  const origin = await linkOrigin(tx, { workspaceId, brandId: form.brandId, publicUrl }, deps.clock());
  const urls = of && deps.links.urlsOf(of, origin);
  const ways = urls && { preferences: urls.preferencesUrl, unsubscribe: urls.unsubscribeUrl };
  const { entitlements } = await workspacePlan(tx, deps.clock());
  const look = lookOf(row.brand, entitlements);
  // What the person chose comes before what their browser asked for.
  const language = mailLanguage(person?.language ?? signUp.language);
  const common = { to, brand: { id: form.brandId, name: look.name } };
  if (mail === 'welcome') {
    if (!ways || !signUp.confirmedAt) return null;
    const words = { subject: form.welcomeSubject, text: form.welcomeText, ways };
    const welcome = () => renderWelcome(look, language, words);
    return { ...common, mail: welcome, unsubscribeUrl: ways.unsubscribe };
  }
  if (signUp.confirmedAt || signUp.expiresAt <= deps.clock()) return null;
  if (ways && person && (await isSubscribed(tx, { workspaceId, ...person, form })))
    return {
      ...common,
      mail: () => renderAlready(look, language, ways),
      unsubscribeUrl: ways.unsubscribe,
    };
  const url = `${origin}/s/confirm/${deps.signer.seal(packIds(workspaceId, signUpId))}`;
  return { ...common, mail: () => renderConfirm(look, language, url), unsubscribeUrl: null };
}

async function subscriberOf(
  tx: Tx,
  { workspaceId, address }: { workspaceId: string; address: string },
): Promise<{ contactId: string; addressId: string; language: string | null } | null> {
  const [row] = await tx
    .select({ contactId: addresses.contactId, addressId: addresses.id, language: contacts.language })
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
