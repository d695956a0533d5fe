import * as z from 'zod/mini';
import { quarantineReasonSchema } from './feeds.ts';
import { timeframeSchema } from './market.ts';
import { ownSymbolSchema } from './own-symbols.ts';
import { instrumentSchema } from './rules/stored.ts';

/** Where in its trading day a market is. `pre` and `post`: outside of the regular hours of a market that trades then. */
export const MARKET_PHASES = ['open', 'pre', 'post', 'break', 'closed'] as const;
export type MarketPhase = (typeof MARKET_PHASES)[number];

const moment = z.iso.datetime();

/** `changePct`: from the close of the trading day before, adjusted for splits. */
const quoteSchema = z.object({
  price: z.string(),
  at: moment,
  changePct: z.nullable(z.number()),
});
/** `until`: when the phase ends; null for a market that is always open. */
const hoursSchema = z.object({ phase: z.enum(MARKET_PHASES), until: z.nullable(moment) });
/** A dividend's ratio is that of the prices before it to those after it. */
export const corporateActionSchema = z.object({
  kind: z.enum(['split', 'dividend']),
  date: z.iso.date(),
  ratio: z.number(),
});
const qualitySchema = z.object({
  barsUntil: z.nullable(moment),
  refused: z.nullable(z.string()),
  quarantined: z.array(z.object({ reason: quarantineReasonSchema, count: z.int() })),
  gaps: z.array(z.object({ problem: z.string(), at: moment })),
  suspectedSplits: z.int(),
});

/** /api/v1/instruments/{symbol}: one instrument with everything that is known of it here. */
export const instrumentDetailSchema = z.extend(instrumentSchema, {
  quote: z.nullable(quoteSchema),
  pricesHidden: z.boolean(),
  hours: hoursSchema,
  halted: z.nullable(z.object({ since: moment, reason: z.string() })),
  actions: z.array(corporateActionSchema),
  history: ownSymbolSchema.shape.history,
  quality: qualitySchema,
  rules: z.object({
    total: z.int(),
    items: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        state: z.enum(['active', 'paused']),
        timeframe: timeframeSchema,
      }),
    ),
  }),
});
export type InstrumentDetail = z.infer<typeof instrumentDetailSchema>;
export type Quote = z.infer<typeof quoteSchema>;

/** A page of a chart has so many bars at most. */
export const CHART_BARS_MAX = 1_000;

/** Starts and ends in ms, UTC. `regular`: the regular hours within the hours of a market that also trades around them. */
const chartSessionSchema = z.object({
  open: z.number(),
  close: z.number(),
  regular: z.nullable(z.object({ open: z.number(), close: z.number() })),
});
export type ChartSession = z.infer<typeof chartSessionSchema>;

/** /api/v1/instruments/{symbol}/bars */
export const instrumentBarsSchema = z.object({
  timeframe: timeframeSchema,
  recorded: z.boolean(),
  bars: z.array(
    z.object({
      time: z.number(),
      open: z.number(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
      volume: z.nullable(z.number()),
    }),
  ),
  sessions: z.array(chartSessionSchema),
  next: z.nullable(z.string()),
});
export type InstrumentBars = z.infer<typeof instrumentBarsSchema>;
