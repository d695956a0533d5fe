import * as z from 'zod/mini';
import { ACCOUNT_CHANNEL } from './account-channel.ts';
import { channelKindSchema } from './alerts.ts';

/** Why nothing goes to an address any more. */
export const SUPPRESSION_CAUSES = {
  hard_bounce: 'Hard bounce',
  soft_bounces: 'Repeated soft bounces',
  complaint: 'Spam complaint',
  manual: 'Added by your team',
  erased: 'Person erased',
} as const;
export type SuppressionCause = keyof typeof SUPPRESSION_CAUSES;
const causeSchema = z.enum(Object.keys(SUPPRESSION_CAUSES) as [SuppressionCause, ...SuppressionCause[]]);

/** So many soft bounces in a row, the first so many days before the last, suppress an address. */
export const SOFT_BOUNCES = { inARow: 5, overDays: 3, forgottenAfterDays: 30 };

export const suppressionSchema = z.object({
  id: z.uuid(),
  channel: channelKindSchema,
  address: z.nullable(z.string()),
  cause: causeSchema,
  detail: z.string(),
  source: z.string(),
  at: z.iso.datetime(),
});
export type Suppression = z.infer<typeof suppressionSchema>;
export const suppressionsSchema = z.object({
  items: z.array(suppressionSchema),
  next: z.nullable(z.string()),
  /** All that match, not only this page. */
  total: z.int(),
});
export type Suppressions = z.infer<typeof suppressionsSchema>;
export const SUPPRESSION_PAGE_MAX = 100;

const detail = (sentence: string) =>
  z
    .string(sentence)
    .check(z.trim(), z.minLength(3, sentence), z.maxLength(500, 'Use 500 characters at most.'));

export const suppressionFormSchema = z.object({
  channel: z._default(channelKindSchema, ACCOUNT_CHANNEL),
  address: z
    .string('Enter the address.')
    .check(z.trim(), z.minLength(3, 'Enter the address.'), z.maxLength(320, 'Use 320 characters at most.')),
  reason: detail('Say why, in a few words.'),
});
export type SuppressionForm = z.infer<typeof suppressionFormSchema>;

export const suppressionLiftSchema = z.object({ reason: detail('Say why you lift it, in a few words.') });
export type SuppressionLift = z.infer<typeof suppressionLiftSchema>;

export const suppressionHistorySchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['suppressed', 'lifted']),
      cause: causeSchema,
      detail: z.string(),
      source: z.string(),
      by: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});
export type SuppressionHistory = z.infer<typeof suppressionHistorySchema>;

/** So many a workspace may have. */
export const REPORTERS_MAX = 20;
export const mailReporterSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  url: z.string(),
  events: z.int(),
  lastAt: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
  problemAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type MailReporter = z.infer<typeof mailReporterSchema>;
export const mailReportersSchema = z.object({
  items: z.array(mailReporterSchema),
  /** What can be connected. */
  kinds: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      steps: z.array(z.string()),
      /** What has to be copied from the provider; null where the password is made here. */
      secret: z.nullable(z.object({ label: z.string(), help: z.string() })),
    }),
  ),
  max: z.int(),
});
export type MailReporters = z.infer<typeof mailReportersSchema>;
export const mailReporterFormSchema = z.object({
  kind: z.string('Choose a provider.').check(z.minLength(1, 'Choose a provider.'), z.maxLength(40)),
  secret: z._default(z.string().check(z.trim(), z.maxLength(1000, 'Use 1,000 characters at most.')), ''),
});
export type MailReporterForm = z.infer<typeof mailReporterFormSchema>;
export const mailReporterMadeSchema = z.extend(mailReporterSchema, {
  /** For the provider; shown once, where it is made here. */
  password: z.nullable(z.string()),
});
export type MailReporterMade = z.infer<typeof mailReporterMadeSchema>;
