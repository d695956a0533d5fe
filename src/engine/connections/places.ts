import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { placeOrigin } from '#src/db/queries/link-hosts.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { destinations, publicPlaces } from '#src/db/schema.ts';
import { violates } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Destination, DestinationForm } from '#src/shared/connections.ts';
import { AppError } from '#src/shared/errors.ts';
import { publicPlaceUrl } from '#src/shared/public-places.ts';
import type { Channel } from '../channels/channel.ts';
import { findChannel } from '../channels/registry.ts';

type Row = typeof destinations.$inferSelect;
type Place = { workspaceId: string; connectionId: string; at: Date };

/** So many names a workspace may have taken, those it gave up among them. */
const NAMES_MAX = 200;

export const placesOf = (tx: Tx, connectionId: string): Promise<Row[]> =>
  tx
    .select()
    .from(destinations)
    .where(and(eq(destinations.connectionId, connectionId), isNull(destinations.deletedAt)))
    .orderBy(asc(destinations.createdAt), asc(destinations.id));

/** The place that comes with a connection; null where its places are added one by one. */
export function placeWith(
  { destination }: Pick<Channel, 'destination'>,
  form: { name: string; settings: Readonly<Record<string, string>> },
): DestinationForm | null {
  const address = destination?.only ?? (destination?.from && form.settings[destination.from]);
  return address ? { name: form.name, address } : null;
}

/** @throws AppError name_taken where the connection has it, or for a public one, anyone else */
export async function insertPlace(
  tx: Tx,
  channel: Channel,
  { workspaceId, connectionId, at, form: { name, address } }: Place & { form: DestinationForm },
): Promise<Row[]> {
  const id = newId();
  const row = { workspaceId, id, connectionId, name, address, createdAt: at, updatedAt: at };
  const made = await tx
    .transaction((inner) => inner.insert(destinations).values(row).returning())
    .catch((error: unknown) => {
      if (violates(error, 'destinations_once'))
        throw new AppError('name_taken', 'This connection has that place already.', { cause: error });
      throw error;
    });
  if (channel.destination?.isPublic)
    await takeName(tx, channel, { workspaceId, slug: address, destinationId: id, at });
  return made;
}

/** A connection that is one place calls it as its form does. */
export async function renamePlace(
  tx: Tx,
  channel: Channel,
  { workspaceId, connectionId, at, settings }: Place & { settings: Readonly<Record<string, string>> },
): Promise<void> {
  const { from } = channel.destination ?? {};
  const address = from === undefined ? undefined : settings[from];
  const [place] = await placesOf(tx, connectionId);
  if (address === undefined || !place || place.address === address) return;
  await tx.update(destinations).set({ address, updatedAt: at }).where(eq(destinations.id, place.id));
  if (channel.destination?.isPublic)
    await takeName(tx, channel, { workspaceId, slug: address, destinationId: place.id, at });
}

/** Names are unique over all workspaces. One that the workspace gave up is still its own. */
async function takeName(
  tx: Tx,
  channel: Channel,
  { workspaceId, slug, destinationId, at }: Omit<typeof publicPlaces.$inferSelect, 'takenAt'> & { at: Date },
): Promise<void> {
  const taken = (cause?: unknown): AppError =>
    new AppError('name_taken', `“${slug}” is taken. Choose another address.`, {
      ...(cause === undefined ? {} : { cause }),
      details: { field: channel.destination?.from ?? 'address' },
    });
  const limit = { of: 'public places', whose: workspaceId, max: NAMES_MAX };
  const isRoom = await hasRoom(tx, limit, () =>
    tx.$count(publicPlaces, sql`${publicPlaces.slug} <> ${slug}`),
  );
  if (!isRoom)
    throw new AppError('validation_failed', `A workspace can have taken ${NAMES_MAX} addresses at most.`);
  const [own] = await tx
    .select({ deletedAt: destinations.deletedAt, address: destinations.address, id: destinations.id })
    .from(publicPlaces)
    .innerJoin(
      destinations,
      and(
        eq(destinations.workspaceId, publicPlaces.workspaceId),
        eq(destinations.id, publicPlaces.destinationId),
      ),
    )
    .where(and(eq(publicPlaces.workspaceId, workspaceId), eq(publicPlaces.slug, slug)));
  if (own) {
    // Another page of the workspace has it now. An address that a page had before redirects, until another page takes it.
    if (own.deletedAt === null && own.address === slug && own.id !== destinationId) throw taken();
    await tx
      .update(publicPlaces)
      .set({ destinationId, takenAt: at })
      .where(and(eq(publicPlaces.workspaceId, workspaceId), eq(publicPlaces.slug, slug)));
    return;
  }
  await tx
    .transaction((inner) =>
      inner.insert(publicPlaces).values({ workspaceId, slug, destinationId, takenAt: at }),
    )
    .catch((error: unknown) => {
      throw violates(error, 'public_places_slug') ? taken(error) : error;
    });
}

export async function shownPlace(
  tx: Tx,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
  kind: string,
  row: Row,
): Promise<Destination> {
  const { id, workspaceId, name, address, groupMinutes } = row;
  const of = { workspaceId, destinationId: id, publicUrl };
  const origin = findChannel(kind)?.destination?.isPublic ? await placeOrigin(tx, of, clock()) : null;
  return {
    id,
    name,
    address,
    publicUrl: origin === null ? null : publicPlaceUrl(origin, address),
    groupMinutes,
    createdAt: row.createdAt.toISOString(),
  };
}

/** One after the other: a transaction has one connection. */
export async function inTurn<From, To>(
  all: readonly From[],
  make: (one: From) => Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}
