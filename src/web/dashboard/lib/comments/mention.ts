import type { Member } from '#src/shared/team.ts';

export type Mentioned = { userId: string; label: string; hint: string };

/** Members as they are mentioned: by name, and by their address too where two have the same name. */
export function mentionable(team: readonly Pick<Member, 'userId' | 'name' | 'email'>[]): Mentioned[] {
  const count = new Map<string, number>();
  for (const { name } of team) count.set(name, (count.get(name) ?? 0) + 1);
  return team.map(({ userId, name, email }) => ({
    userId,
    label: (count.get(name) ?? 0) > 1 && name !== email ? `${name} (${email})` : name,
    hint: name === email ? '' : email,
  }));
}

const OPTIONS_MAX = 8;
/** Longer than this, it's no name that is being typed. */
const WORDS_MAX = 40;

/** The mention that is being typed before the caret: where its @ is, and the words after it; null where none is. */
export function mentionAt(text: string, caret: number): { from: number; words: string } | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || /[\p{L}\p{N}]/u.test(text[from - 1] ?? '')) return null;
  const words = text.slice(from + 1, caret);
  return words.length > WORDS_MAX || /[\n{}]/.test(words) ? null : { from, words };
}

/** Whose name, or a part of it, begins with the words; of an address only the beginning. */
export function matching(people: readonly Mentioned[], words: string): Mentioned[] {
  const wanted = words.toLowerCase();
  return people
    .filter(
      ({ label, hint }) =>
        ` ${label.toLowerCase()}`.includes(` ${wanted}`) || hint.toLowerCase().startsWith(wanted),
    )
    .slice(0, OPTIONS_MAX);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The text as it's stored: names after an @ become ids, the longest name first. */
export function withIds(text: string, people: readonly Mentioned[]): string {
  const named = people.toSorted((one, other) => other.label.length - one.label.length);
  if (named.length === 0) return text;
  const ids = new Map(named.map(({ label, userId }) => [label, userId]));
  const names = named.map(({ label }) => escaped(label)).join('|');
  return text.replaceAll(
    new RegExp(`(?<![\\p{L}\\p{N}])@(${names})(?![\\p{L}\\p{N}])`, 'gu'),
    (_, label: string) => `@{${ids.get(label)}}`,
  );
}
