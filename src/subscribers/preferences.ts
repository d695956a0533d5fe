import { and, eq, ne } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Choice, comeBack, leave, leftBy } from '#src/db/queries/unsubscriptions.ts';
import { addresses, brands } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type Topic, TOPIC_NAMES } from '#src/shared/topics.ts';
import { findKnown, type Known } from './people.ts';
import type { Links } from './links.ts';
import { type OfferedSymbol, symbolsOf } from './symbols.ts';
import { type Choices, readTiming, saveTiming } from './timing.ts';

/** What a person gets of a brand. */
export type Preferences = {
  channels: { kind: ChannelKind; title: string; on: boolean }[];
  topics: { topic: Topic; on: boolean }[];
  timing: Choices;
  symbols: OfferedSymbol[];
};
/** What they want from now on: the ones named are on, every other is off. */
export type Wanted = {
  channels: ReadonlySet<string>;
  topics: ReadonlySet<string>;
  /** Null leaves it as it is. */
  timing: Choices | null;
};

type Left = Awaited<ReturnType<typeof leftBy>>[number];
const isWhole = ({ topic }: Left): boolean => topic === null;

export function createPreferences(deps: {
  app: Database;
  links: Links;
  clock: Clock;
  channelTitle: (kind: ChannelKind) => string;
}) {
  const channelsOf = async (tx: Tx, { workspaceId, contactId }: Known): Promise<ChannelKind[]> => {
    const rows = await tx
      .selectDistinct({ channel: addresses.channel })
      .from(addresses)
      .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.contactId, contactId)));
    return rows.map(({ channel }) => channel).toSorted();
  };

  return {
    find: (token: string): Promise<Known | null> => findKnown(deps, token),

    read: (known: Known): Promise<Preferences> =>
      withTenant(deps.app, known.workspaceId, async (tx) => {
        const left = (await leftBy(tx, known)).filter(
          ({ brandId }) => brandId === null || brandId === known.shownBrandId,
        );
        const off = (kind: ChannelKind): boolean =>
          left.some((row) => isWhole(row) && (row.channel === null || row.channel === kind));
        const brand = { ...known, brandId: known.shownBrandId };
        const timing = await readTiming(tx, brand);
        return {
          timing,
          symbols: await symbolsOf(tx, { ...brand, chosen: timing.instruments ?? [] }),
          channels: (await channelsOf(tx, known)).map((kind) => ({
            kind,
            title: deps.channelTitle(kind),
            on: !off(kind),
          })),
          topics: TOPIC_NAMES.map((topic) => ({ topic, on: !left.some((row) => row.topic === topic) })),
        };
      }),

    /** Holds for the next delivery that is claimed. */
    save: (known: Known, wanted: Wanted): Promise<void> =>
      withTenant(deps.app, known.workspaceId, async (tx) => {
        const at = deps.clock();
        const channels = await channelsOf(tx, known);
        const choices: Choice[] = [];
        if (channels.some((kind) => wanted.channels.has(kind)))
          choices.push(
            ...(await narrow(tx, known, { brandId: known.shownBrandId, source: 'preferences', at })),
          );
        const mine = (await leftBy(tx, known)).filter(({ brandId }) => brandId === known.shownBrandId);
        const isBack = (row: Left): boolean =>
          row.topic === null
            ? row.channel === null
              ? wanted.channels.size > 0
              : wanted.channels.has(row.channel)
            : wanted.topics.has(row.topic);
        const ids = mine.filter(isBack).map(({ id }) => id);
        choices.push(...(await comeBack(tx, known, { ids, source: 'preferences', at })));
        const brand = { brandId: known.shownBrandId, source: 'preferences', at } as const;
        for (const channel of channels)
          if (!wanted.channels.has(channel))
            choices.push(...(await leave(tx, known, { ...brand, channel, topic: null })));
        for (const topic of TOPIC_NAMES)
          if (!wanted.topics.has(topic))
            choices.push(...(await leave(tx, known, { ...brand, channel: null, topic })));
        if (wanted.timing)
          await saveTiming(tx, { ...personOf(known), brandId: known.shownBrandId }, wanted.timing, at);
        await recordChoices(tx, known.workspaceId, choices);
      }),
  };
}
export type PreferencesService = ReturnType<typeof createPreferences>;

type Person = { workspaceId: string; contactId: string };
const personOf = ({ workspaceId, contactId }: Known): Person => ({ workspaceId, contactId });
type Back = { brandId: string; source: 'preferences' | 'sign_up'; at: Date };

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
