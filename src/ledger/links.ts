import { NO_HASH, type Stub } from './entry.ts';

type Link = { hash: string; previous: string; changed: boolean };

/** 3 and 7: "Entries 3 to 7"; 3 and 3: "Entry 3". */
export const entriesFrom = (first: number, last: number): string =>
  first === last ? `Entry ${first}` : `Entries ${first} to ${last}`;
const isMissing = (first: number, last: number): string =>
  `${entriesFrom(first, last)} ${first === last ? 'is' : 'are'} missing`;

/** The places and hashes of a chain's entries, in whatever order they come. */
export function createLinks() {
  const links = new Map<number, Link>();
  let highest = 0;
  let lowest = 0;

  return {
    /** Whether it is there as it was written. */
    isSound: (sequence: number): boolean => links.get(sequence)?.changed === false,
    previousOf: (sequence: number): string | null => links.get(sequence)?.previous ?? null,
    size: () => links.size,
    highest: () => highest,
    lowest: () => lowest,

    /** @returns what is wrong with its place, or null. `known` is set where the entry is there already */
    add(
      entry: Pick<Stub, 'sequence' | 'hash' | 'previous'>,
      changed: boolean,
    ): { problem: string; known: boolean } | null {
      const { sequence } = entry;
      const there = links.get(sequence);
      if (there) {
        const how = there.hash === entry.hash ? '' : ', and the two differ';
        return { problem: `Entry ${sequence} appears twice${how}.`, known: true };
      }
      links.set(sequence, { hash: entry.hash, previous: entry.previous, changed });
      if (lowest === 0 || sequence < lowest) lowest = sequence;
      if (sequence > highest) {
        highest = sequence;
        return null;
      }
      return {
        problem: `Entry ${sequence} is out of order: it comes after entry ${highest}.`,
        known: false,
      };
    },

    /** What is wrong between entries, from `first` on to the last that is there. */
    problems(first: number): string[] {
      const found: string[] = [];
      let expected = first;
      for (const sequence of [...links.keys()].sort((a, b) => a - b)) {
        if (sequence > expected) found.push(`${isMissing(expected, sequence - 1)}.`);
        const link = links.get(sequence);
        const before = sequence === 1 ? { hash: NO_HASH, changed: false } : links.get(sequence - 1);
        // An entry that was changed is named once, not again by the one after it.
        if (link && before && !link.changed && !before.changed && link.previous !== before.hash)
          found.push(
            sequence === 1
              ? 'Entry 1 does not begin the chain: it names an entry before it.'
              : `Entry ${sequence} does not follow entry ${sequence - 1}: it names another hash before it.`,
          );
        expected = sequence + 1;
      }
      return found;
    },

    /** What is wrong where somebody says that the chain has this entry. */
    against(said: { sequence: number; hash: string }, by: string): string | null {
      if (said.sequence > highest) return `${isMissing(highest + 1, said.sequence)}: ${by} covers more.`;
      const hash = links.get(said.sequence)?.hash;
      if (hash === undefined || hash === said.hash) return null;
      return `Entries up to ${said.sequence} were rewritten: ${by} has another hash for entry ${said.sequence}.`;
    },
  };
}
