import type { Practice } from '../practice/provider.ts';

/** A place that practice messages went to. */
export type PlaceSummary = {
  kind: string;
  /** The app's name. */
  title: string;
  place: string;
  count: number;
  /** When the last one came, ISO in UTC. */
  last: string;
};

/** Where messages went, the place of the last one first. */
export async function placesOf({ providers, room }: Practice): Promise<PlaceSummary[]> {
  const all = await Promise.all(
    providers.map(async ({ kind, title }) => {
      const byPlace = Map.groupBy(await room.messages(kind), ({ place }) => place);
      return [...byPlace].map(([place, messages]) => ({
        kind,
        title,
        place,
        count: messages.length,
        last: new Date(Math.max(...messages.map(({ sentAt }) => sentAt))).toISOString(),
      }));
    }),
  );
  return all.flat().toSorted((a, b) => b.last.localeCompare(a.last));
}
