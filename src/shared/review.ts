import * as z from 'zod/mini';
import { alertItemSchema } from './alert-list.ts';
import { alertStateSchema } from './alerts.ts';
import { assessmentSchema, UNANSWERED } from './approval.ts';
import { contentFindingSchema } from './content/content-check.ts';
import { oneLabel } from './label.ts';

/** An alert that waits for a review expires after so long, unless its routes say how long it is news. */
export const REVIEW_HOURS = 24;

/** Approvers are reminded at half of the wait, where it is this long, and where this much of it is left. In minutes. */
export const REMINDER = { waitMin: 30, leftMin: 10 } as const;

const REASON_MAX = 1_000;

/** What of an alert a reviewer edits, in characters. */
export const EDITED = { headlineMax: 200, summaryMax: 2_000 } as const;

const hashSchema = z
  .string('Name the revision that you reviewed.')
  .check(z.regex(/^[0-9a-f]{64}$/, 'A revision is a SHA-256 hash in hexadecimal.'));

const wordsSchema = z.object({ headline: z.string(), summary: z.string() });
/** What a reviewer may edit, in one language. */
const editableSchema = z.extend(wordsSchema, {
  language: z.string(),
  /** Figures, names and dates that a text may hold, as they read. */
  values: z.array(z.string()),
  /** As it was written, before anybody edited it. */
  written: wordsSchema,
});
export type EditableText = z.infer<typeof editableSchema>;

/** Who looks at an alert says so again this often; without it for `lapsesMs`, they have left. */
export const VIEWING = { beatMs: 15_000, lapsesMs: 45_000 } as const;

/** /api/v1/reviews/viewers: alerts that others have open at the moment, and who. */
export const viewersSchema = z.object({
  items: z.array(
    z.object({ alert: z.uuid(), people: z.array(z.object({ userId: z.uuid(), name: z.string() })) }),
  ),
});
export type Viewers = z.infer<typeof viewersSchema>;

/**
 * When approval was last asked for again because the price had moved, null if it never was. An approval names what it has
 * seen: a screen from before doesn't show the new price.
 */
const seenSchema = z.optional(z.nullable(z.iso.datetime('A time is like 2026-11-20T14:00:00Z.')));

/** What there is to decide on. */
const waitingSchema = z.object({
  /** The newest content. A decision names its hash. */
  revision: z.object({ n: z.int(), hash: z.string(), createdAt: z.iso.datetime() }),
  /** In each language, the main language first. */
  texts: z.array(editableSchema),
  /** Until when it waits, and what happens then if nobody has decided. */
  lapsesAt: z.iso.datetime(),
  unanswered: z.enum(UNANSWERED),
  /** Whether owners were asked already. */
  escalated: z.boolean(),
  /** How many people must approve it, and who has. */
  needs: z.int(),
  approvals: z.array(z.string()),
  /** A client approver must be one of them, and none is yet. */
  needsClient: z.boolean(),
  /** Why the one who asks can't decide under the policy; null where they can. */
  refusal: z.nullable(z.string()),
  /** The absent member in whose place the one who asks decides, and until when; null where in their own. */
  inPlaceOf: z.nullable(z.object({ name: z.string(), until: z.iso.datetime() })),
  /** How far the price has moved since the text was written, where that is too far or approval was asked for again. */
  moved: z.nullable(z.string()),
  /** Why it would be withheld if it were approved now: what of it is muted or restricted. */
  barred: z.nullable(z.string()),
  askedAgainAt: z.nullable(z.iso.datetime()),
  /** Why a person is asked; null for alerts from before policies. */
  assessment: z.nullable(assessmentSchema),
  /** The alert that has waited longest besides this one; null if none waits. */
  next: z.nullable(z.uuid()),
  /** How many wait besides this one. */
  others: z.int(),
});
export type Review = z.infer<typeof waitingSchema>;

/** GET /api/v1/alerts/{id}/review. Null once it's decided, and where no review is asked for. */
export const reviewSchema = z.object({ waiting: z.nullable(waitingSchema) });

/** One list of what waits holds so many at most. */
export const REVIEWS_MAX = 200;

const waitingAlertSchema = z.extend(alertItemSchema, {
  /** The hash of the newest content: what a decision names. */
  revision: z.string(),
  askedAgainAt: z.nullable(z.iso.datetime()),
  /** Whether its policy lets it be decided with others at once. */
  together: z.boolean(),
  /** When it expires if nobody decides. */
  lapsesAt: z.iso.datetime(),
});
export type WaitingAlert = z.infer<typeof waitingAlertSchema>;

/** GET /api/v1/reviews: the alerts that wait, the next to expire first. */
export const reviewsSchema = z.object({
  items: z.array(waitingAlertSchema),
  /** How many wait in all. */
  count: z.int(),
});
export type Reviews = z.infer<typeof reviewsSchema>;

