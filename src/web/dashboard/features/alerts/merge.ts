import type { AlertItem } from '#src/shared/alert-list.ts';

const isNewer = (a: AlertItem, b: AlertItem): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id);

/**
 * What is known of the top of the list after the newest page has come again. Rows that the page has pushed out stay;
 * rows within its reach that it does not name any more are gone (they no longer fit the filter). Newest first.
 */
export function mergeNewest(known: readonly AlertItem[], newest: readonly AlertItem[]): AlertItem[] {
  const last = newest.at(-1);
  if (!last) return [];
  return [...newest, ...known.filter((item) => isNewer(last, item))];
}

/** The rows to show: `top` without what came after `seen` (the newest row the reader has seen), then `older`. */
export function splitArrivals(
  top: readonly AlertItem[],
  seen: AlertItem | null,
): { shown: AlertItem[]; waiting: number } {
  const shown = seen ? top.filter((item) => !isNewer(item, seen)) : [...top];
  return { shown, waiting: top.length - shown.length };
}

/** Both parts of the list as one; a row that both hold is shown once, as the top has it. */
export function joinPages(top: readonly AlertItem[], older: readonly AlertItem[]): AlertItem[] {
  const ids = new Set(top.map((item) => item.id));
  return [...top, ...older.filter((item) => !ids.has(item.id))];
}
