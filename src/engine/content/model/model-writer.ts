import { eq } from 'drizzle-orm';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { aiWriters } from '#src/db/schema/ai-writer.ts';
import { withTenant } from '#src/db/tenant.ts';
import { keepAllJson } from '#src/ledger/bytes.ts';
import type { CallProvider } from '#src/platform/net/call.ts';
import {
  WRITER_DEADLINE_MS,
  WRITER_OUTCOMES,
  type WriterCall,
  type WriterCheck,
  type WriterOutcome,
  type WriterRefusal,
} from '#src/shared/content/ai-writer.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import { checkAnswer, type Refusal, type Written } from '../gate/gate.ts';
import { REASONS } from '../gate/reasons.ts';
import { type Asked, askModel, type Tokens } from './ask.ts';
import { costOf, mostTokens } from './cost.ts';
import { type Prompt, promptFor, type ToWrite } from './prompt.ts';
import { createRests } from './rest.ts';
import { type Choice, chosenModel, type ReadyModel, type SettingsDeps } from './settings.ts';
import { endCall, type Ended, noteUnasked, type Opened, openCall } from './spend.ts';
import { wireSchema } from './wire-schema.ts';
import { withContext } from './with-context.ts';

export const PROMPT_TYPE = 'application/vnd.bellwire.prompt+json';
export const MODEL_ANSWER_TYPE = 'application/vnd.bellwire.model-answer+json';

/** So many calls of one workspace at a time; the next wait, within their deadline. */
const BESIDE = 6;
/**
 * So many alerts of one workspace, and of all, wait for models at a time; others get the built-in text at once. Those of
 * all are fewer than the workers that compose alerts, so that nobody's alerts wait behind a slow model of others.
 */
const ALERTS_OF_ONE = 4;
const ALERTS_OF_ALL = 12;
export const COMPOSE_WORKERS = 16;
const ANSWER_TOKENS = 1_500;
const CHECK_TOKENS = 200;
const REFUSALS_MAX = 20;
const NO_TOKENS: Tokens = { input: 0, output: 0 };

export type ModelWriterDeps = SettingsDeps & {
  /** Calls addresses that workspaces entered. */
  call: CallProvider;
  /** Calls the operator's own address, which may be on this machine. */
  callInstalled: CallProvider;
  log: { warn: (context: object, message: string) => void };
  deadlineMs?: number;
};

/** What came of one text. `written` is null where the built-in text stays. */
export type Attempt = { call: WriterCall; written: Written | null; said: string | null };

type Of = { workspaceId: string; purpose: 'alert' | 'playground'; alertId: string; pick: number };

