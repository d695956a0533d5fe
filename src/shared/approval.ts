import * as z from 'zod/mini';
import { oneLabel } from './label.ts';
import { LAPSED_THEN } from './lapsed.ts';

/** The standard policies, which every workspace has. */
export const STANDARD_POLICIES = ['auto', 'human', 'smart'] as const;
export type StandardPolicy = (typeof STANDARD_POLICIES)[number];

/** How an alert is approved: one of the standard policies, or the id of one of the workspace's own. */
export const approvalSchema = z.union(
  [z.enum(STANDARD_POLICIES), z.uuid()],
  'There is no such approval policy.',
);
/** In files: a standard policy, or the name of one of the workspace's own. */
export const approvalNameSchema = z
  .string('The approval policy must be a name.')
  .check(z.minLength(1), z.maxLength(80));
export type Approval = StandardPolicy | (string & {});

export const isStandardPolicy = (approval: string): approval is StandardPolicy =>
  STANDARD_POLICIES.some((each) => each === approval);

/**
 * What smart approval looks at. Each has a weight in points and a strength from 0 to 1; the score is the sum of their
 * products, 100 at most.
 */
export const REASONS = [
  'move',
  'claims',
  'data',
  'first_use',
  'writer',
  'audience',
  'hour',
  'history',
  'freshness',
] as const;
export type Reason = (typeof REASONS)[number];

/** Points of a reason at full strength, where a policy doesn't say otherwise. */
export const STANDARD_WEIGHTS: Readonly<Record<Reason, number>> = {
  move: 35,
  claims: 40,
  data: 40,
  first_use: 30,
  writer: 20,
  audience: 25,
  hour: 10,
  history: 40,
  freshness: 30,
};

export const APPROVERS = ['owner', 'admin', 'approver'] as const;
export const UNANSWERED = ['expire', 'release', 'escalate'] as const;
export type Unanswered = (typeof UNANSWERED)[number];

/** What becomes of an alert whose price has moved too far before it's sent. `ask`: approval is asked for again. */
export const MOVED_ACTIONS = ['lapse', 'ask'] as const;

export const POLICY = {
  movedPercent: { min: 0.1, max: 50 },
  samplingPercent: { min: 0.1, max: 100 },
  max: 50,
  nameMax: 80,
  peopleMax: 50,
  waitsMaxMinutes: 10_080,
  pointsMax: 100,
} as const;

const SAY_POINTS = 'A whole number of points, from 0 to 100.';
const points = z
  .number(SAY_POINTS)
  .check(z.int(SAY_POINTS), z.minimum(0, SAY_POINTS), z.maximum(POLICY.pointsMax, SAY_POINTS));
const SAY_WAITS = 'A whole number of minutes, from 1 to 10,080 (a week).';
const SAY_MOVED = 'Enter a percentage from 0.1 to 50.';
const freshnessSchema = z.strictObject({
  /** Of the price that the text names, up or down. */
  movedPercent: z
    .number(SAY_MOVED)
    .check(z.minimum(POLICY.movedPercent.min, SAY_MOVED), z.maximum(POLICY.movedPercent.max, SAY_MOVED)),
  action: z._default(z.enum(MOVED_ACTIONS), 'ask'),
  late: z._default(z.enum(LAPSED_THEN), 'nothing'),
});
export type Freshness = z.infer<typeof freshnessSchema>;

const SAY_SHARE = 'A percentage from 0.1 to 100.';

const SAY_TIME = 'A time of day such as 09:00.';
const timeOfDay = z.string(SAY_TIME).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, SAY_TIME));

/** Within these hours alerts may go out without a review. */
export const policyHoursSchema = z
  .strictObject({
    /** 1 is Monday, 7 is Sunday. */
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(
      z.overwrite((days) => [...new Set(days)].sort((one, other) => one - other)),
      z.minLength(1, 'Choose at least one day.'),
    ),
    from: timeOfDay,
    to: timeOfDay,
    timeZone: z.string().check(z.refine(isTimeZone, 'There is no such time zone.')),
  })
  .check(z.refine(({ from, to }) => from < to, { error: 'The end must be after the start.', path: ['to'] }));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

