import type { ToDecide, WaitingAlert } from '#src/shared/review.ts';

/** What is selected after `id` was decided: the next one below it, above it if it was the last; null if nothing else waits. */
export function after(
  ids: readonly string[],
  id: string,
  gone: ReadonlySet<string> = new Set([id]),
): string | null {
  const at = ids.indexOf(id);
  const waits = (each: string) => !gone.has(each);
  return ids.slice(at + 1).find(waits) ?? ids.slice(0, Math.max(at, 0)).findLast(waits) ?? null;
}

/** One row down (1) or up (-1) from `id`, and no further than the ends; the first if `id` isn't there. */
export function moved(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}

type Row = Pick<WaitingAlert, 'id' | 'revision' | 'askedAgainAt' | 'together'>;
type Seen = Omit<ToDecide, 'id'>;
/** The alerts that are checked, each with what its row showed then. */
export type Selection = ReadonlyMap<string, Seen>;

/** Checks or unchecks alerts. Those that are decided by themselves can't be checked. */
export function checked(
  selection: Selection,
  rows: readonly Row[],
  { ids, isOn }: { ids: readonly string[]; isOn: boolean },
): Selection {
  const next = new Map(selection);
  for (const { id, revision, askedAgainAt, together } of rows) {
    if (!ids.includes(id)) continue;
    if (isOn && together) next.set(id, { revision, askedAgainAt });
    else if (!isOn) next.delete(id);
  }
  return next;
}

/** The rows from one to another, both of them too; only the latter if the first isn't there. */
export function between(ids: readonly string[], from: string | null, to: string): string[] {
  const [at, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (end === -1) return [];
  return at === -1 ? [to] : ids.slice(Math.min(at, end), Math.max(at, end) + 1);
}

/** Takes what an alert that is open is now: its new text and price are being looked at. The same selection if it has them. */
export function lookedAt(selection: Selection, row: Row | undefined): Selection {
  const known = row && selection.get(row.id);
  if (!row || !known) return selection;
  const { id, revision, askedAgainAt } = row;
  const isKnown = known.revision === revision && known.askedAgainAt === askedAgainAt;
  return isKnown ? selection : new Map(selection).set(id, { revision, askedAgainAt });
}

/** What a decision names: the checked alerts that still wait, in their order. */
export const toDecide = (selection: Selection, rows: readonly Row[]): ToDecide[] =>
  rows.flatMap(({ id }) => {
    const seen = selection.get(id);
    return seen ? [{ id, ...seen }] : [];
  });
