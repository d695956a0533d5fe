import { inArray } from 'drizzle-orm';
import { instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { nodeText } from '#src/shared/content/text.ts';
import { figuresCompared, figureWords } from '#src/shared/rules/figures.ts';
import { MESSAGE, type Placeholder, PLACEHOLDERS } from '#src/shared/rules/message.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { MessageTry, MessageTryForm } from '#src/shared/rules/stored.ts';
import { valuesOf } from '../content/custom-message.ts';
import { type Found, type Instrument, valuesFor, wordsOf } from './alert-words.ts';
import { type ReplayDeps, replayRule } from './backtest.ts';
import { assertMessage } from './stored-rules.ts';
import { idsOfSymbols, symbolsOf } from './watchlists.ts';

/** Of a watchlist so many symbols are looked through for a detection. */
const SYMBOLS_MAX = 10;

/**
 * The words of a rule as they would stand about the newest bar on which it was true, by the code that writes them.
 * Where there is none, they stand about a bar that is made up.
 * @throws AppError validation_failed where the message or what is watched does not hold; plan_limit
 */
export async function tryMessage(
  deps: ReplayDeps,
  workspaceId: string,
  form: MessageTryForm,
  signal?: AbortSignal,
): Promise<MessageTry> {
  const { condition, timeframe } = form;
  assertMessage(form);
  const candidates = await instrumentsOf(deps, workspaceId, form);
  let found = null as Found | null;
  for (const { symbol } of candidates) {
    await replayRule(deps, workspaceId, { condition, timeframe, symbol }, signal, (instrument, detection) => {
      found = { instrument, detection };
    });
    if (found || signal?.aborted) break;
  }
  const [first] = candidates;
  if (!first) throw new AppError('validation_failed', 'There is no such watchlist, or it has no symbols.');
  const { instrument, detection } = found ?? { instrument: first, detection: null };
  const about = { instrument, detection };
  const valueOf = valuesOf(valuesFor(deps, about, form));
  return {
    ...wordsOf(deps, about, form),
    symbol: instrument.symbol,
    time: detection && new Date(detection.time).toISOString(),
    values: placeholdersOf(condition).map(({ placeholder, says }) => ({
      placeholder,
      says,
      value: nodeText(valueOf(placeholder)),
    })),
  };
}

/** The placeholders that a rule has, with what each is. */
function placeholdersOf(condition: string): { placeholder: Placeholder; says: string }[] {
  const figures = figuresCompared(parseRule(condition)).slice(0, MESSAGE.plots);
  return [
    ...Object.entries(PLACEHOLDERS).map(([name, says]) => ({ placeholder: name as Placeholder, says })),
    ...figures.map((key, at) => ({ placeholder: `plot_${at}` as const, says: figureWords(key) })),
  ];
}

async function instrumentsOf(
  { app }: ReplayDeps,
  workspaceId: string,
  { symbol, watchlistId }: MessageTryForm,
): Promise<Instrument[]> {
  return withTenant(app, workspaceId, async (tx) => {
    const wanted =
      symbol === undefined
        ? ((await symbolsOf(tx)).get(watchlistId ?? '') ?? []).slice(0, SYMBOLS_MAX)
        : [symbol];
    const ids = await idsOfSymbols(tx, workspaceId, wanted);
    const rows = await tx
      .select()
      .from(instruments)
      .where(inArray(instruments.id, [...ids.values()]));
    return rows.toSorted((a, b) => a.symbol.localeCompare(b.symbol));
  });
}
