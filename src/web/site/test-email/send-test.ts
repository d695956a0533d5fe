import { PUBLIC_KEY } from '#src/shared/product.ts';

type TestMailPayload = { to: string; subject: string; html: string; text: string };
/** What came back: `status` is null where nothing did. */
type TestMailAnswer = { ok: boolean; status: number | null; statusText: string; body: string };

const TIMEOUT_MS = 30_000;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The payload of the function (specification, section 7): the text, and the same as paragraphs of HTML. */
export function testMail(to: string, subject: string, text: string): TestMailPayload {
  const paragraphs = text
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`);
  return { to, subject, html: paragraphs.join(''), text };
}

/** Calls the function send-smtp-email as the published client does, without its weight. Never throws. */
export async function sendTest(
  payload: TestMailPayload,
  with_: { fetch: typeof fetch; bearer: () => Promise<string | null> },
): Promise<TestMailAnswer> {
  try {
    const token = (await with_.bearer()) ?? PUBLIC_KEY;
    const answer = await with_.fetch('/functions/v1/send-smtp-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: PUBLIC_KEY, authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { ok, status, statusText } = answer;
    return { ok, status, statusText, body: await answer.text() };
  } catch (error) {
    return { ok: false, status: null, statusText: 'No response', body: String(error) };
  }
}

/** The function's own sentence for people. */
export function messageOf({ body }: TestMailAnswer): string {
  const answer = parsed(body);
  const said =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof said === 'string' && said !== '' ? said : 'An error occurred while sending the email.';
}

/** The raw answer, made readable: its status, then its body, JSON indented. */
export function rawDetails({ status, statusText, body }: TestMailAnswer): string {
  const answer = parsed(body);
  const text = answer === undefined ? body : JSON.stringify(answer, null, 2);
  return `${[status, statusText].filter(Boolean).join(' ')}\n\n${text}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
