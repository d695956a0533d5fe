import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { liftByPerson } from '#src/db/queries/suppressions.ts';
import type { Choice } from '#src/db/queries/unsubscriptions.ts';
import { addresses, brands, consents, contacts, signupForms, signUps } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import { recordConsent } from '#src/ledger/consent.ts';
import { joinList } from '#src/people/join-list.ts';
import { roomForContacts } from '#src/people/room.ts';
import { count, takeAll } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { SIGN_UP_DAYS } from '#src/shared/signup-forms.ts';
import { packIds, unpackIds } from '../packed-ids.ts';
import { type ChatLink, linkForPerson, offerOf } from '../chats/offers.ts';
import { formToken } from '../chats/tokens.ts';
import { type Look, LOOK_COLUMNS, lookOf } from '../look.ts';
import { hintOf } from '../people.ts';
import { comeBackToBrand } from '../preferences.ts';
import type { SignUpDeps } from './deps.ts';

/** A form as readers see it. */
export type OpenForm = {
  /** What it is known by in addresses. */
  key: string;
  workspaceId: string;
  id: string;
  brandId: string;
  look: Look;
  name: string;
  title: string;
  intro: string;
  consent: string;
  button: string;
  asksName: boolean;
  closed: boolean;
  /** Subscribes in a chat instead; null where the brand has no bot. */
  chat: ChatLink | null;
};

export type SignUpValues = {
  address: string;
  name: string;
  ip: string | null;
  /** What the browser asks for first, of the languages that our emails are written in. */
  language: string | null;
};
type Waiting = { workspaceId: string; id: string };

const DAY_MS = 86_400_000;
/** Sign-ups are kept for so long after they end, so that a second click says what happened. */
const KEPT_DAYS = 30;
const PER_NETWORK = { scope: 'sign-up-network', max: 20, seconds: 3_600 };
const PER_WORKSPACE = { scope: 'sign-up-workspace', max: 2_000, seconds: 3_600 };
const PER_ADDRESS = { scope: 'sign-up-address', max: 3, seconds: 86_400 };

/**
 * Signing up by a form: an email asks to confirm, and only the confirmation makes a contact. Whatever is typed, the
 * answer is the same, so that nobody learns who is subscribed.
 */
