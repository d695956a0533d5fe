import type { RuleReplay, RuleReplayForm } from '#src/shared/rules/stored.ts';
import { type Found, wordsOf } from './alert-words.ts';
import { type ReplayDeps, replayRule } from './backtest.ts';
import { assertMessage } from './stored-rules.ts';

/**
 * `replayRule`, with the newest alert as it would have read.
 * @throws AppError validation_failed where the rule, its message or what it watches doesn't hold; plan_limit
 */
export async function backtestRule(
  deps: ReplayDeps,
  workspaceId: string,
  form: RuleReplayForm,
  signal?: AbortSignal,
): Promise<RuleReplay> {
  assertMessage(form);
  let newest = null as Found | null;
  const replay = await replayRule(deps, workspaceId, form, signal, (instrument, detection) => {
    if (!newest || detection.time >= newest.detection.time) newest = { instrument, detection };
  });
  if (!newest) return { ...replay, sample: null };
  const { headline, text } = wordsOf(deps, newest, { ...form, message: form.message ?? {} });
  const { instrument, detection } = newest;
  const time = new Date(detection.time).toISOString();
  return {
    ...replay,
    sample: { headline: headline ?? '', text: text ?? '', symbol: instrument.symbol, time },
  };
}
