// The small build of zod: the contact page carries this file.
import * as z from 'zod/mini';

/** The contact form (specification, sections 2 and 5): all four fields required, the address an email address. */
export const CONTACT_MAX = { name: 200, email: 320, subject: 200, message: 10_000 } as const;

/** What a message is about; where it was written decides. Emails are added by operators. */
export const MESSAGE_KINDS = ['contact', 'sales', 'feedback', 'mailed'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

const NO_EMAIL = 'Please enter a valid email address';
// Cs is half a character: `isWellFormed` is too new for some browsers that people still have.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
// oxlint-disable-next-line no-control-regex -- line breaks and tabs are what a text may have of them
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}]/u;

/** One line of plain text. @param name as a sentence begins with it */
const line = (name: string, max: number) =>
  z.string(`${name} is required`).check(
    z.trim(),
    z.minLength(1, `${name} is required`),
    z.maxLength(max, `${name} can have ${max} characters at most`),
    z.refine((text) => !CONTROL.test(text), `${name} holds a character that cannot be shown`),
  );

/** Plain text of several lines. @param name as a sentence begins with it */
export const lines = (name: string, max: number) =>
  z.string(`${name} is required`).check(
    // A form that is posted without script ends its lines in two characters.
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, `${name} is required`),
    z.maxLength(max, `${name} can have ${max} characters at most`),
    z.refine((text) => !UNPRINTABLE.test(text), `${name} holds a character that cannot be shown`),
  );

export const contactFormSchema = z.object({
  name: line('Name', CONTACT_MAX.name),
  email: z.string(NO_EMAIL).check(z.trim(), z.maxLength(CONTACT_MAX.email, NO_EMAIL), z.email(NO_EMAIL)),
  subject: line('Subject', CONTACT_MAX.subject),
  message: lines('Message', CONTACT_MAX.message),
});

/** What the form holds once it is valid, and what POST /api/v1/contact is told. */
export type ContactForm = z.infer<typeof contactFormSchema>;

/** The feedback form of the account area, and what POST /api/v1/feedback is told. */
export const feedbackFormSchema = z.object({ text: lines('Feedback', CONTACT_MAX.message) });
export type FeedbackForm = z.infer<typeof feedbackFormSchema>;
export const receivedSchema = z.object({ status: z.literal('received') });
