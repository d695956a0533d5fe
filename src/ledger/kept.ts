import { sha256 } from '#src/platform/json/canonical.ts';
import { LEAVES_TYPE, readLeaves } from './leaf.ts';
import { type Rendition, readRendition, RENDITION_TYPE } from './rendition.ts';

const NAMES: Record<string, string> = {
  [LEAVES_TYPE]: 'The list of deliveries',
  [RENDITION_TYPE]: 'The rendition',
};
const nameOf = (type: string): string =>
  NAMES[type] ?? (type.startsWith('image/') ? 'The picture' : 'What is');

type Kept = { type: string; bytes: Buffer | null; changed: boolean };

/** The bytes beside a chain: what came, what entries need, and what of it was changed. */
export function createKept() {
  const kept = new Map<string, Kept>();
  /** The entry that needs it first, and as what. */
  const needed = new Map<string, { entry: number; type: string | null }>();
  const renditions = new Map<string, Rendition>();

  const need = (hash: string, entry: number, type: string | null): void => {
    const before = needed.get(hash);
    if (before === undefined || before.type === null)
      needed.set(hash, { entry: before?.entry ?? entry, type });
  };

  return {
    need,
    size: () => kept.size,

    add(hash: string, type: string, bytes: Buffer): void {
      const changed = sha256(bytes).toString('hex') !== hash;
      // Lists of deliveries are asked for once, right after; renditions again and again.
      kept.set(hash, { type, bytes: type === LEAVES_TYPE ? bytes : null, changed });
      if (changed || type !== RENDITION_TYPE) return;
      const rendition = readRendition(bytes);
      renditions.set(hash, rendition);
    },

    renditionOf(hash: string, entry: number): Rendition | null {
      need(hash, entry, RENDITION_TYPE);
      const rendition = renditions.get(hash) ?? null;
      for (const { hash: picture, type } of rendition?.media ?? []) need(picture, entry, type);
      return rendition;
    },

    /** The list of an entry's deliveries, which is dropped with this; null where it isn't there. */
    leavesOf(hash: string): ReturnType<typeof readLeaves> | null {
      const found = kept.get(hash);
      if (!found?.bytes) return null;
      const leaves = readLeaves(found.bytes);
      found.bytes = null;
      return leaves;
    },

    /** What is wrong with the bytes, each named by the first entry that needs it. */
    problems(): string[] {
      const found: string[] = [];
      for (const [hash, { entry, type }] of needed) {
        const there = kept.get(hash);
        const name = nameOf(there?.type ?? type ?? '');
        const which = `${name} kept as ${hash} (for entry ${entry})`;
        if (!there) found.push(`${which} is missing.`);
        else if (there.changed) found.push(`${which} was changed.`);
        else if (type !== null && there.type !== type) found.push(`${which} has another type than it had.`);
      }
      for (const [hash, { type, changed }] of kept)
        if (changed && !needed.has(hash)) found.push(`${nameOf(type)} kept as ${hash} was changed.`);
      return found;
    },
  };
}
