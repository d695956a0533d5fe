import type { WordReason } from '../reasons.ts';

type Hit = { reason: WordReason; exact: boolean };

/** Looks a single folded word up. */
export type WordMatcher = (word: string) => Hit | null;

/** A phrase from its second word on; its first is the key under which it stands. */
export type Phrase = { reason: WordReason; rest: readonly ((word: string) => boolean)[] };

const LONGEST_STEM = 20;
/** Texts say the same words again and again. */
const REMEMBERED = 5000;

const entriesOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.replace(/\s+/g, ' ').trim())
    .filter((entry) => entry !== '');

const singles = (list: string): string[] => entriesOf(list).filter((entry) => !entry.includes(' '));

/** Does a word fit an entry with stars? */
function fits(entry: string): (word: string) => boolean {
  const bare = entry.replaceAll('*', '');
  const [open, close] = [entry.startsWith('*'), entry.endsWith('*')];
  if (open && close) return (word) => word.includes(bare);
  if (open) return (word) => word.endsWith(bare);
  if (close) return (word) => word.startsWith(bare);
  const inner = entry.split('*');
  if (inner.length === 2) return (word) => word.startsWith(inner[0] ?? '') && word.endsWith(inner[1] ?? '');
  return (word) => word === entry;
}

/** Reads lists of words, in the notation of `Lexicon`, into one lookup. An exact word wins over a stem. */
export function wordMatcher(lists: readonly (readonly [WordReason, string])[]): WordMatcher {
  const exact = new Map<string, WordReason>();
  const stems = new Map<string, WordReason>();
  const rest: (readonly [(word: string) => boolean, WordReason])[] = [];
  for (const [reason, list] of lists) {
    for (const entry of singles(list)) {
      const star = entry.indexOf('*');
      if (star === -1) exact.set(entry, exact.get(entry) ?? reason);
      else if (star === entry.length - 1)
        stems.set(entry.slice(0, -1), stems.get(entry.slice(0, -1)) ?? reason);
      else rest.push([fits(entry), reason]);
    }
  }
  const lookUp = (word: string): Hit | null => {
    const whole = exact.get(word);
    if (whole) return { reason: whole, exact: true };
    for (let length = Math.min(word.length, LONGEST_STEM); length > 1; length -= 1) {
      const reason = stems.get(word.slice(0, length));
      if (reason) return { reason, exact: false };
    }
    const other = rest.find(([fit]) => fit(word));
    return other ? { reason: other[1], exact: false } : null;
  };
  const known = new Map<string, Hit | null>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const hit = lookUp(word);
    if (known.size >= REMEMBERED) known.clear();
    known.set(word, hit);
    return hit;
  };
}

/** Is a word one of a list? */
export function wordSet(list: string): (word: string) => boolean {
  const match = wordMatcher([['name', list]]);
  return (word) => match(word) !== null;
}

/** The phrases of a list by their first word. */
export function phrasesOf(lists: readonly (readonly [WordReason, string])[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const [reason, list] of lists) {
    for (const entry of entriesOf(list).filter((each) => each.includes(' '))) {
      const [first = '', ...rest] = entry.split(' ');
      phrases.set(first, [...(phrases.get(first) ?? []), { reason, rest: rest.map(fits) }]);
    }
  }
  return phrases;
}
