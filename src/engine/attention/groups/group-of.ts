/** An alert that begins a group, the newest first. */
export type First = { alertId: string; ruleId: string; at: Date };

/**
 * The alert that a new one follows: the newest that began a group within the window and came from another rule. Null where
 * the new one begins a group itself. What a rule sends again is for its frequency to decide, and not for grouping.
 */
export function groupOf(
  firsts: readonly First[],
  { ruleId, now, minutes }: { ruleId: string; now: Date; minutes: number },
): First | null {
  const from = now.getTime() - minutes * 60_000;
  return firsts.find((first) => first.ruleId !== ruleId && first.at.getTime() > from) ?? null;
}
