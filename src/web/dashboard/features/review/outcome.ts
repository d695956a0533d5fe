import type { DecidedTogether, TogetherForm } from '#src/shared/review.ts';

type Item = DecidedTogether['items'][number];

/** Codes of alerts that wait no more: nobody can decide on them again. */
const OVER = new Set(['alert_not_waiting', 'not_found']);

/** What was refused and still waits, by alert, each with its reason. */
export const stillOpen = (items: readonly Item[]): Map<string, string> =>
  new Map(
    items.flatMap(({ id, refusal }) => (refusal && !OVER.has(refusal.code) ? [[id, refusal.detail]] : [])),
  );

/** "2 approved. 1 was edited in the meantime. Check it again." */
export function outcomeWords(decision: TogetherForm['decision'], items: readonly Item[]): string {
  const done = items.filter(({ state }) => state !== null);
  const noted = done.filter(({ state }) => state === 'pending_review').length;
  const decided = done.length - noted;
  const what = decision === 'approve' ? 'approved' : 'rejected';
  const refusals = new Map<string, number>();
  for (const { refusal } of items) {
    if (refusal === null) continue;
    const key = refusal.code === 'revision_changed' || OVER.has(refusal.code) ? refusal.code : refusal.detail;
    refusals.set(key, (refusals.get(key) ?? 0) + 1);
  }
  return [
    ...(decided > 0 ? [`${decided} ${what}.`] : []),
    ...(noted > 0
      ? [`${noted} ${noted === 1 ? 'needs' : 'need'} a second person: your approval is noted.`]
      : []),
    ...[...refusals].map(([key, count]) => refusedWords(key, count, what)),
  ].join(' ');
}

function refusedWords(key: string, count: number, what: string): string {
  const isOne = count === 1;
  if (key === 'revision_changed')
    return isOne
      ? '1 was edited in the meantime. Check it again.'
      : `${count} were edited in the meantime. Check them again.`;
  if (OVER.has(key)) return `${count} ${isOne ? 'doesn’t' : 'don’t'} wait for review anymore.`;
  return `${count} ${isOne ? 'wasn’t' : 'weren’t'} ${what}. ${key}`;
}