export function createSignUps(deps: SignUpDeps) {
  const read = (tx: Tx, workspaceId: string, id: string) =>
    tx
      .select({ form: signupForms, brand: LOOK_COLUMNS })
      .from(signupForms)
      .innerJoin(
        brands,
        and(eq(brands.workspaceId, signupForms.workspaceId), eq(brands.id, signupForms.brandId)),
      )
      .where(
        and(eq(signupForms.workspaceId, workspaceId), eq(signupForms.id, id), isNull(signupForms.deletedAt)),
      );

  async function openForm(tx: Tx, workspaceId: string, id: string): Promise<OpenForm | null> {
    const [row] = await read(tx, workspaceId, id);
    if (!row) return null;
    const { form, brand } = row;
    const now = deps.clock();
    const { standing, entitlements } = await workspacePlan(tx, now);
    const closed = form.closedAt !== null || standing === 'read_only';
    const offer = closed ? null : await offerOf(tx, form, now);
    return {
      key: packIds(workspaceId, id),
      workspaceId,
      id,
      brandId: form.brandId,
      look: lookOf(brand, entitlements),
      name: form.name,
      title: form.title,
      intro: form.intro,
      consent: form.consent,
      button: form.button,
      asksName: form.asksName,
      closed,
      chat: offer && deps.linkTo(offer, formToken(id)),
    };
  }

  async function waitingOf(token: string): Promise<Waiting | null> {
    const [workspaceId, id] = unpackIds(deps.signer.open(token) ?? '', 2) ?? [];
    return workspaceId && id ? { workspaceId, id } : null;
  }

  return {
    /** @param key the last part of the form's address */
    find: async (key: string): Promise<OpenForm | null> => {
      const [workspaceId, id] = unpackIds(key, 2) ?? [];
      if (!workspaceId || !id) return null;
      return withTenant(deps.app, workspaceId, (tx) => openForm(tx, workspaceId, id));
    },

    /** Takes a sign-up. @returns 0, or the seconds until one is taken again from this network or for this workspace */
    submit: async (form: OpenForm, { address, name, ip, language }: SignUpValues): Promise<number> => {
      const network = networkOf(ip);
      const seconds = await takeAll(deps.limits, [
        ...(network === null ? [] : [{ ...PER_NETWORK, key: network }]),
        { ...PER_WORKSPACE, key: form.workspaceId },
      ]);
      if (seconds > 0) return seconds;
      const key = `${form.workspaceId} ${address.toLowerCase()}`;
      // Too many to one address: nothing is sent, and nothing says so.
      if (!(await count(deps.limits, { ...PER_ADDRESS, key })).within) return 0;
      const at = deps.clock();
      await withTenant(deps.app, form.workspaceId, async (tx) => {
        const old = new Date(at.getTime() - KEPT_DAYS * DAY_MS);
        await tx
          .delete(signUps)
          .where(and(eq(signUps.workspaceId, form.workspaceId), lt(signUps.expiresAt, old)));
        const id = newId();
        await tx.insert(signUps).values({
          workspaceId: form.workspaceId,
          id,
          formId: form.id,
          address,
          name,
          ip,
          consent: form.consent,
          language,
          at,
          expiresAt: new Date(at.getTime() + SIGN_UP_DAYS * DAY_MS),
        });
        await deps.enqueue(tx, 'subscriber-mail', {
          workspaceId: form.workspaceId,
          signUpId: id,
          mail: 'confirm',
        });
      });
      return 0;
    },

    /** What a confirmation link is for; null where it is none of ours. Changes nothing. */
    waiting: async (
      token: string,
    ): Promise<{ form: OpenForm; state: 'open' | 'confirmed' | 'expired' } | null> => {
      const which = await waitingOf(token);
      if (!which) return null;
      return withTenant(deps.app, which.workspaceId, async (tx) => {
        const [row] = await tx.select().from(signUps).where(isSignUp(which));
        const form = row && (await openForm(tx, which.workspaceId, row.formId));
        if (!row || !form) return null;
        if (row.confirmedAt) return { form, state: 'confirmed' };
        return { form, state: row.expiresAt > deps.clock() ? 'open' : 'expired' };
      });
    },

    /** What the person of a confirmed sign-up is known by on pages of the brand; null where there is none. */
    reader: async (token: string): Promise<string | null> => {
      const which = await waitingOf(token);
      const { links } = deps;
      if (!which || !links) return null;
      const { workspaceId } = which;
      return withTenant(deps.app, workspaceId, async (tx) => {
        const [row] = await tx
          .select({ contactId: addresses.contactId, addressId: addresses.id, brandId: signupForms.brandId })
          .from(signUps)
          .innerJoin(
            signupForms,
            and(eq(signupForms.workspaceId, signUps.workspaceId), eq(signupForms.id, signUps.formId)),
          )
          .innerJoin(
            addresses,
            sql`${addresses.workspaceId} = ${workspaceId}::uuid and ${addresses.channel} = ${ACCOUNT_CHANNEL}
              and lower(${addresses.address}) = lower(${signUps.address})`,
          )
          .where(and(isSignUp(which), isNotNull(signUps.confirmedAt)));
        // A link of no alert is about no topic in particular.
        return row ? links.tokenOf({ workspaceId, ...row, topic: 'other' }) : null;
      });
    },

    /** Confirms the address. Doing it again changes nothing. `full`: the workspace can have no more contacts. */
    confirm: async (token: string): Promise<'confirmed' | 'expired' | 'full' | null> => {
      const which = await waitingOf(token);
      if (!which) return null;
      const { workspaceId } = which;
      return withTenant(deps.app, workspaceId, async (tx) => {
        const at = deps.clock();
        const [row] = await tx.select().from(signUps).where(isSignUp(which)).for('update');
        const found = row && (await read(tx, workspaceId, row.formId))[0];
        if (!row || !found) return null;
        if (row.confirmedAt) return 'confirmed';
        if (row.expiresAt <= at) return 'expired';
        const contactId = await contactFor(tx, { ...which, ...row, at });
        if (contactId === null) return 'full';
        const back = await subscribe(tx, { workspaceId, contactId, row, form: found.form, at });
        await tx.update(signUps).set({ confirmedAt: at, contactId }).where(isSignUp(which));
        await deps.enqueue(tx, 'subscriber-mail', { workspaceId, signUpId: which.id, mail: 'welcome' });
        // Last: the workspace's chain is locked from here on.
        await recordChoices(tx, workspaceId, back);
        await recordConsent(tx, {
          workspaceId,
          contactId,
          at,
          kind: 'given',
          source: 'form',
          brandId: found.form.brandId,
          channel: ACCOUNT_CHANNEL,
          wording: row.consent,
          ip: row.ip,
        });
        return 'confirmed';
      });
    },

    /** Adds a chat to the person who has confirmed; null where the brand has no bot, or they have it. */
    chatLink: async (token: string): Promise<ChatLink | null> => {
      const which = await waitingOf(token);
      if (!which) return null;
      const { workspaceId } = which;
      return withTenant(deps.app, workspaceId, async (tx) => {
        const [row] = await tx.select().from(signUps).where(isSignUp(which));
        const found = row && (await read(tx, workspaceId, row.formId))[0];
        if (!row?.contactId || !found) return null;
        const { brandId } = found.form;
        const person = { workspaceId, brandId, contactId: row.contactId, hint: hintOf(row.address) };
        return linkForPerson(tx, person, { linkTo: deps.linkTo, now: deps.clock() });
      });
    },
  };
}
export type SignUps = ReturnType<typeof createSignUps>;

