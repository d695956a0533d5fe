import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { findContact } from '#src/db/queries/contacts/detail.ts';
import { brands, contacts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { NO_CONTACT, subjectOf } from '#src/people/contacts.ts';
import {
  type BrandPreferences,
  clockOf,
  type ContactPreferences,
  minutesOf,
  type PreferencesChange,
} from '#src/shared/contact-preferences.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Chosen,
  endedBy,
  type PersonOfBrand,
  readPreferences,
  savePreferences,
  type Wanted,
} from './preferences.ts';
import type { Choices } from './timing.ts';

type By = { workspaceId: string; actor: Actor };
type Brand = { id: string; name: string };

/** Sources of the team’s own entries. Everything else the person has left themselves. */
const BY_THE_TEAM: ReadonlySet<string> = new Set(['team', 'api']);

/** What contacts get of each brand, as the team reads and changes it. The same as on the person's own page. */
export const createContactPreferences = ({ app, clock }: { app: Database; clock: Clock }) => ({
  /** @throws AppError not_found */
  read: (workspaceId: string, contactId: string): Promise<ContactPreferences> =>
    withTenant(app, workspaceId, async (tx) => {
      // Without a lock: the demo only reads.
      if (!(await findContact(tx, contactId))) throw new AppError('not_found', NO_CONTACT);
      const items: BrandPreferences[] = [];
      for (const brand of await brandsOf(tx))
        items.push(shown(brand, await readPreferences(tx, { workspaceId, contactId, brandId: brand.id })));
      return { items };
    }),

  /**
   * Holds for the next delivery that is claimed.
   * @throws AppError not_found; validation_failed, with the field, also where the person had unsubscribed themselves and
   *   no consent is given
   */
  change: (
    { workspaceId, actor }: By,
    contactId: string,
    form: PreferencesChange,
  ): Promise<BrandPreferences> =>
    withTenant(app, workspaceId, async (tx) => {
      const contact = await living(tx, contactId);
      const brand = (await brandsOf(tx)).find(({ id }) => id === form.brandId);
      if (!brand) throw new AppError('not_found', 'There is no such brand.');
      const person = { workspaceId, contactId, brandId: brand.id };
      const before = await readPreferences(tx, person);
      const wanted = wantedOf(form, before);
      await checkReturn(tx, person, wanted, form);
      const at = clock();
      await recordActivity(tx, {
        workspaceId,
        actor,
        action: 'contact.preferences_changed',
        subject: subjectOf(contact),
        contactId: contact.id,
        detail: { brand: brand.name, changes: changesIn(form).join(', ') },
        at,
      });
      await savePreferences(tx, person, wanted, {
        source: actor.kind === 'key' ? 'api' : 'team',
        at,
        ...(form.consent === undefined ? {} : form.consent),
      });
      return shown(brand, await readPreferences(tx, person));
    }),
});
export type ContactPreferencesService = ReturnType<typeof createContactPreferences>;

/** Locked to the end of the transaction against an erasure and a merge. */
async function living(tx: Tx, id: string) {
  await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.id, id), isNull(contacts.deletedAt)))
    .for('share');
  const contact = await findContact(tx, id);
  if (!contact) throw new AppError('not_found', NO_CONTACT);
  return contact;
}

const brandsOf = (tx: Tx): Promise<Brand[]> =>
  tx
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(isNull(brands.archivedAt))
    .orderBy(desc(brands.isDefault), asc(brands.createdAt));

const shown = (brand: Brand, { channels, topics, symbols, timing }: Chosen): BrandPreferences => ({
  brand,
  channels: channels.map(({ kind, on }) => ({ channel: kind, on })),
  topics,
  symbols: {
    all: timing.instruments === null,
    items: symbols.map((each) => ({ ...each, on: timing.instruments?.includes(each.id) ?? true })),
  },
  language: timing.language,
  timeZone: timing.timeZone,
  quiet: timing.quiet && { from: clockOf(timing.quiet.from), to: clockOf(timing.quiet.to) },
  quietDays: [...timing.quietDays],
  cadence: timing.cadence,
  digestHour: timing.digestHour,
  tracking: timing.tracked,
});

function wantedOf(form: PreferencesChange, before: Chosen): Wanted {
  const stranger = form.channels?.find((kind) => !before.channels.some((each) => each.kind === kind));
  if (stranger !== undefined)
    throw invalid('channels', 'This contact has no address for that channel. Add one first.');
  const offered = new Set(before.symbols.map(({ id }) => id));
  if (form.symbols?.some((id) => !offered.has(id)))
    throw invalid('symbols', 'Choose symbols that this brand’s rules are about.');
  return {
    channels: form.channels === undefined ? null : new Set(form.channels),
    topics: form.topics === undefined ? null : new Set<string>(form.topics),
    timing: timingOf(form, before.timing),
  };
}

/** Null where nothing of it is named. */
function timingOf(form: PreferencesChange, before: Choices): Choices | null {
  const { cadence, digestHour, language, quiet, quietDays, symbols, timeZone, tracking } = form;
  if (
    [cadence, digestHour, language, quiet, quietDays, symbols, timeZone, tracking].every(
      (value) => value === undefined,
    )
  )
    return null;
  return {
    cadence: cadence ?? before.cadence,
    digestHour: digestHour ?? before.digestHour,
    timeZone: timeZone ?? before.timeZone,
    language: language === undefined ? before.language : language,
    quiet:
      quiet === undefined ? before.quiet : quiet && { from: minutesOf(quiet.from), to: minutesOf(quiet.to) },
    quietDays: quietDays ?? before.quietDays,
    instruments: symbols === undefined ? before.instruments : symbols,
    tracked: tracking ?? before.tracked,
  };
}

/** Nobody is subscribed again by the team to what they have left themselves, unless their consent is written down. A topic is a choice and no consent. */
async function checkReturn(
  tx: Tx,
  person: PersonOfBrand,
  wanted: Wanted,
  { consent }: PreferencesChange,
): Promise<void> {
  if (consent !== undefined) return;
  const own = (await endedBy(tx, person, wanted)).filter(
    ({ source, topic }) => topic === null && !BY_THE_TEAM.has(source),
  );
  if (own.length > 0)
    throw invalid('consent', 'This person unsubscribed. Enter what they have agreed to since.');
}

const CHANGES: readonly (readonly [keyof PreferencesChange, string])[] = [
  ['channels', 'channels'],
  ['topics', 'topics'],
  ['symbols', 'symbols'],
  ['language', 'language'],
  ['quiet', 'quiet hours'],
  ['quietDays', 'days without alerts'],
  ['timeZone', 'time zone'],
  ['cadence', 'frequency'],
  ['digestHour', 'hour of the daily digest'],
  ['tracking', 'opens and clicks'],
];
function changesIn(form: PreferencesChange): string[] {
  const changes = CHANGES.flatMap(([field, words]) => (form[field] === undefined ? [] : [words]));
  if (changes.length === 0) throw invalid('brandId', 'Name at least one preference to change.');
  return changes;
}

const invalid = (field: string, sentence: string): AppError =>
  new AppError('validation_failed', sentence, { details: { field } });
