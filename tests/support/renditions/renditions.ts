import { channels } from '#src/engine/channels/registry.ts';
import type { BrandRow } from '#src/engine/content/look.ts';
import { pictureOf } from '#src/engine/content/picture/picture-of-alert.ts';
import { CHART_STYLES, type ChartStyle } from '#src/engine/content/picture/facts.ts';
import { layOutWith } from '#src/engine/content/templates/lay-out-with.ts';
import { inStyle } from '#src/engine/content/templates/apply.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import {
  FORMATS,
  PICTURE_FORMATS,
  PICTURE_THEMES,
  type PictureFormat,
  type PictureTheme,
} from '#src/shared/content/picture-formats.ts';
import type { Event, Written } from './alerts.ts';
import { wrongTicks } from './axes.ts';
import { isPercentOfWay, isSame } from './exact.ts';
import { type Habits, habitsOf } from './habits.ts';
import { isPrinted, readBack } from './read-back.ts';
import { isOwnFigure, wrongSlots } from './slots.ts';
import type { TEMPLATES } from './templates.ts';
import { factsOfWebhook, type Shown, textsOfMessage } from './texts-of.ts';
import { textsOfSvg } from './texts-of-svg.ts';

/** What one rendition said: figures that were read, and those that come from nowhere, with their places. */
export type Reading = { where: string; figures: number; unattributed: string[] };

export type Told = { event: Event; brand: BrandRow; language: Language; shape: number };

export const nameOf = ({ event, brand, language }: Told): string =>
  `${event.name}, ${language}, ${brand.name}`;

const PICTURE = { hash: 'c'.repeat(64), type: 'image/png' as const, width: 528, height: 320 };

/** The same with pictures that were drawn, as they come with their words. */
function pictured({ document, charted }: Written): AlertDocument {
  const chart = charted && document.chart ? pictureOf(document, charted, { format: 'chart' }) : null;
  return {
    ...document,
    callToAction: { label: ['More'], url: 'https://harbor.example/alerts/1' },
    chart: chart && { description: chart.description, picture: PICTURE, problem: null },
    pictures: PICTURE_FORMATS.flatMap((format) => {
      if (format === 'chart') return [];
      const { width, height } = FORMATS[format];
      const card = pictureOf(document, document.chart ? charted : null, { format });
      return card
        ? [
            {
              format,
              width,
              height,
              description: card.description,
              picture: { ...PICTURE, width, height },
              problem: null,
            },
          ]
        : [];
    }),
  };
}

/** What a text is read by: its language, and how its brand writes figures. */
type Reader = { language: Language; habits: Habits };
const readerOf = ({ language, brand }: Told): Reader => ({
  language,
  habits: habitsOf(language, brand.formats),
});

const read = (
  shown: readonly Shown[],
  { grounds }: Written,
  { language, habits }: Reader,
  where: string,
): Reading => {
  const all = shown.map(({ at, text }) => ({
    at,
    ...readBack(text, grounds, language, habits),
  }));
  return {
    where,
    figures: all.reduce((sum, { figures }) => sum + figures, 0),
    unattributed: all.flatMap(({ at, unattributed }) =>
      unattributed.map(({ figure, around }) => `${figure} in ${at}: …${around}…`),
    ),
  };
};

/** A program's facts hold numbers as programs write them, and each is the evidence's. */
function readData(data: readonly Shown[], { grounds }: Written, where: string): Reading {
  const valueOf = (of: string): string => grounds.figures.find((figure) => figure.of === of)?.value ?? '';
  const isKnown = ({ at, text }: Shown): boolean => {
    if (/\.(?:kind|symbol|ticker|exchange|currency|timeframe)$/.test(at)) return true;
    if (/\.(?:time|triggeredAt)$/.test(at)) return grounds.moments.has(text);
    if (at.endsWith('.move')) return isPercentOfWay(text, valueOf('previous.close'), valueOf('bar.close'));
    return grounds.figures.some((figure) => isSame(text, figure.value) || isPrinted(text, figure));
  };
  return {
    where,
    figures: data.length,
    unattributed: data.filter((each) => !isKnown(each)).map(({ at, text }) => `${text} in ${at}`),
  };
}

/** An alert in one template, in every channel. */
export async function readMessages(told: Told, template: (typeof TEMPLATES)[number]): Promise<Reading[]> {
  const { event, brand, language, shape } = told;
  const reader = readerOf(told);
  const written = event.write(brand, language, shape);
  const ground = written.template;
  if (ground === null && template.choice.template !== null) return [];
  const document = ground
    ? await layOutWith(template.choice, pictured(written), ground)
    : inStyle(pictured(written), template.choice.style, event.kind);
  const name = `${nameOf(told)}, ${template.name}`;
  const unused = document.layout?.problem ?? null;
  const { count, wrong } = wrongSlots(document, written.grounds, language, reader.habits);
  const readings: Reading[] = [
    {
      where: `${name}, document`,
      figures: count,
      unattributed: [
        ...wrong.map(({ at, figure }) => `${figure} in ${at}`),
        // One that is refused is one that nobody gets.
        ...(unused === null ? [] : [unused]),
      ],
    },
  ];
  for (const channel of channels()) {
    const prepared = await channel.render(laidOut(document, formOf(channel.limits)));
    const where = `${name}, ${channel.kind}`;
    readings.push(read(textsOfMessage(channel.kind, prepared), written, reader, where));
    if (channel.kind !== 'webhook') continue;
    const { said, data } = factsOfWebhook(prepared);
    readings.push(read(said, written, reader, `${where}, facts`), readData(data, written, `${where}, data`));
  }
  return readings;
}

/** The pictures of an alert: one of each format in each theme, and its chart in each style. */
export const PICTURES: readonly { format: PictureFormat; theme: PictureTheme; style?: ChartStyle }[] = [
  ...PICTURE_FORMATS.flatMap((format) => PICTURE_THEMES.map((theme) => ({ format, theme }))),
  ...CHART_STYLES.map((style) => ({ format: 'chart' as const, theme: 'light' as const, style })),
];

/** A picture as it would be drawn; null where there is nothing to draw. */
export const sketchOf = ({ document, charted }: Written, choice: (typeof PICTURES)[number]) =>
  pictureOf(document, document.direction === null ? null : charted, choice);

/** What a picture says, in the texts that it is drawn from. */
export function readPicture(told: Told, written: Written, choice: (typeof PICTURES)[number]): Reading[] {
  const { language } = told;
  const sketch = sketchOf(written, choice);
  if (!sketch) return [];
  const { habits } = readerOf(told);
  const { format, theme, style } = choice;
  const where = `${nameOf(told)}, ${format} ${theme}${style ? ` as ${style}` : ''}`;
  const drawn = textsOfSvg(sketch.svg);
  const said = drawn.flatMap(({ isTick, text }) => (isTick ? [] : [{ at: 'picture', text }]));
  const reading = read(said, written, readerOf(told), where);
  const slots = drawn.flatMap(({ parts }) =>
    parts.flatMap(({ of, text }) => (of === null ? [] : [{ of, text }])),
  );
  const named = slots.filter(({ of }) => written.grounds.figures.some((figure) => figure.of === of));
  const wrong = named.filter((slot) => !isOwnFigure(slot, written.grounds, language, habits));
  const ticks = wrongTicks(drawn, language, habits);
  return [
    {
      ...reading,
      unattributed: [
        ...reading.unattributed,
        ...wrong.map(({ of, text }) => `${text} as ${of}`),
        ...ticks.map((text) => `${text} on an axis`),
      ],
    },
  ];
}