const decisionParts = {
  decision: z.enum(['approve', 'reject'], 'A decision is "approve" or "reject".'),
  reason: z.optional(
    z
      .string('A reason is a text.')
      .check(z.trim(), z.maxLength(REASON_MAX, `Please use at most ${REASON_MAX} characters.`)),
  ),
};
const isReasoned = ({ decision, reason }: { decision: string; reason?: string | undefined }): boolean =>
  decision === 'approve' || Boolean(reason);
const WITHOUT_REASON = { path: ['reason'], error: 'Say why you reject it.' };

/** What POST /api/v1/alerts/{id}/decision is told. */
export const decisionFormSchema = z
  .object({
    ...decisionParts,
    /** The hash of the revision that was reviewed. A decision is about nothing else. */
    revision: hashSchema,
    askedAgainAt: seenSchema,
  })
  .check(z.refine(isReasoned, WITHOUT_REASON));
export type DecisionForm = z.infer<typeof decisionFormSchema>;

/** One request decides on so many alerts at most. */
export const TOGETHER_MAX = 100;

const togetherSchema = z.object({
  id: z.uuid('An alert is named by its id.'),
  revision: hashSchema,
  askedAgainAt: seenSchema,
});
export type ToDecide = z.infer<typeof togetherSchema>;
/** What POST /api/v1/reviews/decisions is told: one decision and reason, about several alerts. */
export const togetherFormSchema = z
  .object({
    ...decisionParts,
    alerts: z.array(togetherSchema, 'Name the alerts and their revisions.').check(
      z.minLength(1, 'Name at least one alert.'),
      z.maxLength(TOGETHER_MAX, `You can decide on ${TOGETHER_MAX} alerts at once.`),
      z.refine(
        (alerts) => new Set(alerts.map(({ id }) => id.toLowerCase())).size === alerts.length,
        'Name each alert once.',
      ),
    ),
  })
  .check(z.refine(isReasoned, { ...WITHOUT_REASON, error: 'Say why you reject them.' }));
export type TogetherForm = z.infer<typeof togetherFormSchema>;

/** What has become of each alert, in the order of the request: its new state, or why nothing was decided. */
export const decidedTogetherSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      state: z.nullable(alertStateSchema),
      refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
    }),
  ),
});
export type DecidedTogether = z.infer<typeof decidedTogetherSchema>;

/** What has become of the alert. */
export const decidedSchema = z.object({ state: alertStateSchema });

const editParts = {
  /** The hash of the revision that was edited. */
  revision: hashSchema,
  /** Languages that aren't named stay as they are. */
  texts: z
    .array(
      z.object({
        language: z.string('Name the language.').check(z.maxLength(35)),
        headline: z
          .string('Enter a headline.')
          .check(
            z.overwrite(oneLabel),
            z.minLength(1, 'Enter a headline.'),
            z.maxLength(EDITED.headlineMax, `A headline can have at most ${EDITED.headlineMax} characters.`),
          ),
        summary: z
          .string('Enter a summary.')
          .check(
            z.overwrite(oneLabel),
            z.minLength(1, 'Enter a summary.'),
            z.maxLength(EDITED.summaryMax, `A summary can have at most ${EDITED.summaryMax} characters.`),
          ),
      }),
    )
    .check(z.minLength(1, 'Name a language and its texts.'), z.maxLength(10)),
};
/** What POST /api/v1/alerts/{id}/revisions is told. */
export const revisionFormSchema = z.object({
  ...editParts,
  /** The reviewer vouches for what the gate can't check: figures and times in sentences of their own. */
  vouched: z.optional(z.boolean()),
});
export type RevisionForm = z.infer<typeof revisionFormSchema>;

/** What POST /api/v1/alerts/{id}/revisions/check is told. */
export const editCheckFormSchema = z.object(editParts);
export type EditCheckForm = z.infer<typeof editCheckFormSchema>;

/** What saving would refuse, or leave to the reviewer to vouch for. */
export const editCheckSchema = z.object({
  findings: z.array(
    z.object({
      language: z.string(),
      at: z.enum(['headline', 'summary']),
      verdict: contentFindingSchema.shape.verdict,
      /** A stable code, and what it means. */
      code: z.string(),
      reason: z.string(),
      /** What is there. */
      found: z.string(),
    }),
  ),
});
export type EditCheck = z.infer<typeof editCheckSchema>;

/** The new revision: what a decision has to name from now on. */
export const revisedSchema = z.object({
  revision: z.object({ n: z.int(), hash: z.string(), createdAt: z.iso.datetime() }),
});
export type Revised = z.infer<typeof revisedSchema>;
