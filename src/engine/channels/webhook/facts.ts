import { z } from 'zod';
import { plainWords } from '#src/engine/content/plain-words.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { documentDataSchema } from '#src/shared/content/document-data.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { machineFigure } from './machine-figure.ts';

const direction = z.enum(['up', 'down']).nullable();
const figureSchema = z.object({
  label: z.string(),
  /** As the alert states it, in its language. */
  text: z.string(),
  /** The same as a decimal; null where it is words. */
  value: z.string().nullable(),
  unit: z.literal('percent').nullable(),
});

/** What of an alert bodies are made from, whatever their format. It's kept with what was approved. */
const factsSchema = z.object({
  brand: z.string(),
  language: z.string(),
  direction,
  headline: z.string(),
  dateline: z.string(),
  summary: z.string(),
  notice: z.object({ title: z.string(), text: z.string() }).nullable(),
  figures: z.array(figureSchema),
  /** Of a digest: the alerts that it lists. */
  alerts: z.array(
    z.object({
      id: z.string(),
      direction,
      headline: z.string(),
      figure: z.string().nullable(),
      dateline: z.string(),
    }),
  ),
  disclaimers: z.array(z.string()),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
  data: z.nullable(documentDataSchema),
});
export type Facts = z.infer<typeof factsSchema>;

const figureOf = (
  { label, value }: { label: Text; value: Text },
  { language, look }: Pick<AlertDocument, 'language' | 'look'>,
): Facts['figures'][number] => ({
  label: plain(label),
  text: plain(value),
  ...(machineFigure(value, language, look.formats) ?? { value: null, unit: null }),
});

export function factsOf(document: AlertDocument): Facts {
  const { language, look, callToAction } = document;
  const { headline, dateline, prose, notice, disclaimers } = plainWords(document);
  const rows = [...(document.figure ? [document.figure] : []), ...document.table];
  return {
    brand: look.name,
    language,
    direction: document.direction,
    headline,
    dateline,
    summary: prose,
    notice,
    figures: rows.map((row) => figureOf(row, document)),
    alerts: document.blocks.flatMap((block) =>
      block.kind === 'alert'
        ? [
            {
              id: block.id,
              direction: block.direction,
              headline: plain(block.headline),
              figure: block.figure && plain(block.figure),
              dateline: plain(block.dateline),
            },
          ]
        : [],
    ),
    disclaimers: disclaimers.map((text) => text.trim()),
    link: callToAction && { label: plain(callToAction.label), url: callToAction.url },
    data: document.data ?? null,
  };
}

/** The facts of what was prepared; of a message that has none, its text. */
export function factsIn({ own, text }: Prepared): Facts {
  const read = factsSchema.safeParse(own);
  if (read.success) return read.data;
  return {
    brand: '',
    language: 'en',
    direction: null,
    headline: '',
    dateline: '',
    summary: text,
    notice: null,
    figures: [],
    alerts: [],
    disclaimers: [],
    link: null,
    data: null,
  };
}
