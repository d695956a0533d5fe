import type { Asked } from '../conditions/others.ts';

type Place = { counts: Map<string, { asked: Asked; by: number }>; users: number };
type Left = {
  /** Where somebody asked who asks there no more. */
  left: string | null;
  /** What no reader asks for any more, there or at the reader's new place. */
  unasked: string[];
};

/** Who asks what where, counted: so that what nobody asks any more is known at once. Each asks in one place at a time. */
export const wanted = () => {
  const places = new Map<string, Place>();
  const asks = new Map<object, { name: string; asked: ReadonlyMap<string, Asked> }>();

  const add = (name: string, asked: ReadonlyMap<string, Asked>): void => {
    const place = places.get(name) ?? { counts: new Map(), users: 0 };
    places.set(name, place);
    place.users += 1;
    for (const [key, each] of asked) {
      const count = place.counts.get(key);
      if (count) count.by += 1;
      else place.counts.set(key, { asked: each, by: 1 });
    }
  };
  const remove = (name: string, asked: ReadonlyMap<string, Asked>): void => {
    const place = places.get(name);
    if (!place) return;
    place.users -= 1;
    for (const key of asked.keys()) {
      const count = place.counts.get(key);
      if (count) count.by -= 1;
    }
  };
  /** Once all is counted: what is asked by one and given up by another at once is asked all the time. */
  const settle = (name: string): string[] => {
    const place = places.get(name);
    if (!place) return [];
    if (place.users === 0) places.delete(name);
    const unasked = [...place.counts].filter(([, { by }]) => by === 0).map(([key]) => key);
    for (const key of unasked) place.counts.delete(key);
    return unasked;
  };

  return {
    ask: (by: object, name: string, asked: ReadonlyMap<string, Asked>): Left => {
      const before = asks.get(by);
      if (before?.name === name && before.asked === asked) return { left: null, unasked: [] };
      asks.set(by, { name, asked });
      add(name, asked);
      if (!before) return { left: null, unasked: [] };
      remove(before.name, before.asked);
      return { left: before.name === name ? null : before.name, unasked: settle(before.name) };
    },
    leave: (by: object): Left => {
      const before = asks.get(by);
      if (!before) return { left: null, unasked: [] };
      asks.delete(by);
      remove(before.name, before.asked);
      return { left: before.name, unasked: settle(before.name) };
    },
    has: (name: string): boolean => places.has(name),
    of: (name: string): Asked[] => [...(places.get(name)?.counts.values() ?? [])].map(({ asked }) => asked),
  };
};
