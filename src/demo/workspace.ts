import { eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import {
  addresses,
  audienceContacts,
  audiences,
  consents,
  contacts,
  contactTags,
  demoReplay,
  instruments,
  members,
  routes,
  routeTargets,
  rules,
  subscriptions,
  users,
  workspaces,
} from '#src/db/schema.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { withTenant } from '#src/db/tenant.ts';
import { makeDemoBrands } from './brands.ts';
import { findRecorded } from '#src/engine/market/csv/recorded.ts';
import { DEMO_PERSON, DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** Addresses of a reserved domain. Nothing is emailed to them (sink.ts). */
const READERS = ['traders@demo.example', 'research@demo.example'];
/** Made-up people to look at, in no list that a rule sends to. */
const PEOPLE = [
  { name: 'Amelia Hart', language: 'en', country: 'GB', tags: ['vip', 'symbol:spx'] },
  { name: 'Bastian Kühn', language: 'de', country: 'DE', tags: ['trial', 'symbol:dax'] },
  { name: 'Chiara Rossi', language: 'it', country: 'IT', tags: ['topic:earnings'] },
  { name: 'Daniel Okafor', language: 'en', country: 'NG', tags: ['vip'] },
  { name: 'Elif Demir', language: 'tr', country: 'TR', tags: ['trial'] },
  { name: 'Franziska Vogel', language: 'de', country: 'AT', tags: ['vip', 'topic:earnings'] },
  { name: 'Grace Lindqvist', language: 'en', country: 'SE', tags: ['symbol:spx'] },
  { name: 'Hugo Laurent', language: 'fr', country: 'FR', tags: ['trial', 'symbol:spx'] },
] as const;
const CONSENT = 'Send me market alerts by email.';

/** The recorded series, under an instrument of its own so that its bars don't trigger customers' rules. */
export const DEMO_SERIES = 'sp500';
export const DEMO_INSTRUMENT_ID = '01900000-0000-7000-8000-0000000000d5';
const SYMBOL = 'SPX.REC';

/** The demo's rules. The replay looks them up by name, so names are unique. `inBoth`: in both brands. */
export const DEMO_RULES = [
  { name: 'S&P 500 moves 2% or more in a day', condition: 'big_move(2)', inBoth: false },
  { name: 'S&P 500 moves 5% or more in a day', condition: 'big_move(5)', inBoth: true },
  { name: 'S&P 500 opens 1% or more away from its close', condition: 'gap(1)', inBoth: false },
] as const;

/** Nobody can sign in as the demo's owner. */
const FOR_EVER = new Date('9999-12-31T00:00:00Z');

/**
 * Creates the demo's workspace unless it exists: an owner nobody can sign in as, two brands, readers, rules with a route to them, an
 * unlimited plan and the replay's state, in one transaction. Safe to run in several processes at once.
 */
export async function ensureDemoWorkspace(db: { app: Database; system: Database }, now: Date): Promise<void> {
  const series = findRecorded(DEMO_SERIES);
  if (!series) throw new Error(`There is no recorded series ${DEMO_SERIES}.`);
  await db.system
    .insert(instruments)
    .values({
      id: DEMO_INSTRUMENT_ID,
      symbol: SYMBOL,
      name: series.name,
      currency: series.currency,
      timeZone: series.timeZone,
      createdAt: now,
    })
    .onConflictDoNothing();
  const workspaceId = DEMO_WORKSPACE_ID;
  await withTenant(db.app, workspaceId, async (tx) => {
    const made = await tx
      .insert(workspaces)
      .values({ id: workspaceId, name: 'Demo workspace', accountType: 'company', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: workspaces.id });
    if (made.length === 0) return;
    await tx
      .insert(users)
      .values({
        id: DEMO_PERSON.id,
        email: DEMO_PERSON.email,
        emailConfirmedAt: now,
        bannedUntil: FOR_EVER,
        userMetadata: { first_name: DEMO_PERSON.firstName, last_name: DEMO_PERSON.lastName },
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing();
    await tx.insert(members).values({ workspaceId, userId: DEMO_PERSON.id, role: 'owner', createdAt: now });
    await tx.insert(subscriptions).values({
      workspaceId,
      id: newId(),
      userId: DEMO_PERSON.id,
      planId: 'enterprise',
      plan: 'Enterprise Plan',
      status: 'Active',
      createdAt: now,
      updatedAt: now,
    });
    const { first: brandId, second } = await makeDemoBrands(tx, { workspaceId, now });
    const audience = { workspaceId, createdAt: now, updatedAt: now };
    const readersId = newId();
    await tx.insert(audiences).values([
      { ...audience, id: workspaceId, name: 'Members', kind: 'members' },
      { ...audience, id: readersId, name: 'Readers', kind: 'list' },
      {
        ...audience,
        id: newId(),
        name: 'German-speaking',
        kind: 'filter',
        filter: { languages: ['de'] },
      },
      { ...audience, id: newId(), name: 'S&P 500 followers', kind: 'filter', filter: { symbols: ['spx'] } },
    ]);
    for (const address of READERS) {
      const contactId = newId();
      await tx.insert(contacts).values({ workspaceId, id: contactId, createdAt: now, updatedAt: now });
      await tx.insert(addresses).values({
        workspaceId,
        id: newId(),
        contactId,
        channel: ACCOUNT_CHANNEL,
        address,
        confirmedAt: now,
        createdAt: now,
        updatedAt: now,
      });
      await tx
        .insert(audienceContacts)
        .values({ workspaceId, audienceId: readersId, contactId, addedAt: now });
    }
    for (const { name, language, country, tags } of PEOPLE) {
      const contactId = newId();
      const made = { workspaceId, createdAt: now, updatedAt: now };
      await tx.insert(contacts).values({ ...made, id: contactId, name, language, country });
      const address = `${name.split(' ')[0]?.toLowerCase() ?? ''}@demo.example`;
      const channel = ACCOUNT_CHANNEL;
      await tx
        .insert(addresses)
        .values({ ...made, id: newId(), contactId, channel, address, confirmedAt: now });
      await tx.insert(contactTags).values(tags.map((tag) => ({ workspaceId, contactId, tag })));
      await tx.insert(consents).values({
        workspaceId,
        id: newId(),
        contactId,
        brandId,
        channel,
        kind: 'given',
        source: 'form',
        wording: CONSENT,
        at: now,
      });
    }
    for (const { inBoth, ...rule } of DEMO_RULES) {
      const ruleId = newId();
      await tx.insert(rules).values({
        workspaceId,
        id: ruleId,
        ...rule,
        instrumentId: DEMO_INSTRUMENT_ID,
        timeframe: series.timeframe,
        state: 'active',
        createdAt: now,
        updatedAt: now,
      });
      for (const [position, to] of (inBoth ? [brandId, second] : [brandId]).entries()) {
        const routeId = newId();
        const route = { workspaceId, id: routeId, ruleId, position, brandId: to, approval: 'auto' as const };
        await tx.insert(routes).values({ ...route, createdAt: now, updatedAt: now });
        await tx.insert(routeTargets).values({ workspaceId, id: newId(), routeId, audienceId: readersId });
      }
    }
    await tx.insert(demoReplay).values({ workspaceId, createdAt: now });
  });
}

/** Notes a visitor, which speeds up the replay for a while. */
export async function noteWatched(app: Database, now: Date): Promise<void> {
  await withTenant(app, DEMO_WORKSPACE_ID, (tx) =>
    tx.update(demoReplay).set({ watchedAt: now }).where(eq(demoReplay.workspaceId, DEMO_WORKSPACE_ID)),
  );
}
