import * as z from 'zod/mini';
import { calendarRuleShape, SAY_WHEN, saysWhen } from '../calendar/rule.ts';
import { approvalNameSchema, approvalSchema } from '../approval.ts';
import { oneLabel } from '../label.ts';
import { fileRoutesSchema, routeFormsSchema, routeSchema } from '../routes.ts';
import { limitsSchema } from '../rules/settings.ts';
import { externalKindSchema } from './evidence.ts';

const time = z.iso.datetime();
const SAY_NAME = 'Please give it a name.';
const name = z
  .string(SAY_NAME)
  .check(
    z.overwrite(oneLabel),
    z.minLength(1, SAY_NAME),
    z.maxLength(200, 'A name can have at most 200 characters.'),
  );

const pace = {
  /** After it spoke, it keeps still for so many minutes. */
  cooldownMinutes: z.optional(
    z
      .number('A cooldown is a number of minutes.')
      .check(z.gt(0, 'A cooldown is more than 0 minutes.'), z.lte(525_600, 'A cooldown is a year at most.')),
  ),
};

const words = z._default(
  z
    .array(
      z
        .string('A keyword is a text.')
        .check(
          z.overwrite(oneLabel),
          z.minLength(1, 'A keyword is not empty.'),
          z.maxLength(60, 'A keyword can have at most 60 characters.'),
        ),
    )
    .check(z.maxLength(30, 'There are 30 keywords of a kind at most.')),
  [],
);
/** A rule by its kind; `source`: how its sources are named. */
const externalTriggerBy = (source: z.ZodMiniType<string>) => {
  const sources = z._default(z.array(source).check(z.maxLength(50)), []);
  const news = z
    .strictObject({
      kind: z.literal('news'),
      /** One of these, every one of those, and none of the last must stand in a title or its summary. */
      any: words,
      all: words,
      none: words,
      /** None: all of them. */
      sources,
      ...pace,
    })
    .check(
      z.refine(({ any, all }) => any.length + all.length > 0, {
        error: 'Please name one keyword at least that must be there.',
        path: ['any'],
      }),
    );
  const calendar = z
    .strictObject({ ...calendarRuleShape, sources, ...pace })
    .check(z.refine(saysWhen, SAY_WHEN));
  return z.discriminatedUnion(
    'kind',
    [z.strictObject({ kind: z.literal('webhook'), ...pace }), news, calendar],
    'Please say what the rule listens to: a webhook, news or a calendar.',
  );
};

/** What makes a rule speak, by its kind. */
export const externalTriggerSchema = externalTriggerBy(z.uuid());
export type ExternalTrigger = z.infer<typeof externalTriggerSchema>;

const shape = {
  name,
  outside: externalTriggerSchema,
  /** How many alerts a day, until when and within which hours; what is left out has no limit. */
  settings: z.optional(limitsSchema),
  approval: z.optional(approvalSchema),
  /** Left out or empty: the default brand, to the members. */
  routes: z.optional(routeFormsSchema),
  state: z.optional(z.enum(['active', 'paused'])),
};
export const externalRuleFormSchema = z.object(shape);
export type ExternalRuleForm = z.infer<typeof externalRuleFormSchema>;

/** What is left out stays; a rule does not change its kind. */
export const externalRuleChangeSchema = z.object({
  name: z.optional(name),
  outside: z.optional(externalTriggerSchema),
  settings: shape.settings,
  approval: shape.approval,
  routes: shape.routes,
  state: shape.state,
});
export type ExternalRuleChange = z.infer<typeof externalRuleChangeSchema>;

export const externalRuleSchema = z.object({
  id: z.uuid(),
  kind: externalKindSchema,
  name: z.string(),
  outside: externalTriggerSchema,
  settings: limitsSchema,
  reading: z.string(),
  approval: approvalSchema,
  routes: z.array(routeSchema),
  state: z.enum(['active', 'paused']),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
  /** Null unless it is deleted. */
  deletedAt: z.nullable(time),
  hook: z.nullable(
    z.object({
      hint: z.string(),
      madeAt: time,
      accepted: z.int(),
      repeated: z.int(),
      refused: z.int(),
    }),
  ),
});
export type ExternalRule = z.infer<typeof externalRuleSchema>;
export const externalRulesSchema = z.object({ items: z.array(externalRuleSchema) });

/** `address` holds the secret of a webhook: told now and never again. */
export const externalRuleMadeSchema = z.extend(externalRuleSchema, { address: z.nullable(z.string()) });
export type ExternalRuleMade = z.infer<typeof externalRuleMadeSchema>;

/** As a file has it: its sources by their names, and no address. */
export const fileExternalRuleSchema = z.object({
  name,
  outside: externalTriggerBy(z.string().check(z.minLength(1), z.maxLength(80))),
  settings: shape.settings,
  approval: z.optional(approvalNameSchema),
  routes: fileRoutesSchema,
});
export type FileExternalRule = z.infer<typeof fileExternalRuleSchema>;

const HOOK_OUTCOMES = ['accepted', 'repeated', 'quiet', 'refused'] as const;
export const hookCallSchema = z.object({
  id: z.uuid(),
  receivedAt: time,
  contentType: z.string(),
  body: z.string(),
  outcome: z.enum(HOOK_OUTCOMES),
  reason: z.nullable(z.string()),
  alertId: z.nullable(z.uuid()),
});
export type HookCall = z.infer<typeof hookCallSchema>;
export const hookCallsSchema = z.object({ items: z.array(hookCallSchema) });

/** What a webhook may be sent, and how often. */
export const HOOK = {
  bodyBytes: 16_384,
  perMinute: 60,
  strangersPerMinute: 60,
  repeatSeconds: 30,
  keptCalls: 100,
  keptDays: 30,
} as const;
export const EXTERNAL_RULES_MAX = 200;
