import { DEFAULT_VOICE } from '#src/shared/brand-kit.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { isSlot, type Text } from '#src/shared/content/text.ts';
import type { Written } from '../content/gate/gate.ts';
import { lexiconOf } from '../content/languages/registry.ts';
import type { ModelWriter } from '../content/model/model-writer.ts';
import type { ToWrite } from '../content/model/prompt.ts';
import type { TemplateGround } from '../content/templates/apply.ts';
import type { AlertInput } from '../content/writer.ts';

export type ByModelDeps = {
  /** Null where no model is asked. */
  modelWriter?: Pick<ModelWriter, 'write'> | undefined;
  log: { warn: (context: object, message: string) => void };
};

/** Alerts of one event differ in their wording, and an alert written again is worded the same. */
export const pickOf = (alertId: string): number => Number.parseInt(alertId.slice(-6), 16);

/** What a model is asked to write for an event, in a language. */
export function toWrite(input: AlertInput, language: Language): ToWrite {
  const { tone, person, readingLevel, use, avoid } = { ...DEFAULT_VOICE, ...input.brand.voice };
  const { brand, evidence, symbol, name, timeZone, timeframe, priceDecimals } = input;
  return {
    language,
    facts: {
      evidence,
      symbol,
      name,
      timeZone,
      timeframe,
      priceDecimals,
      brandName: brand.name,
      formats: brand.formats,
      context: input.context,
    },
    forbidden: avoid,
    voice: { tone, person, readingLevel, use },
  };
}

/**
 * Has a model write an event's texts, one for each language; null in place of each that stays built-in. Words of a rule's
 * author stay as they are. Whatever goes wrong, the alert has its built-in text.
 */
export async function modelTexts(
  deps: ByModelDeps,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
  input: AlertInput,
  languages: readonly Language[],
): Promise<(Written | null)[]> {
  const none = languages.map(() => null);
  if (!deps.modelWriter || input.own?.message.headline || input.own?.message.text) return none;
  try {
    const attempts = await deps.modelWriter.write(
      { workspaceId, alertId, purpose: 'alert', pick: pickOf(alertId) },
      languages.map((language) => toWrite(input, language)),
    );
    return attempts?.map(({ written }) => written) ?? none;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ alert: alertId, workspace: workspaceId, reason }, 'the AI writer failed');
    return none;
  }
}

/** A document in a model's words. Figures, table, chart and disclaimers stay. */
export function inWords(document: AlertDocument, written: Written | null): AlertDocument {
  if (!written) return document;
  const { headline, summary, paragraphs } = written;
  return {
    ...document,
    title: retitled(document, headline),
    headline,
    summary,
    aiLabel: [lexiconOf(document.language).aiLabel],
    blocks: [
      ...paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
      ...document.blocks.filter(({ kind }) => kind !== 'paragraph'),
    ],
  };
}

/**
 * What a document in a model's words is checked against: the slots in them are the gate's, which computed them from the
 * same evidence and counts what the evidence's figures don't have.
 */
export function groundWith(ground: TemplateGround, written: Written | null): TemplateGround {
  if (!written) return ground;
  const texts = [written.headline, written.summary, ...written.paragraphs];
  const known = new Map<unknown, string>(
    texts
      .flat()
      .filter(isSlot)
      .map((slot) => [slot, slot.text]),
  );
  return { ...ground, evidence: null, read: (slot) => known.get(slot) ?? ground.read(slot) };
}

/** A trial run's title says more than its headline: that stays around the new one. */
export function retitled({ title, headline: old }: AlertDocument, headline: Text): Text {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const from = title.findIndex((_, at) => old.every((node, index) => same(title[at + index], node)));
  return from === -1 ? title : [...title.slice(0, from), ...headline, ...title.slice(from + old.length)];
}