/** Has a workspace's model write texts, each checked by the gate. It never throws for what a provider does. */
export function createModelWriter(deps: ModelWriterDeps) {
  const { app, clock, log, deadlineMs = WRITER_DEADLINE_MS } = deps;
  const rests = createRests(() => clock().getTime());
  const limits = new Map<string, LimitFunction>();
  const waiting = createWaiting();

  const limited = async <T>(workspaceId: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(workspaceId) ?? pLimit(BESIDE);
    limits.set(workspaceId, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(workspaceId);
    }
  };

  /** One call, from the money set aside to what it cost. */
  async function attempt(
    model: ReadyModel,
    call: Opened,
    asking: { prompt: Prompt; schema: Record<string, unknown>; maxOutputTokens: number },
    signal: AbortSignal,
    judge: (asked: Asked) => Judged,
  ): Promise<Attempt> {
    const { workspaceId } = call;
    const most = mostTokens(asking.prompt, asking.schema, asking.maxOutputTokens);
    const mostMicrocents = costOf(most, model.price);
    const began = performance.now();
    const unasked = (outcome: WriterOutcome): Promise<Attempt> =>
      skip(call, outcome, performance.now() - began);
    return limited(workspaceId, async () => {
      if (signal.aborted) return unasked('late');
      const isOpen = await withTenant(app, workspaceId, (tx) =>
        openCall(tx, call, { mostMicrocents, capCents: model.capCents }),
      );
      if (!isOpen) return unasked('over_budget');
      const over = model.source === 'installation' ? deps.callInstalled : deps.call;
      const { prompt, schema, maxOutputTokens } = asking;
      const asked = withoutKey(
        await askModel(over, { ...model, ...prompt, schema, maxOutputTokens }, signal),
        model.key,
      );
      const judged = judge(asked);
      rests.ended(workspaceId, judged.outcome);
      // Nobody knows what a call without a count cost: it counts with the most.
      const used = asked.tokens ?? ('isFree' in asked && asked.isFree ? NO_TOKENS : most);
      const ended: Ended = {
        outcome: judged.outcome,
        refusals: judged.refusals,
        tokens: asked.tokens ?? NO_TOKENS,
        costMicrocents: costOf(used, model.price),
        tookMs: Math.round(performance.now() - began),
        promptHash: null,
        answerHash: null,
      };
      const kept = await withTenant(app, workspaceId, async (tx) => {
        const hashes = call.purpose === 'check' ? {} : await keep(tx, call, asking, asked);
        const whole = { ...ended, ...hashes };
        await endCall(tx, call, whole, mostMicrocents);
        return whole;
      });
      if (judged.outcome !== 'written')
        log.warn(
          { workspace: workspaceId, alert: call.alertId, outcome: judged.outcome },
          'the AI writer’s text was not used',
        );
      return { call: shownCall(call, kept), written: judged.written, said: asked.said };
    });
  }

  async function skip(call: Opened, outcome: WriterOutcome, tookMs = 0): Promise<Attempt> {
    const ended: Ended = {
      outcome,
      refusals: [],
      tokens: NO_TOKENS,
      costMicrocents: 0,
      tookMs: Math.round(tookMs),
      promptHash: null,
      answerHash: null,
    };
    await withTenant(app, call.workspaceId, (tx) => noteUnasked(tx, call, ended));
    return { call: shownCall(call, ended), written: null, said: null };
  }

  const opened = (
    workspaceId: string,
    choice: Choice,
    of: Pick<Opened, 'purpose' | 'alertId' | 'language'>,
  ): Opened => ({
    ...of,
    workspaceId,
    id: newId(),
    source: choice.source,
    provider: choice.title,
    model: choice.name,
    createdAt: clock(),
  });

  return {
    /**
     * Texts for one event, all within the deadline, beside each other. Null where the workspace has no model switched on;
     * the playground may ask one that is off.
     */
    async write(of: Of, texts: readonly ToWrite[]): Promise<Attempt[] | null> {
      const { workspaceId, purpose, alertId } = of;
      if (workspaceId === DEMO_WORKSPACE_ID) return null;
      const signal = AbortSignal.timeout(deadlineMs);
      const evenOff = purpose === 'playground';
      const choice = await withTenant(app, workspaceId, (tx) => chosenModel(tx, deps, { evenOff }));
      if (!choice) return null;
      const { model } = choice;
      const call = ({ language }: ToWrite) => opened(workspaceId, choice, { purpose, alertId, language });
      if (!model) return Promise.all(texts.map((to) => skip(call(to), choice.reason)));
      const ask = (to: ToWrite): Promise<Attempt> => {
        const asking = { prompt: promptFor(to), schema: wireSchema(), maxOutputTokens: ANSWER_TOKENS };
        return attempt(model, call(to), asking, signal, (asked) => judgeAnswer(asked, to, of.pick));
      };
      if (purpose === 'playground') return Promise.all(texts.map(ask));
      if (rests.rests(workspaceId)) return Promise.all(texts.map((to) => skip(call(to), 'resting')));
      if (!waiting.begin(workspaceId)) return Promise.all(texts.map((to) => skip(call(to), 'busy')));
      try {
        return await Promise.all(texts.map(ask));
      } finally {
        waiting.end(workspaceId);
      }
    },

    /** Its settings changed: it is asked again at once. */
    changed: (workspaceId: string): void => rests.clear(workspaceId),

    /** Proves the settings with a tiny call. @throws AppError validation_failed where there is nothing to check */
    async check(workspaceId: string): Promise<WriterCheck> {
      const choice = await withTenant(app, workspaceId, (tx) => chosenModel(tx, deps, { evenOff: true }));
      if (!choice?.model)
        throw new AppError(
          'validation_failed',
          WRITER_OUTCOMES[choice?.model === null ? choice.reason : 'not_set_up'],
        );
      const call = opened(workspaceId, choice, { purpose: 'check', alertId: null, language: null });
      const signal = AbortSignal.timeout(deadlineMs);
      const asking = { prompt: CHECK_PROMPT, schema: CHECK_SCHEMA, maxOutputTokens: CHECK_TOKENS };
      const { call: made } = await attempt(choice.model, call, asking, signal, judgeCheck);
      const { outcome, tookMs, inputTokens, outputTokens, costMicrocents } = made;
      await withTenant(app, workspaceId, (tx) =>
        tx
          .update(aiWriters)
          .set({ checkedAt: clock(), checkedOutcome: outcome })
          .where(eq(aiWriters.workspaceId, workspaceId)),
      );
      const says = outcome === 'written' ? 'It works.' : WRITER_OUTCOMES[outcome];
      return { outcome, says, tookMs, inputTokens, outputTokens, costMicrocents };
    },
  };
}
export type ModelWriter = ReturnType<typeof createModelWriter>;

