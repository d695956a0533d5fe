/** What an account email shows in its table, in this order. `workspace` is the only one that a person typed. */
export const MAIL_DETAILS = {
  workspace: 'Workspace',
  plan: 'Plan',
  addOns: 'Add-ons',
  next: 'New plan',
  paid: 'Paid',
  until: 'Paid until',
  ends: 'Ends on',
  ended: 'Ended on',
  starts: 'Starts on',
  renews: 'Renews on',
  monthly: 'Each month',
  key: 'Key',
  scopes: 'Scopes',
  expires: 'Expires',
  at: 'When',
} as const;
export type MailDetail = keyof typeof MAIL_DETAILS;
export type MailDetails = Partial<Record<MailDetail, string>>;

/** Emails to the owners about the plan and its payments. */
export type PlanMailKind =
  | 'plan_started'
  | 'plan_renewed'
  | 'plan_changed'
  | 'plan_change_set'
  | 'plan_cancel_set'
  | 'plan_resumed'
  | 'plan_ended'
  | 'payment_failed';

/** A day as emails write it, in UTC. */
export const mailDay = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** A minute as emails write it. */
export const mailTime = (date: Date): string => `${mailDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
