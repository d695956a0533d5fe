import * as z from 'zod/mini';
import { alertLanguageSchema, LANGUAGES } from './content/answer.ts';
import { oneLabel } from './label.ts';

export const CLIENT_APPROVER = {
  nameMax: 80,
  entityMax: 120,
  perBrand: 50,
  /** An invitation is good for so long. */
  invitationDays: 7,
  /** Emails to people outside: so many a day for a workspace, and to one address, across all workspaces. */
  mailsPerDay: 50,
  mailsPerAddress: 5,
} as const;

const named = (what: string, max: number) =>
  z
    .string(`Enter ${what}.`)
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, `Enter ${what}.`),
      z.maxLength(max, `Please use at most ${max} characters.`),
    );

/** POST /api/v1/brands/{id}/approvers */
export const clientApproverFormSchema = z.strictObject({
  name: named('the person’s name', CLIENT_APPROVER.nameMax),
  /** The company they approve for. */
  entity: named('the company they approve for', CLIENT_APPROVER.entityMax),
  email: z
    .string('Enter an email address.')
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(320, 'The address is too long.'),
      z.email('Enter a valid email address.'),
    ),
  /** Which of the brand's languages they read first. */
  language: z._default(alertLanguageSchema, LANGUAGES[0]),
});
export type ClientApproverForm = z.infer<typeof clientApproverFormSchema>;

/** POST /api/v1/brands/{id}/approvers/{approverId}/state */
export const clientApproverStateFormSchema = z.strictObject({
  suspended: z.boolean('Say whether the approver is suspended.'),
});

export const CLIENT_APPROVER_STATES = ['invited', 'expired', 'active', 'suspended'] as const;
export const clientApproverSchema = z.object({
  id: z.uuid(),
  brandId: z.uuid(),
  name: z.string(),
  entity: z.string(),
  email: z.string(),
  language: alertLanguageSchema,
  /** `expired`: the link of the invitation is. */
  state: z.enum(CLIENT_APPROVER_STATES),
  invitedBy: z.string(),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  confirmedAt: z.nullable(z.iso.datetime()),
});
export type ClientApprover = z.infer<typeof clientApproverSchema>;
/** GET /api/v1/brands/{id}/approvers, by name. */
export const clientApproversSchema = z.object({ items: z.array(clientApproverSchema) });

/** How a client approver is named on record. */
export const approverName = ({ name, entity }: { name: string; entity: string }): string =>
  `${name}, ${entity}`;
