import * as z from 'zod/mini';
import { alertStateSchema, channelKindSchema } from './alerts.ts';
import { chargeSchema } from './channels.ts';
import { warmUpSchema } from './warm-up.ts';
import { LAPSED, LAPSED_THEN } from './lapsed.ts';

/**
 * People who are passed over, by why: `suppressed`, `unsubscribed`, `unwanted` (they chose other symbols), `country` (the brand's
 * country policy blocks it there), `unconfirmed`,
 * `left` or `served`; `filtered`, where an endpoint's filter leaves it out; `digest`, who get it in a digest; `muted`, where its rule, symbol
 * or brand is muted; `told`, who got another alert about the same move; `restricted`, where its symbol is restricted for the brand;
 * `unaligned`, whom the brand may not reach without an aligned domain; `over_plan`, who are more than the plan's contacts; and `recalled`, with 0 people, where what was left was recalled.
 */
const skippedSchema = z.array(z.object({ reason: z.string(), people: z.int() }));
export type Skipped = z.infer<typeof skippedSchema>;

/** Before an alert goes: who would get it at this moment. */
const aheadSchema = z.object({
  /** Each person once, whether at once, after quiet hours or in a digest. */
  people: z.int(),
  /** Every number of people is an estimate from a sample. */
  about: z.boolean(),
  channels: z.array(
    z.object({
      channel: channelKindSchema,
      /** At once. */
      people: z.int(),
      /** Those with quiet hours, by when these end. */
      held: z.array(z.object({ until: z.iso.datetime(), people: z.int() })),
      /** In their next digest. */
      digest: z.int(),
      skipped: skippedSchema,
      /**
       * What the provider charges for those who get it, digests left out; null where no prices are known. `unpriced`: people
       * for whom none is known.
       */
      cost: z.nullable(z.object({ ...chargeSchema.shape, unpriced: z.int() })),
    }),
  ),
  destinations: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      channel: channelKindSchema,
      /** What the provider charges for the newest text there; null where it charges nothing, or nothing is written yet. */
      cost: z.nullable(chargeSchema),
      /** Its filter leaves the newest text out; false where nothing is written yet. */
      filtered: z.boolean(),
    }),
  ),
  /** Audiences and places that wait for sending hours to begin, by their names. */
  opens: z.array(
    z.object({
      name: z.string(),
      at: z.iso.datetime(),
      /** The time zone of the market whose open that is; null where it's hours by the clock. */
      marketZone: z.nullable(z.string()),
    }),
  ),
  /** Audiences and places that get it so many minutes after the others, by their names. */
  embargoes: z.array(z.object({ name: z.string(), minutes: z.int() })),
  /** Channels that it should go over and the plan doesn't include. */
  leftOut: z.array(channelKindSchema),
  /** Why it would be held back: it's for more people than the brand may reach without an aligned domain. Null where it wouldn't. */
  limit: z.nullable(z.string()),
  /** Sending domains that are new and have too few messages left today, by channel. */
  warmUps: z.array(
    z.object({
      channel: channelKindSchema,
      domain: z.string(),
      ...warmUpSchema.shape,
      /** People whose messages don't fit into today. */
      waiting: z.int(),
      /** The alert expires before the next day begins, so they don't get it. */
      expires: z.boolean(),
    }),
  ),
  /** The first moment from which a route doesn't send it any more. */
  expiresAt: z.nullable(z.iso.datetime()),
});
export type ReachAhead = z.infer<typeof aheadSchema>;

/** The channels on which somebody will get it, at once or later. */
export const reachedAhead = ({ channels, destinations }: ReachAhead): ReadonlySet<string> =>
  new Set([
    ...channels
      .filter(({ people, held, digest }) => people > 0 || held.length > 0 || digest > 0)
      .map(({ channel }) => channel),
    ...destinations.filter(({ filtered }) => !filtered).map(({ channel }) => channel),
  ]);

const countsSchema = z.object({
  /** On its way: to be sent, being sent, or to be tried again. */
  waiting: z.int(),
  /** Until an address is confirmed, or quiet hours end. */
  held: z.int(),
  /** Of those held, the ones that quiet hours hold. */
  quiet: z.int(),
  sent: z.int(),
  unknown: z.int(),
  failed: z.int(),
});

const fanOutSchema = z.object({
  id: z.uuid(),
  routeId: z.nullable(z.uuid()),
  target: z.object({
    /** `readers`: those who got the alert. */
    kind: z.enum(['audience', 'destination', 'contact', 'readers']),
    id: z.nullable(z.uuid()),
    /** Empty where there is none any more. */
    name: z.string(),
  }),
  purpose: z.enum(['first', 'update', 'correction']),
  reach: z.enum(['each', 'preferred']),
  state: z.enum(['open', 'done', 'expired']),
  /** Why it stands still. */
  waits: z.nullable(z.string()),
  /** What the audience's budget made of it; null where there is none. */
  turn: z.nullable(
    z.object({
      state: z.enum(['waiting', 'now', 'held', 'ended']),
      /** Of what waits: when it's decided. Of what is held: when its digest comes. */
      until: z.nullable(z.iso.datetime()),
      /** The part of the budget that was used. */
      per: z.nullable(z.enum(['hour', 'day'])),
      most: z.nullable(z.int()),
    }),
  ),
  /** The alert about the same move that came first, for people and places that didn't get that one; null where there is none. */
  group: z.nullable(
    z.object({
      alertId: z.uuid(),
      title: z.nullable(z.string()),
      /** That one is still on its way. */
      waits: z.boolean(),
    }),
  ),
  /** When its sending hours begin; null where it needn't wait for them. */
  opensAt: z.nullable(z.iso.datetime()),
  /** The time zone of the market whose open that is; null where it's hours by the clock. */
  marketZone: z.nullable(z.string()),
  /** `digest`: if it lapses until then, its readers get it in a digest as past news. */
  late: z.enum(LAPSED_THEN),
  /** It did, because the price had moved too far or its time limit was over. */
  lapsed: z.nullable(z.enum(LAPSED)),
  /** Its route releases it then; null where it needn't wait for that. */
  embargoUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  channels: z.array(z.object({ channel: channelKindSchema, ...countsSchema.shape, skipped: skippedSchema })),
  /** When the first and the last of those with quiet hours get it. */
  quiet: z.nullable(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
});
export type FanOut = z.infer<typeof fanOutSchema>;

/** /api/v1/alerts/{id}/reach */
export const alertReachSchema = z.object({
  brand: z.object({ id: z.uuid(), name: z.string() }),
  /** Null once it is on its way, and where it never goes. */
  ahead: z.nullable(aheadSchema),
  fanOuts: z.array(fanOutSchema),
  /** Later alerts of other rules about the same move, which people and places that got this one don't get; the newest first, 50 at most. */
  followers: z.array(
    z.object({ id: z.uuid(), title: z.nullable(z.string()), rule: z.string(), state: alertStateSchema }),
  ),
  /** The same event in other brands. */
  others: z.array(
    z.object({
      id: z.uuid(),
      brand: z.object({ id: z.uuid(), name: z.string() }),
      title: z.nullable(z.string()),
      state: alertStateSchema,
    }),
  ),
});
export type AlertReach = z.infer<typeof alertReachSchema>;
