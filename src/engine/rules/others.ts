import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { instruments } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { othersOf } from '#src/shared/rules/symbols.ts';
import { isSeenIn } from './by.ts';

type Says = { condition: string; settings?: RuleSettings | undefined };

/** The symbols beside its own that a rule names, in its condition or in the one that arms it again. */
export const symbolsNamed = ({ condition, settings }: Says): string[] =>
  othersOf(...[condition, settings?.rearm].flatMap((text) => (text === undefined ? [] : parseRule(text))));

/**
 * The instruments of those symbols, by symbol.
 * @throws AppError validation_failed that names the first symbol there is none of
 */
export async function othersNamed(
  tx: Tx,
  workspaceId: string,
  rule: Says,
  field = 'condition',
): Promise<Map<string, typeof instruments.$inferSelect>> {
  const named = symbolsNamed(rule);
  if (named.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(instruments)
    .where(and(isSeenIn(workspaceId), inArray(sql`upper(${instruments.symbol})`, named)));
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
