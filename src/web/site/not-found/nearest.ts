/**
 * The known path that was most likely meant: at most a third of its letters differ (one at least may). Null where
 * nothing is that near. Case, a slash at the end and an ending such as .html don't count.
 */
export function nearestPath(asked: string, known: readonly string[]): string | null {
  const wanted = plain(asked);
  if (wanted.length < 3) return null;
  let best: { path: string; distance: number } | null = null;
  for (const path of known) {
    const distance = distanceOf(wanted, plain(path));
    const allowed = Math.max(1, Math.floor((path.length - 1) / 3));
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { path, distance };
  }
  return best?.path ?? null;
}

const plain = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replace(/\/+$/, '')
    .slice(0, 40);

/** Letters to add, leave out or change, and neighbours to swap (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
