import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { instruments, ruleOthers } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { MOST_OTHERS, othersOf } from '#src/shared/rules/symbols.ts';
import { isSeenIn } from '#src/db/queries/seen-instruments.ts';

export type Says = { condition: string; settings?: RuleSettings | undefined };

/** The condition of a rule and the one that arms it again. */
export const conditionsOf = ({ condition, settings }: Says): Condition[] =>
  [condition, settings?.rearm].flatMap((text) => (text === undefined ? [] : parseRule(text)));

/**
 * The instruments beside its own that a rule names, by symbol.
 * @throws AppError validation_failed where there are too many, or that names the first symbol there is none of
 */
export async function othersNamed(
  tx: Tx,
  workspaceId: string,
  rule: Says,
  field = 'condition',
): Promise<Map<string, typeof instruments.$inferSelect>> {
  const named = othersOf(...conditionsOf(rule));
  if (named.length === 0) return new Map();
  if (named.length > MOST_OTHERS)
    throw new AppError(
      'validation_failed',
      `A rule names ${MOST_OTHERS} other symbols at most, with those that arm it again; this one names ${named.length}.`,
      { details: { field } },
    );
  const rows = await tx
    .select()
    .from(instruments)
    .where(and(isSeenIn(workspaceId), inArray(sql`upper(${instruments.symbol})`, named)))
    // Of two, the workspace's own comes last, and stays.
    .orderBy(asc(instruments.owned));
  const found = new Map(rows.map((row) => [row.symbol.toUpperCase(), row]));
  const missing = named.find((symbol) => !found.has(symbol));
  if (missing !== undefined)
    throw new AppError(
      'validation_failed',
      `The rule compares with “${missing}”, and there is no such instrument.`,
      { details: { field } },
    );
  return found;
}

/**
 * Notes which other instruments a rule looks at: so they are watched.
 * @throws AppError validation_failed as `othersNamed`
 */
export async function keepOthers(
  tx: Tx,
  workspaceId: string,
  ruleId: string,
  rule: Says,
  field?: string,
): Promise<void> {
  const named = await othersNamed(tx, workspaceId, rule, field);
  await tx.delete(ruleOthers).where(eq(ruleOthers.ruleId, ruleId));
  if (named.size > 0)
    await tx
      .insert(ruleOthers)
      .values([...named.values()].map(({ id }) => ({ workspaceId, ruleId, instrumentId: id })));
}

/** A copy of a rule looks at what the rule looks at. */
export async function copyOthers(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  copyId: string,
): Promise<void> {
  const rows = await tx.select().from(ruleOthers).where(eq(ruleOthers.ruleId, id));
  if (rows.length > 0)
    await tx
      .insert(ruleOthers)
      .values(rows.map(({ instrumentId }) => ({ workspaceId, ruleId: copyId, instrumentId })));
}