const isSignUp = ({ workspaceId, id }: Waiting) =>
  and(eq(signUps.workspaceId, workspaceId), eq(signUps.id, id));

/** The contact with the confirmed address, made where there is none. @returns null where the plan has no room */
async function contactFor(
  tx: Tx,
  {
    workspaceId,
    address,
    name,
    language,
    at,
  }: Pick<typeof signUps.$inferSelect, 'workspaceId' | 'address' | 'name' | 'language' | 'at'>,
): Promise<string | null> {
  // From here to the end, contacts of the workspace change one after the other.
  const room = await roomForContacts(tx, workspaceId, at);
  const [known] = await tx
    .select({
      id: addresses.id,
      contactId: addresses.contactId,
      name: contacts.name,
      deletedAt: contacts.deletedAt,
      receives: contacts.receives,
    })
    .from(addresses)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .where(
      sql`${addresses.workspaceId} = ${workspaceId}::uuid and ${addresses.channel} = ${ACCOUNT_CHANNEL}
        and lower(${addresses.address}) = lower(${address})`,
    )
    .limit(1);
  const isLiving = known && known.deletedAt === null && known.receives !== 'nothing';
  const contactId = isLiving ? known.contactId : newId();
  if (!isLiving) {
    if (room.left < 1) return null;
    await tx
      .insert(contacts)
      .values({ workspaceId, id: contactId, name, language, createdAt: at, updatedAt: at });
    await tellNearLimit(tx, workspaceId, at);
  } else if (known.name === '' && name !== '') {
    await tx
      .update(contacts)
      .set({ name, updatedAt: at })
      .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, contactId)));
  }
  if (known)
    await tx
      .update(addresses)
      .set({
        contactId,
        confirmedAt: isLiving
          ? sql`coalesce(${addresses.confirmedAt}, ${at.toISOString()}::timestamptz)`
          : at,
        updatedAt: at,
      })
      .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.id, known.id)));
  else
    await tx.insert(addresses).values({
      workspaceId,
      id: newId(),
      contactId,
      channel: ACCOUNT_CHANNEL,
      address,
      confirmedAt: at,
      createdAt: at,
      updatedAt: at,
    });
  return contactId;
}

/** The list, the consent, and whatever stood in the way of the brand's alerts. @returns what the person came back to */
async function subscribe(
  tx: Tx,
  {
    workspaceId,
    contactId,
    row,
    form,
    at,
  }: {
    workspaceId: string;
    contactId: string;
    row: typeof signUps.$inferSelect;
    form: typeof signupForms.$inferSelect;
    at: Date;
  },
): Promise<Choice[]> {
  await joinList(tx, { workspaceId, contactId }, { audienceId: form.audienceId, at });
  const back = await comeBackToBrand(
    tx,
    { workspaceId, contactId },
    { brandId: form.brandId, channel: ACCOUNT_CHANNEL, source: 'sign_up', at },
  );
  await tx.insert(consents).values({
    workspaceId,
    id: newId(),
    contactId,
    brandId: form.brandId,
    channel: ACCOUNT_CHANNEL,
    kind: 'given',
    source: 'form',
    wording: row.consent,
    ip: row.ip,
    at,
  });
  await liftByPerson(tx, { workspaceId, channel: ACCOUNT_CHANNEL, address: row.address }, at);
  return back;
}
