import type { ContactForm } from '#src/shared/contact.ts';
import { IDEMPOTENCY_HEADER } from '#src/shared/idempotency.ts';

/** 'Sending...' is to be read, also when the server is quick (specification, section 9). */
export const SHOWN_MS = 1000;
/** A form must not say so for ever. */
const TIMEOUT_MS = 30_000;

/**
 * Sends a message to the team; takes a second at least, however it ends.
 * @param key names what is sent: the same message under the same name is stored once, however often it comes
 * @throws Error when it was not taken
 */
export async function sendMessage(
  form: ContactForm,
  key: string,
  with_: {
    fetch: typeof fetch;
    sleep: (ms: number) => Promise<void>;
    bearer: () => Promise<string | null>;
  },
): Promise<{ isSignedIn: boolean }> {
  const shown = with_.sleep(SHOWN_MS);
  try {
    const token = await with_.bearer();
    const answer = await with_.fetch('/api/v1/contact', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [IDEMPOTENCY_HEADER]: key,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(form),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`The message wasn’t accepted: ${answer.status}`);
    return { isSignedIn: token !== null };
  } finally {
    await shown;
  }
}
