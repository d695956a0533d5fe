import { type LeadForm, leadRow } from '#src/shared/leads.ts';
import { IDEMPOTENCY_HEADER } from '#src/shared/idempotency.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';

/** `notified`: the team knows already. `saved`: the request is kept, and telling the team did not work yet. */
export type Outcome = 'notified' | 'saved';

/** A form must not say 'Submitting...' for ever. */
const TIMEOUT_MS = 30_000;

/**
 * Saves the lead, then has the team told: the two requests as the published client makes them, without its weight.
 * @param key names what is sent: the same lead under the same name is saved once, however often it comes
 * @throws Error when the lead could not be saved, or nobody can tell
 */
export async function sendLead(form: LeadForm, key: string, fetcher: typeof fetch = fetch): Promise<Outcome> {
  const saved = await post(
    '/rest/v1/leads',
    { authorization: `Bearer ${PUBLIC_KEY}`, 'content-profile': 'public', [IDEMPOTENCY_HEADER]: key },
    leadRow(form),
    fetcher,
  );
  if (!saved.ok) throw new Error(`Database error: ${await messageOf(saved)}`);
  try {
    const told = await post('/functions/v1/notify-new-lead', {}, form, fetcher);
    const answer: unknown = told.ok ? await told.json() : { emailStatus: 'failed' };
    return statusOf(answer) === 'failed' ? 'saved' : 'notified';
  } catch {
    return 'saved';
  }
}

function post(path: string, headers: HeadersInit, body: object, fetcher: typeof fetch): Promise<Response> {
  return fetcher(path, {
    method: 'POST',
    headers: { apikey: PUBLIC_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

const statusOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'emailStatus' in answer ? answer.emailStatus : 'failed';

async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
  } catch {
    // Not from the database: its words are all there is.
  }
  return text || String(answer.status);
}
