import { receivedSchema } from '#src/shared/contact.ts';
import { apiPost } from '#src/web/lib/api/api.ts';

/** 'Sending...' is to be read, also when the server is quick (specification, section 4). */
export const SHOWN_MS = 1000;
/** The button can't show "Sending..." forever. */
const TIMEOUT_MS = 30_000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Takes a second at least, however it ends. @throws Error when the text was not taken */
export async function sendFeedback(text: string): Promise<void> {
  const shown = sleep(SHOWN_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), TIMEOUT_MS);
  });
  try {
    await Promise.race([apiPost('/api/v1/feedback', { text }, receivedSchema), late]);
  } finally {
    clearTimeout(timer);
    await shown;
  }
}
