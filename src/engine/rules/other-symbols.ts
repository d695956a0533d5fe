import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { instruments, ruleOthers } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Condition, Source } from '#src/shared/rules/ast.ts';
import { MOST_OTHERS, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';

import { isSeenIn } from '#src/db/queries/seen-instruments.ts';

export type Says = { condition: string; settings?: RuleSettings | undefined };

/** The condition of a rule and the one that arms it again. */
export const conditionsOf = ({ condition, settings }: Says): Condition[] =>
  [condition, settings?.rearm].flatMap((text) => (text === undefined ? [] : parseRule(text)));

/** What a rule names beside its own bars: of another instrument, or (null) of its own on another timeframe. */
export type NamedSource = { source: Source; instrument: typeof instruments.$inferSelect | null };

/**
 * What a rule names beside its own bars, in order of the keys.
 * @throws AppError validation_failed where there is too much, or that names the first symbol there is none of
 */
export async function othersNamed(
  tx: Tx,
  workspaceId: string,
  rule: Says,
  field = 'condition',
): Promise<NamedSource[]> {
  const sources = sourcesOf(...conditionsOf(rule));
  if (sources.length > MOST_OTHERS)
    throw new AppError(
      'validation_failed',
      `A rule names ${MOST_OTHERS} other symbols and timeframes at most, with those that arm it again; this one names ${sources.length}.`,
      { details: { field } },
    );
  const symbols = [...new Set(sources.flatMap(({ symbol }) => symbol ?? []))];
  const rows =
    symbols.length === 0
      ? []
      : await tx
          .select()
          .from(instruments)
          .where(and(isSeenIn(workspaceId), inArray(sql`upper(${instruments.symbol})`, symbols)))
          // Of two, the workspace's own comes last, and stays.
          .orderBy(asc(instruments.owned));
  const found = new Map(rows.map((row) => [row.symbol.toUpperCase(), row]));
  const missing = symbols.find((symbol) => !found.has(symbol));
  if (missing !== undefined)
    throw new AppError(
      'validation_failed',
      `The rule compares with “${missing}”, and there is no such instrument.`,
      { details: { field } },
    );
  return sources.map((source) => ({
    source,
    instrument: source.symbol === undefined ? null : (found.get(source.symbol) ?? null),
  }));
}

/**
 * Notes which other instruments and timeframes a rule looks at: so they are watched.
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
  if (named.length === 0) return;
  const rows = named.map(({ source, instrument }) => ({
    workspaceId,
    ruleId,
    instrumentId: instrument?.id ?? null,
    timeframe: source.timeframe ?? null,
  }));
  await tx.insert(ruleOthers).values(rows);
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
      .values(
        rows.map(({ instrumentId, timeframe }) => ({ workspaceId, ruleId: copyId, instrumentId, timeframe })),
      );
}
