import { and, eq, ne } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Choice, comeBack, leave, leftBy } from '#src/db/queries/unsubscriptions.ts';
import { addresses, brands } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type Topic, TOPIC_NAMES } from '#src/shared/topics.ts';
import { type ChatLink, hasChat, linkForPerson, type LinkTo, offerOf } from './chats/offers.ts';
import { findKnown, type Known } from './people.ts';
import type { Links } from './links.ts';
import { type OfferedSymbol, symbolsOf } from './symbols.ts';
import { type Choices, readTiming, saveTiming } from './timing.ts';

/** What a person gets of a brand. */
export type Chosen = {
  channels: { kind: ChannelKind; on: boolean }[];
  topics: { topic: Topic; on: boolean }[];
  timing: Choices;
  symbols: OfferedSymbol[];
};
/** The same as their page shows it. */
export type Preferences = Omit<Chosen, 'channels'> & {
  channels: { kind: ChannelKind; title: string; on: boolean }[];
  /** The app in which the brand has a bot that this person could add; null for none. */
  chat: string | null;
};
/** What they want from now on: the ones named are on, every other is off. Null leaves it as it is. */
export type Wanted = {
  channels: ReadonlySet<string> | null;
  topics: ReadonlySet<string> | null;
  timing: Choices | null;
};
/** A person, and the brand that it is about. */
export type PersonOfBrand = Person & { brandId: string };

type Left = Awaited<ReturnType<typeof leftBy>>[number];
const isWhole = ({ topic }: Left): boolean => topic === null;

async function channelsOf(tx: Tx, { workspaceId, contactId }: Person): Promise<ChannelKind[]> {
  const rows = await tx
    .selectDistinct({ channel: addresses.channel })
    .from(addresses)
    .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.contactId, contactId)));
  return rows.map(({ channel }) => channel).toSorted();
}

/** What a person has left of a brand, by itself or with every other. */
const leftOf = async (tx: Tx, person: PersonOfBrand): Promise<Left[]> =>
  (await leftBy(tx, person)).filter(({ brandId }) => brandId === null || brandId === person.brandId);

const isOff = (left: readonly Left[], kind: ChannelKind): boolean =>
  left.some((row) => isWhole(row) && (row.channel === null || row.channel === kind));

/** What holds for a person and a brand. */
export async function readPreferences(tx: Tx, person: PersonOfBrand): Promise<Chosen> {
  const left = await leftOf(tx, person);
  const timing = await readTiming(tx, person);
  return {
    timing,
    symbols: await symbolsOf(tx, { ...person, chosen: timing.instruments ?? [] }),
    channels: (await channelsOf(tx, person)).map((kind) => ({ kind, on: !isOff(left, kind) })),
    topics: TOPIC_NAMES.map((topic) => ({ topic, on: !left.some((row) => row.topic === topic) })),
  };
}

/** Who says so. `wording`: what the person agreed to, where it is written down for them. */
type Given = { source: 'preferences' | 'team' | 'api'; at: Date; wording?: string };

/** Whether a row ends by what is wanted. */
const isBack = (row: Left, { channels, topics }: Wanted): boolean => {
  if (row.topic !== null) return topics?.has(row.topic) ?? false;
  if (channels === null) return false;
  return row.channel === null ? channels.size > 0 : channels.has(row.channel);
};

/** Of what a person has left, what ends for a brand by what is wanted. */
export const endedBy = async (tx: Tx, person: PersonOfBrand, wanted: Wanted): Promise<Left[]> =>
  (await leftOf(tx, person)).filter(
    (row) => isBack(row, wanted) && (row.brandId === person.brandId || isWhole(row)),
  );

