import * as z from 'zod/mini';
import { alertStateSchema, channelKindSchema } from './alerts.ts';
import { alertLanguageSchema } from './content/answer.ts';
import { contentFindingSchema } from './content/content-check.ts';
import { preflightSchema } from './content/preflight.ts';
import { oneLabel } from './label.ts';
import { timeframeSchema } from './market.ts';
import { timeZoneSchema } from './places.ts';
import { routeFormSchema } from './routes.ts';

/** Named as the detector of an alert that a person wrote. */
export const COMPOSED_DETECTOR = 'composed';

/** What an alert that a person writes may hold, in characters as they are typed. */
export const COMPOSED = {
  headlineMax: 200,
  summaryMax: 2_000,
  paragraphMax: 4_000,
  paragraphsMax: 8,
  topicMax: 60,
  vouchesMax: 100,
} as const;

/** The figures and names that a text may hold as `{{close}}`, and what each is. Code fills them from stored bars. */
export const COMPOSED_FIGURES = {
  name: 'Name',
  ticker: 'Symbol',
  close: 'Last close',
  change_1d: 'Change, 1D',
  change_1w: 'Change, 1W',
  change_1m: 'Change, 1M',
  open: 'Open',
  high: 'High',
  low: 'Low',
  volume: 'Volume',
  previous_close: 'Close before',
  time: 'Bar time',
} as const;
export type ComposedFigure = keyof typeof COMPOSED_FIGURES;
export const COMPOSED_FIGURE_NAMES = Object.keys(COMPOSED_FIGURES) as ComposedFigure[];

const storable = z.refine<string>(
  (text) => !/[\0\p{Cs}]/u.test(text),
  'This holds a character that can’t be stored.',
);
const text = (what: string, max: number) =>
  z
    .string(`Enter ${what}.`)
    .check(
      z.trim(),
      z.maxLength(max, `Please use at most ${max.toLocaleString('en-US')} characters.`),
      storable,
    );

const wordsSchema = z.object({
  headline: text('a headline', COMPOSED.headlineMax).check(
    z.overwrite(oneLabel),
    z.minLength(1, 'Enter a headline.'),
  ),
  summary: text('a summary', COMPOSED.summaryMax).check(z.minLength(1, 'Enter a summary.')),
  paragraphs: z._default(
    z.array(text('a paragraph', COMPOSED.paragraphMax)).check(
      z.overwrite((all) => all.filter((each) => each !== '')),
      z.maxLength(COMPOSED.paragraphsMax, `An alert has ${COMPOSED.paragraphsMax} paragraphs at most.`),
    ),
    [],
  ),
});
export type ComposedWords = z.infer<typeof wordsSchema>;

/** Where something is in the words: `topic`, `headline`, `summary` or `paragraphs.0`. */
const placeSchema = z
  .string()
  .check(
    z.regex(
      /^(?:topic|headline|summary|paragraphs\.[0-7])$/,
      'Name a text: topic, headline, summary or paragraphs.0.',
    ),
  );
export const vouchSchema = z.object({ at: placeSchema, found: z.string().check(z.maxLength(500)) });
export type ComposedVouch = z.infer<typeof vouchSchema>;

export const WHEN_STALE = ['hold', 'send'] as const;
export type WhenStale = (typeof WHEN_STALE)[number];

const localTimeSchema = z
  .string('Enter a date and a time.')
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a date and a time, such as 2026-11-27T09:00.'));
/** A wall-clock time in a time zone. */
export const planFormSchema = z.object({ local: localTimeSchema, timeZone: timeZoneSchema });
export type PlanForm = z.infer<typeof planFormSchema>;

/** How far ahead an alert can be planned. */
export const PLANNED_DAYS_MAX = 366;

