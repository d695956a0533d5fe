import { CONTACT_MAX, contactFormSchema, receivedSchema } from '#src/shared/contact.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { apiPost } from '#src/web/lib/api/api.ts';

export type SalesValues = { name: string; email: string; company: string; message: string };
export type SalesMessage = ReturnType<typeof contactFormSchema.parse>;

/** 'Sending...' is to be read, also when the server is quick (specification, section 4). */
export const SHOWN_MS = 1000;
/** The button can't show "Sending..." forever. */
const TIMEOUT_MS = 30_000;
const PREFIX = 'Enterprise plan: ';

/** The contact form's request with the company in its subject, or what is wrong with each field. */
export function readSales({ company, ...rest }: SalesValues): Checked<SalesMessage> {
  const subject = `${PREFIX}${company.trim()}`.slice(0, CONTACT_MAX.subject);
  const read = checkBy(contactFormSchema, { ...rest, subject }, ([first]) =>
    first === 'subject' ? 'company' : String(first),
  );
  if (company.trim() !== '') return read;
  return { faults: { ...read.faults, company: 'Company is required' } };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Takes a second at least, however it ends. @throws Error when the request was not taken */
export async function sendToSales(message: SalesMessage): Promise<void> {
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