/** Holds for the next delivery that is claimed. */
export async function savePreferences(
  tx: Tx,
  person: PersonOfBrand,
  wanted: Wanted,
  given: Given,
): Promise<void> {
  const { workspaceId, contactId, brandId } = person;
  const who = { workspaceId, contactId };
  const channels = await channelsOf(tx, who);
  const choices: Choice[] = [];
  if (channels.some((kind) => wanted.channels?.has(kind)))
    choices.push(...(await narrow(tx, who, { ...given, brandId })));
  const ids = (await leftBy(tx, who))
    .filter((row) => row.brandId === brandId && isBack(row, wanted))
    .map(({ id }) => id);
  choices.push(...(await comeBack(tx, who, { ...given, ids })));
  const { source, at } = given;
  if (wanted.channels)
    for (const channel of channels)
      if (!wanted.channels.has(channel))
        choices.push(...(await leave(tx, who, { brandId, channel, topic: null, source, at })));
  if (wanted.topics)
    for (const topic of TOPIC_NAMES)
      if (!wanted.topics.has(topic))
        choices.push(...(await leave(tx, who, { brandId, channel: null, topic, source, at })));
  if (wanted.timing) await saveTiming(tx, { ...who, brandId }, wanted.timing, at);
  await recordChoices(tx, workspaceId, choices);
}

export function createPreferences(deps: {
  app: Database;
  links: Links;
  clock: Clock;
  channelTitle: (kind: ChannelKind) => string;
  /** A link to a brand's bot. */
  linkTo: LinkTo;
}) {
  const ofBrand = ({ workspaceId, contactId, shownBrandId }: Known): PersonOfBrand => ({
    workspaceId,
    contactId,
    brandId: shownBrandId,
  });
  return {
    find: (token: string): Promise<Known | null> => findKnown(deps, token),

    read: (known: Known): Promise<Preferences> =>
      withTenant(deps.app, known.workspaceId, async (tx) => {
        const chosen = await readPreferences(tx, ofBrand(known));
        const titled = chosen.channels.map((each) => ({ ...each, title: deps.channelTitle(each.kind) }));
        const { shownBrandId: brandId, contactId, workspaceId } = known;
        const offer = await offerOf(tx, { workspaceId, brandId }, deps.clock());
        const isOpen = offer !== null && !(await hasChat(tx, contactId, offer));
        return { ...chosen, channels: titled, chat: isOpen ? deps.channelTitle(offer.channel) : null };
      }),

    /** A link that adds a chat to the person, which they still confirm there; null where there is nothing to add. */
    chatLink: ({ workspaceId, contactId, shownBrandId, hint }: Known): Promise<ChatLink | null> =>
      withTenant(deps.app, workspaceId, (tx) =>
        linkForPerson(
          tx,
          { workspaceId, brandId: shownBrandId, contactId, hint },
          { linkTo: deps.linkTo, now: deps.clock() },
        ),
      ),

    save: (known: Known, wanted: Wanted): Promise<void> =>
      withTenant(deps.app, known.workspaceId, (tx) =>
        savePreferences(tx, ofBrand(known), wanted, { source: 'preferences', at: deps.clock() }),
      ),
  };
}
export type PreferencesService = ReturnType<typeof createPreferences>;

type Person = { workspaceId: string; contactId: string };
type Back = { brandId: string; source: 'preferences' | 'sign_up' | 'team' | 'api' | 'chat'; at: Date };

/** Whoever had left everything and comes back to one brand comes back to no other. */
async function narrow(tx: Tx, person: Person, { brandId, source, at }: Back): Promise<Choice[]> {
  const everywhere = (await leftBy(tx, person)).filter((row) => row.brandId === null && isWhole(row));
  if (everywhere.length === 0) return [];
  const choices: Choice[] = [];
  const all = await tx
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.workspaceId, person.workspaceId), ne(brands.id, brandId)));
  await comeBack(tx, person, { ids: everywhere.map(({ id }) => id), source, at, narrowed: true });
  for (const row of everywhere)
    for (const id of [brandId, ...all.map((brand) => brand.id)])
      choices.push(
        ...(await leave(tx, person, {
          brandId: id,
          channel: row.channel,
          topic: null,
          source: row.source,
          at,
        })),
      );
  return choices;
}

/**
 * A person asks for a brand's alerts over a channel. Topics they have left stay left.
 * @returns what the ledger has to record
 */
export async function comeBackToBrand(
  tx: Tx,
  person: Person,
  back: Back & { channel: ChannelKind },
): Promise<Choice[]> {
  const choices = await narrow(tx, person, back);
  const ids = (await leftBy(tx, person))
    .filter((row) => row.brandId === back.brandId && isWhole(row))
    .filter((row) => row.channel === null || row.channel === back.channel)
    .map(({ id }) => id);
  return [...choices, ...(await comeBack(tx, person, { ids, source: back.source, at: back.at }))];
}
