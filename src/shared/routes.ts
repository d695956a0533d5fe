import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { approvalNameSchema, approvalSchema as approval } from './approval.ts';
import { styleSchema } from './content/layout.ts';
import { preflightSchema } from './content/preflight.ts';

/** Routes of a rule; audiences and destinations of a route; minutes after which an alert is no longer news. */
export const ROUTES_MAX = 10;
export const TARGETS_MAX = 20;
export const EXPIRY_MAX_MINUTES = 10_080;

export const REACHES = ['each', 'preferred'] as const;
export type Reach = (typeof REACHES)[number];

const reach = z.enum(REACHES);
const SAY_MINUTES = 'A whole number of minutes, from 1 to 10,080 (a week).';

/** A list without repeats, in its order. */
const listOf = <S extends z.ZodMiniType>(one: S, max: number, tooMany: string) =>
  z.array(one).check(
    z.overwrite((values) => [...new Set(values)]),
    z.maxLength(max, tooMany),
  );
const targets = <S extends z.ZodMiniType>(one: S, what: string) =>
  z._default(listOf(one, TARGETS_MAX, `A route has ${TARGETS_MAX} ${what} at most.`), []);

/** How a route reaches people, whatever names its brand and targets. */
const how = {
  /** In the order of preference; left out or null: every channel. */
  channels: z.optional(
    z.nullable(
      listOf(channelKindSchema, 20, 'A route has 20 channels at most.').check(
        z.minLength(1, 'Choose a channel, or all of them.'),
      ),
    ),
  ),
  /** Left out: over each channel a person has. */
  reach: z.optional(reach),
  /** Left out: as the rule. */
  approval: z.optional(approval),
  expiresMinutes: z.optional(
    z.nullable(
      z
        .number(SAY_MINUTES)
        .check(z.int(SAY_MINUTES), z.minimum(1, SAY_MINUTES), z.maximum(EXPIRY_MAX_MINUTES, SAY_MINUTES)),
    ),
  ),
  /** After so many minutes its targets get it; left out or null: at once. */
  releaseMinutes: z.optional(
    z.nullable(
      z
        .number(SAY_MINUTES)
        .check(z.int(SAY_MINUTES), z.minimum(1, SAY_MINUTES), z.maximum(EXPIRY_MAX_MINUTES, SAY_MINUTES)),
    ),
  ),
};
type Times = { releaseMinutes?: number | null | undefined; expiresMinutes?: number | null | undefined };
const releasedInTime = z.refine<Times>(
  ({ releaseMinutes, expiresMinutes }) =>
    !releaseMinutes || !expiresMinutes || releaseMinutes < expiresMinutes,
  {
    error: 'An alert would expire before it’s released. Release it earlier, or let it expire later.',
    path: ['releaseMinutes'],
  },
);
/** One of our layouts, by its style. */
const ours = z.enum(styleSchema.def.entries, 'There is no such layout.');
const SAY_WHO = 'Choose who gets it: an audience or a destination.';

export const routeFormSchema = z
  .object({
    /** Of a route that the rule has already, so that it stays the same route. */
    id: z.optional(z.uuid('There is no such route.')),
    /** Left out: the default brand. */
    brandId: z.optional(z.uuid('There is no such brand.')),
    /** A layout of ours, or the id of a template. Left out: standard. */
    template: z.optional(z.union([ours, z.uuid()], 'There is no such template.')),
    audienceIds: targets(z.uuid('There is no such audience.'), 'audiences'),
    destinationIds: targets(z.uuid('There is no such destination.'), 'destinations'),
    ...how,
  })
  .check(
    z.refine(({ audienceIds, destinationIds }) => audienceIds.length + destinationIds.length > 0, {
      error: SAY_WHO,
      path: ['audienceIds'],
    }),
    releasedInTime,
  );
export type RouteForm = z.infer<typeof routeFormSchema>;

const tooMany = z.maxLength(ROUTES_MAX, `A rule has ${ROUTES_MAX} routes at most.`);
/** None: the default brand, to the members, under the rule's approval. */
export const routeFormsSchema = z.array(routeFormSchema).check(
  tooMany,
  z.refine(
    (routes) => {
      const ids = routes.flatMap(({ id }) => id ?? []);
      return new Set(ids).size === ids.length;
    },
    { error: 'A route is named once.' },
  ),
);

const target = { id: z.uuid(), name: z.string(), removed: z.boolean() };
export const routeSchema = z.object({
  id: z.uuid(),
  brand: z.object({ id: z.uuid(), name: z.string(), archived: z.boolean() }),
  /** Which parts its alerts have, and in which order. `id` is null for a layout of ours. */
  template: z.object({ id: z.nullable(z.uuid()), name: z.string(), style: styleSchema }),
  audiences: z.array(z.object(target)),
  destinations: z.array(z.object({ ...target, channel: channelKindSchema, connection: z.string() })),
  channels: z.nullable(z.array(channelKindSchema)),
  reach,
  approval,
  expiresMinutes: z.nullable(z.int()),
  releaseMinutes: z.nullable(z.int()),
});
export type Route = z.infer<typeof routeSchema>;

const fileName = z.string().check(z.minLength(1), z.maxLength(200));
/** As a file has it: brands, templates, audiences and destinations by their names; without a brand, the default one. */
export const fileRouteSchema = z
  .object({
    brand: z.optional(fileName),
    /** A layout of ours, or the name of a template. */
    template: z.optional(fileName),
    audiences: targets(fileName, 'audiences'),
    destinations: z._default(
      z
        .array(z.object({ connection: fileName, name: fileName }))
        .check(z.maxLength(TARGETS_MAX, `A route has ${TARGETS_MAX} destinations at most.`)),
      [],
    ),
    ...how,
    /** A standard policy, or the name of one of the workspace's own. */
    approval: z.optional(approvalNameSchema),
  })
  .check(
    z.refine(({ audiences, destinations }) => audiences.length + destinations.length > 0, {
      error: SAY_WHO,
      path: ['audiences'],
    }),
    releasedInTime,
  );
export type FileRoute = z.infer<typeof fileRouteSchema>;
export const fileRoutesSchema = z.optional(z.array(fileRouteSchema).check(tooMany));

/** What a route can be made of. `inPlan`: whether the plan includes it. */
export const routeChoicesSchema = z.object({
  brands: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      isDefault: z.boolean(),
      inPlan: z.boolean(),
      timeZone: z.nullable(z.string()),
    }),
  ),
  /** The workspace's own; `standard`, `brief` and `rich` are there besides. */
  templates: z.array(z.object({ id: z.uuid(), name: z.string(), inPlan: z.boolean() })),
  audiences: z.array(z.object({ id: z.uuid(), name: z.string(), isMembers: z.boolean() })),
  /** The workspace's own; `auto`, `human` and `smart` are there besides. */
  policies: z.array(z.object({ id: z.uuid(), name: z.string() })),
  destinations: z.array(
    z.object({ id: z.uuid(), name: z.string(), channel: channelKindSchema, connection: z.string() }),
  ),
  channels: z.array(
    z.object({
      kind: channelKindSchema,
      title: z.string(),
      inPlan: z.boolean(),
      /** The newest alert against the limits of the channel; null where none was written for it. */
      preflight: z.nullable(preflightSchema),
    }),
  ),
});
export type RouteChoices = z.infer<typeof routeChoicesSchema>;
