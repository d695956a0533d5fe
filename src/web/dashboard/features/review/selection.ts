/** What is selected after `id` was decided: the one below it, above it if it was the last; null if nothing else waits. */
export function after(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[at + 1] ?? ids[at - 1] ?? null;
}

/** One row down (1) or up (-1) from `id`, and no further than the ends; the first if `id` isn't there. */
export function moved(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}
