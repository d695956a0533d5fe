import type { Resolver } from 'react-hook-form';
import { type LeadForm, leadFormSchema } from '#src/shared/leads.ts';

/** What the form holds while somebody fills it in. */
export type IntakeValues = {
  companyName: string;
  messageVolume: string;
  platforms: string[];
  brandedEmails: string;
  contactEmail: string;
  consentMarketing: boolean;
};

export const EMPTY: IntakeValues = {
  companyName: '',
  messageVolume: '',
  platforms: [],
  brandedEmails: 'Not sure',
  contactEmail: '',
  consentMarketing: false,
};

/** In the order of the form. */
export const FIELDS = Object.keys(EMPTY) as (keyof IntakeValues)[];

/** Checks by the schema that the server checks by. One message per field: its first. */
export const intakeResolver: Resolver<IntakeValues, unknown, LeadForm> = (values) => {
  const parsed = leadFormSchema.safeParse(values);
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, code, message } of parsed.error.issues)
    errors[String(path[0])] ??= { type: code, message };
  return { values: {}, errors };
};
