import type { ContactDeps } from '#src/support/contact/deps.ts';
import { receiveMessage } from '#src/support/contact/receive.ts';
import type { Leads } from '#src/support/leads/leads.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { contactFormSchema, type ContactForm } from '#src/shared/contact.ts';
import { AppError } from '#src/shared/errors.ts';
import { type LeadForm, leadFormSchema } from '#src/shared/leads.ts';

export type FormsDeps = {
  leads: Leads;
  contact: ContactDeps;
  log: { error: (context: object, message: string) => void };
};

type Parsed<T> = { values: T } | { errors: Record<string, string> };
type Schema<T> = {
  safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
};

/** A form of a public page that works without script. */
export type PlainForm = {
  /** The page it is on. */
  page: string;
  /** Where on that page. */
  anchor: string;
  /** Checks and takes what was posted. @returns where to go next, or what is wrong; @throws AppError */
  submit: (
    posted: URLSearchParams,
    deps: FormsDeps,
    clientAddress: string | null,
  ) => Promise<{ next: string } | { errors: Record<string, string> }>;
};

/** By name: `<form data-form="contact" action="/forms/contact">`. Each does what its scripted way does. */
export const FORMS: ReadonlyMap<string, PlainForm> = new Map<string, PlainForm>([
  [
    'contact',
    {
      page: '/contact',
      anchor: '',
      submit: async (posted, deps, clientAddress) => {
        const parsed = parseForm<ContactForm>(contactFormSchema, Object.fromEntries(posted));
        if ('errors' in parsed) return parsed;
        await receiveMessage(
          deps.contact,
          { ...parsed.values, kind: 'contact', writer: null },
          clientAddress,
        );
        return { next: '/contact/sent' };
      },
    },
  ],
  [
    'intake',
    {
      page: '/',
      anchor: '#intake',
      submit: async (posted, deps, clientAddress) => {
        const parsed = parseForm<LeadForm>(leadFormSchema, {
          ...Object.fromEntries(posted),
          platforms: posted.getAll('platforms'),
          consentMarketing: posted.has('consentMarketing'),
        });
        if ('errors' in parsed) return parsed;
        const told = await leaveLead(parsed.values, deps, clientAddress);
        return { next: told ? '/thanks' : '/thanks/saved' };
      },
    },
  ],
]);

/** The first sentence of each field. */
function parseForm<T>(schema: Schema<T>, posted: Record<string, unknown>): Parsed<T> {
  const parsed = schema.safeParse(posted);
  if (parsed.success) return { values: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { errors };
}

/** Calls 1 and 2 of the specification, section 7. @returns whether the team was notified; @throws when it was not saved */
async function leaveLead(form: LeadForm, deps: FormsDeps, clientAddress: string | null): Promise<boolean> {
  await deps.leads.leave(form, clientAddress);
  try {
    const { emailStatus } = await deps.leads.notify(form, clientAddress);
    return emailStatus !== 'failed';
  } catch (error) {
    // Over the limit of notices: an answer, and no fault of ours.
    if (!(error instanceof AppError))
      deps.log.error({ err: loggable(error) }, 'a lead was saved, and its notification failed');
    return false;
  }
}