/** Counts the alerts that wait for models, by workspace. */
function createWaiting() {
  const of = new Map<string, number>();
  let all = 0;
  return {
    begin(workspaceId: string): boolean {
      const here = of.get(workspaceId) ?? 0;
      if (here >= ALERTS_OF_ONE || all >= ALERTS_OF_ALL) return false;
      of.set(workspaceId, here + 1);
      all += 1;
      return true;
    },
    end(workspaceId: string): void {
      all -= 1;
      const here = (of.get(workspaceId) ?? 1) - 1;
      if (here === 0) of.delete(workspaceId);
      else of.set(workspaceId, here);
    },
  };
}

type Judged = { outcome: WriterOutcome; written: Written | null; refusals: WriterRefusal[] };

function judgeAnswer(asked: Asked, { facts, language, forbidden, voice }: ToWrite, pick: number): Judged {
  if (asked.outcome !== 'answered') return { outcome: asked.outcome, written: null, refusals: [] };
  const verdict = checkAnswer(asked.value, facts, { language, forbidden, approved: voice?.use, pick });
  if (verdict.ok) {
    const written = withContext(verdict, { facts, language, forbidden, pick });
    return { outcome: 'written', written, refusals: [] };
  }
  const isMalformed = verdict.refusals.some(({ code }) => code === 'malformed_answer');
  return {
    outcome: isMalformed ? 'nonsense' : 'refused',
    written: null,
    refusals: verdict.refusals.slice(0, REFUSALS_MAX).map(shownRefusal),
  };
}

/** What a model said goes into a database and onto screens: no half characters, no invisible ones. */
const shownRefusal = ({ code, at, found }: Refusal): WriterRefusal => ({
  code,
  says: REASONS[code],
  at,
  found: found.toWellFormed().replaceAll(/\p{C}/gu, '\ufffd').slice(0, 200),
});

const CHECK_PROMPT: Prompt = {
  instructions: 'Answer with JSON.',
  prompt: 'Answer {"ok": true}.',
};
const CHECK_SCHEMA = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
};

function judgeCheck(asked: Asked): Judged {
  if (asked.outcome !== 'answered') return { outcome: asked.outcome, written: null, refusals: [] };
  const { value } = asked;
  const isOk = typeof value === 'object' && value !== null && 'ok' in value;
  return { outcome: isOk ? 'written' : 'nonsense', written: null, refusals: [] };
}

/** A server that repeats the key in its answer has it kept nowhere. */
function withoutKey(asked: Asked, key: string | null): Asked {
  if (key === null || !asked.said?.includes(key)) return asked;
  return { outcome: 'nonsense', said: null, tokens: asked.tokens, isFree: false };
}

/** Keeps what was asked and answered, for the record. */
async function keep(
  tx: Tx,
  call: Opened,
  { prompt, schema, maxOutputTokens }: { prompt: Prompt; schema: object; maxOutputTokens: number },
  { said }: Asked,
): Promise<Pick<Ended, 'promptHash' | 'answerHash'>> {
  const { provider, model } = call;
  const asked = { provider, model, ...prompt, schema, maxOutputTokens };
  const answer = said === null ? [] : [{ value: { said: said.toWellFormed() }, type: MODEL_ANSWER_TYPE }];
  const [promptHash = null, answerHash = null] = await keepAllJson(tx, [
    { value: asked, type: PROMPT_TYPE },
    ...answer,
  ]);
  return { promptHash, answerHash };
}

const shownCall = (call: Opened, { tokens, ...ended }: Ended): WriterCall => ({
  id: call.id,
  purpose: call.purpose,
  alertId: call.alertId,
  language: call.language,
  provider: call.provider,
  model: call.model,
  outcome: ended.outcome,
  says: WRITER_OUTCOMES[ended.outcome],
  refusals: ended.refusals,
  inputTokens: tokens.input,
  outputTokens: tokens.output,
  costMicrocents: ended.costMicrocents,
  tookMs: ended.tookMs,
  at: call.createdAt.toISOString(),
});