export const policyContentSchema = z
  .strictObject({
    mode: z.enum(STANDARD_POLICIES),
    /** Smart approval asks a person from this score on. */
    asksFrom: z._default(points.check(z.minimum(1, 'A score from 1 to 100.')), 50),
    /** Points of a reason at full strength. What is left out has its standard weight. */
    weights: z._default(z.partialRecord(z.enum(REASONS), points), {}),
    /** Who may approve: everybody with one of the roles, and these people by their user ids. */
    approvers: z._default(
      z.strictObject({
        roles: z.array(z.enum(APPROVERS)).check(z.overwrite((roles) => [...new Set(roles)])),
        people: z._default(
          z.array(z.uuid()).check(
            z.overwrite((people) => [...new Set(people)]),
            z.maxLength(POLICY.peopleMax, `A policy names ${POLICY.peopleMax} people at most.`),
          ),
          [],
        ),
        /**
         * Client approvers of the alert's brand: they may approve, or one of the two must be one of them. Absent is
         * neither, for the same reason as `together`.
         */
        clients: z.optional(
          z.enum(['may', 'must'], 'Client approvers “may” approve, or one of them “must”.'),
        ),
      }),
      { roles: [...APPROVERS], people: [] },
    ),
    /** So many people must approve. */
    needs: z._default(z.union([z.literal(1), z.literal(2)], 'One or two people.'), 1),
    /** Who last changed the rule or the alert's text doesn't count as an approver of it. */
    notAuthor: z._default(z.boolean(), false),
    /**
     * Its alerts may be decided with others in one step. Absent is no: contents that are stored without it keep their
     * bytes, which the ledger knows by their hash.
     */
    together: z.optional(z.boolean()),
    /** Null: until the alert is no longer news, a day at most. */
    waitsMinutes: z._default(
      z.nullable(
        z
          .number(SAY_WAITS)
          .check(z.int(SAY_WAITS), z.minimum(1, SAY_WAITS), z.maximum(POLICY.waitsMaxMinutes, SAY_WAITS)),
      ),
      null,
    ),
    /** What happens to an alert that nobody decided on in time. `escalate`: owners are asked, for as long again. */
    unanswered: z._default(z.enum(UNANSWERED), 'expire'),
    hours: z._default(z.nullable(policyHoursSchema), null),
    /** How far the price may move before the alert is sent. Absent is as far as it likes, as with `together`. */
    freshness: z.optional(freshnessSchema),
    /**
     * The share of the alerts it sends without a review that a person looks at afterwards, in percent. Absent is none, as
     * with `together`.
     */
    sampling: z.optional(
      z
        .number(SAY_SHARE)
        .check(
          z.minimum(POLICY.samplingPercent.min, SAY_SHARE),
          z.maximum(POLICY.samplingPercent.max, SAY_SHARE),
        ),
    ),
    /**
     * Corrections that are proposed because bars were corrected go out without a person. Absent is no, as with `together`.
     */
    barCorrections: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ approvers: { roles, people, clients } }) =>
        roles.length + people.length > 0 || clients !== undefined,
      { error: 'Choose who may approve.', path: ['approvers'] },
    ),
    z.refine(({ approvers, needs }) => approvers.clients !== 'must' || needs === 2, {
      error: 'A client approver must be one of two people. Let two people approve.',
      path: ['approvers'],
    }),
    z.refine(({ unanswered, waitsMinutes }) => unanswered === 'expire' || waitsMinutes !== null, {
      error: 'Say how long an alert waits first.',
      path: ['waitsMinutes'],
    }),
  );
export type PolicyContent = z.infer<typeof policyContentSchema>;

const nameSchema = z.string('The policy’s name must be a text.').check(
  z.overwrite(oneLabel),
  z.minLength(1, 'The policy needs a name.'),
  z.maxLength(POLICY.nameMax, 'The policy’s name can have at most 80 characters.'),
  z.refine(
    (name) => !isStandardPolicy(name.toLowerCase()) && !z.uuid().safeParse(name).success,
    'That name is taken by a standard policy. Choose another.',
  ),
);
export const policyFormSchema = z.strictObject({ name: nameSchema, content: policyContentSchema });
export type PolicyForm = z.infer<typeof policyFormSchema>;

/** What is left out stays. `version`: the one that the change was made on. */
export const policyChangeSchema = z.strictObject({
  name: z.optional(nameSchema),
  content: z.optional(policyContentSchema),
  version: z.optional(z.int()),
});
export type PolicyChange = z.infer<typeof policyChangeSchema>;

const time = z.iso.datetime();
export const policySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Goes up with every change of its content. */
  version: z.int(),
  content: policyContentSchema,
  /** Rules that use it, themselves or in a route. */
  usedBy: z.int(),
  createdAt: time,
  updatedAt: time,
});
export type Policy = z.infer<typeof policySchema>;
export const policiesSchema = z.object({
  standard: z.array(
    z.object({ id: z.enum(STANDARD_POLICIES), name: z.string(), content: policyContentSchema }),
  ),
  items: z.array(policySchema),
});
export type Policies = z.infer<typeof policiesSchema>;
export const policyVersionsSchema = z.object({
  items: z.array(z.object({ version: z.int(), content: policyContentSchema, by: z.string(), at: time })),
});
export type PolicyVersion = z.infer<typeof policyVersionsSchema>['items'][number];

/** One reason of a decision: its points and its sentence. */
export const scoredReasonSchema = z.object({ reason: z.enum(REASONS), points: z.number(), says: z.string() });
export type ScoredReason = z.infer<typeof scoredReasonSchema>;
export const OUTCOMES = ['send', 'review'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a policy decided about an alert, and why. */
export const assessmentSchema = z.object({
  policy: z.object({ id: z.string(), name: z.string(), version: z.int() }),
  outcome: z.enum(OUTCOMES),
  /** 0 to 100; null where the policy doesn't score. */
  score: z.nullable(z.number()),
  asksFrom: z.nullable(z.int()),
  reasons: z.array(scoredReasonSchema),
  /** In a sentence. */
  says: z.string(),
});
export type Assessment = z.infer<typeof assessmentSchema>;

export const dryRunFormSchema = z.strictObject({ content: policyContentSchema });
export type DryRunForm = z.infer<typeof dryRunFormSchema>;
const dryRunDecision = { outcome: z.enum(OUTCOMES), score: z.nullable(z.number()) };
/** What a policy would have decided about the newest alerts. */
export const dryRunSchema = z.object({
  /** How many were looked at, and of how many nothing was kept to decide on. */
  alerts: z.int(),
  unknown: z.int(),
  send: z.int(),
  review: z.int(),
  /** Those decided otherwise than they were, newest first. */
  differences: z.array(
    z.object({
      alertId: z.uuid(),
      title: z.string(),
      createdAt: time,
      was: z.object(dryRunDecision),
      now: z.object({ ...dryRunDecision, says: z.string(), reasons: z.array(scoredReasonSchema) }),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRunSchema>;
/** So many of the newest alerts a dry run looks at. */
export const DRY_RUN_ALERTS = 500;
