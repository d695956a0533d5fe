// The small build of zod: the landing page carries this file.
import * as z from 'zod/mini';

/** The intake form (specification, sections 3 and 5): its choices, its rules and the exact words of its mistakes. */
export const MESSAGE_VOLUMES = [
  { value: '1', label: '1 message per day' },
  { value: '2', label: '2 messages per day' },
  { value: '3', label: '3 messages per day' },
  { value: '5', label: '5 messages per day' },
  { value: '10+', label: '10+ messages per day' },
] as const;
export const LEAD_PLATFORMS = ['Email', 'Telegram', 'Discord', 'WhatsApp', 'Slack', 'Other'] as const;
export const BRANDED_EMAILS = ['Yes', 'No', 'Not sure'] as const;

const COMPANY_MAX = 200;
const EMAIL_MAX = 320;
const NO_EMAIL = 'Please enter a valid email address';
const NO_PLATFORM = 'Please select at least one platform';
/** Also half a character: `isWellFormed` is too new for some browsers that people still have. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;

export const leadFormSchema = z.object({
  companyName: z.string('Company name is required').check(
    z.trim(),
    z.minLength(1, 'Company name is required'),
    z.maxLength(COMPANY_MAX, `Company name can have ${COMPANY_MAX} characters at most`),
    z.refine((name) => !CONTROL.test(name), 'Company name holds a character that cannot be shown'),
  ),
  messageVolume: z.enum(
    MESSAGE_VOLUMES.map((each) => each.value),
    'Please select a message volume',
  ),
  platforms: z
    .array(z.enum(LEAD_PLATFORMS, NO_PLATFORM), NO_PLATFORM)
    .check(z.minLength(1, NO_PLATFORM), z.maxLength(LEAD_PLATFORMS.length, NO_PLATFORM)),
  brandedEmails: z.enum(BRANDED_EMAILS, 'Please choose Yes, No or Not sure'),
  contactEmail: z.string(NO_EMAIL).check(z.trim(), z.maxLength(EMAIL_MAX, NO_EMAIL), z.email(NO_EMAIL)),
  consentMarketing: z.literal(true, 'You must consent to receive marketing communications'),
});

/** What the form holds once it is valid, and what notify-new-lead is told: these six, nothing added. */
export type LeadForm = z.infer<typeof leadFormSchema>;

/** The row of table `leads` for a form. The consent is not among its columns: it goes to the function only. */
export const leadRow = (form: LeadForm) => ({
  company_name: form.companyName,
  contact_email: form.contactEmail,
  message_volume: form.messageVolume,
  branded_emails: form.brandedEmails,
  platforms: form.platforms,
});
