import { CONTACT_MAX, contactFormSchema, receivedSchema } from '#src/shared/contact.ts';
import { apiPost } from '#src/web/dashboard/lib/api.ts';

export type SalesValues = { name: string; email: string; company: string; message: string };
export type SalesErrors = Partial<Record<keyof SalesValues, string>>;

/** 'Sending...' is to be read, also when the server is quick (specification, section 4). */
export const SHOWN_MS = 1000;
/** A form must not say so for ever. */
const TIMEOUT_MS = 30_000;
const PREFIX = 'Enterprise plan: ';

/** The request as the contact form's, with the company in its subject; or what is wrong, by field. */
export function readSales(
  values: SalesValues,
): { ok: true; message: ReturnType<typeof contactFormSchema.parse> } | { ok: false; errors: SalesErrors } {
  const { company, ...rest } = values;
  const read = contactFormSchema.safeParse({
    ...rest,
    subject: `${PREFIX}${company.trim()}`.slice(0, CONTACT_MAX.subject),
  });
  const errors: SalesErrors = company.trim() === '' ? { company: 'Company is required' } : {};
  for (const { path, message } of read.error?.issues ?? []) {
    const field = path[0] === 'subject' ? 'company' : path[0];
    if (field === 'name' || field === 'email' || field === 'message' || field === 'company')
      errors[field] ??= message;
  }
  return read.success && !errors.company ? { ok: true, message: read.data } : { ok: false, errors };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Takes a second at least, however it ends. @throws Error when the request was not taken */
export async function sendToSales(message: ReturnType<typeof contactFormSchema.parse>): Promise<void> {
  const shown = sleep(SHOWN_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), TIMEOUT_MS);
  });
  try {
    await Promise.race([apiPost('/api/v1/contact', { ...message, kind: 'sales' }, receivedSchema), late]);
  } finally {
    clearTimeout(timer);
    await shown;
  }
}