const aboutParts = {
  /** Left out or null: about no symbol. */
  symbol: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(40)))),
  /** Of the bars that figures come from. */
  timeframe: z._default(timeframeSchema, '1d'),
  /** What an alert without a symbol is about. */
  topic: z._default(
    z
      .string('The topic must be a text.')
      .check(
        z.overwrite(oneLabel),
        z.maxLength(COMPOSED.topicMax, `A topic can have at most ${COMPOSED.topicMax} characters.`),
        storable,
      ),
    '',
  ),
  /** One of the brand’s. Left out: its main language. */
  language: z.optional(alertLanguageSchema),
  /** A chart of the symbol. */
  chart: z._default(z.boolean(), true),
  /** Brand, targets, channels and approval. Left out: the default brand, to the members. */
  route: z.optional(routeFormSchema),
  /** Left out or null: as soon as it is approved. */
  sendAt: z.optional(z.nullable(planFormSchema)),
  /** What happens to a planned alert if newer prices are stored by then. */
  whenStale: z._default(z.enum(WHEN_STALE), 'hold'),
  vouches: z._default(
    z.array(vouchSchema).check(z.maxLength(COMPOSED.vouchesMax, 'That is too much to vouch for.')),
    [],
  ),
};

/** What POST /api/v1/alerts is told. */
export const composeFormSchema = z.object({ ...wordsSchema.shape, ...aboutParts });
export type ComposeForm = z.infer<typeof composeFormSchema>;

/** The topic as readers see it: with a symbol, that takes its place. */
export const topicOf = ({ symbol, topic }: Pick<ComposeForm, 'symbol' | 'topic'>): string =>
  symbol ? '' : topic;

/** What POST /api/v1/alerts/preview is told: the same, unfinished. */
export const composePreviewFormSchema = z.object({
  ...aboutParts,
  headline: z._default(text('a headline', COMPOSED.headlineMax), ''),
  summary: z._default(text('a summary', COMPOSED.summaryMax), ''),
  paragraphs: wordsSchema.shape.paragraphs,
});
export type ComposePreviewForm = z.infer<typeof composePreviewFormSchema>;

export const composedFindingSchema = z.extend(contentFindingSchema, {
  /** The author vouched for it. */
  vouched: z.boolean(),
});
export type ComposedFinding = z.infer<typeof composedFindingSchema>;

export const composePreviewSchema = z.object({
  /** What may be filled in, with what it reads now. */
  figures: z.array(z.object({ name: z.string(), label: z.string(), text: z.string() })),
  /** The bar that the figures come from; null without a symbol or bars. */
  bar: z.nullable(z.object({ time: z.iso.datetime(), says: z.string() })),
  /** Why no figures can be filled in. */
  problem: z.nullable(z.string()),
  findings: z.array(composedFindingSchema),
  /** Whether nothing keeps it from going out. */
  ready: z.boolean(),
  /** A text of the built-in writer’s to begin with. */
  draft: z.nullable(wordsSchema),
  /** Why it would be withheld: its symbol or brand is muted, or its symbol restricted. */
  barred: z.nullable(z.string()),
  /** Under which approval policy it goes out, and whether that asks for a person. */
  approval: z.object({
    name: z.string(),
    asks: z.enum(['never', 'sometimes', 'always']),
    why: z.nullable(z.string()),
  }),
  /** When it goes out, and what there is to say about that time; null is as soon as it is approved. */
  sending: z.nullable(
    z.object({
      at: z.nullable(z.iso.datetime()),
      note: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    }),
  ),
  channels: z.array(
    z.object({
      kind: channelKindSchema,
      title: z.string(),
      subject: z.nullable(z.string()),
      text: z.string(),
      /** With its pictures in it; null where the channel shows none. */
      html: z.nullable(z.string()),
      buttons: z.array(z.object({ label: z.string(), url: z.string() })),
      preflight: preflightSchema,
    }),
  ),
});
export type ComposePreview = z.infer<typeof composePreviewSchema>;

export const composedSchema = z.object({ id: z.uuid(), state: alertStateSchema });
export type Composed = z.infer<typeof composedSchema>;

/** When an alert goes out: the moment, and what was chosen. */
export const alertPlanSchema = z.object({
  sendAt: z.iso.datetime(),
  local: z.string(),
  timeZone: z.string(),
});
export type AlertPlan = z.infer<typeof alertPlanSchema>;

/** A planned alert, as the agenda lists it. */
export const plannedSchema = z.object({
  id: z.uuid(),
  state: alertStateSchema,
  title: z.string(),
  symbol: z.string(),
  brand: z.object({ id: z.uuid(), name: z.string() }),
  writtenBy: z.string(),
  ...alertPlanSchema.shape,
});
export type Planned = z.infer<typeof plannedSchema>;
export const plannedListSchema = z.object({ items: z.array(plannedSchema) });
