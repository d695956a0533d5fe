const counted = (count: number, thing: string): string =>
  count === 1 ? `one ${thing}` : `${count} ${thing}s`;
const removed = (count: number): string => (count === 1 ? 'that was removed' : 'that were removed');

/** Which sources a rule listens to, as words: those of its ids that are not known were removed, and tell nothing. */
export function sourcesWords(
  thing: 'source' | 'calendar',
  ids: readonly string[],
  known: ReadonlySet<string>,
): string {
  if (ids.length === 0) return `all ${thing}s`;
  const there = ids.filter((id) => known.has(id)).length;
  const gone = ids.length - there;
  if (gone === 0) return counted(there, thing);
  if (there === 0) return `${counted(gone, thing)} ${removed(gone)}`;
  return `${counted(there, thing)} and ${gone === 1 ? 'one' : gone} ${removed(gone)}`;
}
