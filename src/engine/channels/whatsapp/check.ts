import { z } from 'zod';
import type { CheckResult, OpenConnection, SendDeps } from '../channel.ts';
import { readAnswer, type ReadAnswer } from '../http-outcome.ts';
import { headersOf, languagesOf, urlOf } from './account.ts';
import { categoryOf } from './prices.ts';
import { categoryWarning, templateProblem, templateSchema } from './template.ts';
import { failureIn, verdictOf } from './verdict.ts';

type Asked = { ok: true; json: unknown } | { ok: false; problem: string };
const numberSchema = z.object({ id: z.string() });
const templatesSchema = z.object({ data: z.array(templateSchema) });

const isMissing = (read: ReadAnswer): boolean =>
  failureIn(read)?.code === 100 && /does not exist|missing permissions/i.test(read.text);

/** Asks the number, and the templates that it is to send. */
export async function check(connection: OpenConnection, deps: Pick<SendDeps, 'call'>): Promise<CheckResult> {
  const { settings } = connection;
  const ask = async (path: string, missing: string): Promise<Asked> => {
    const url = urlOf(connection, path);
    const answer = await deps.call({ method: 'GET', url, headers: headersOf(connection) });
    if (answer.kind !== 'answered')
      return { ok: false, problem: `WhatsApp wasn’t reached: ${answer.reason}` };
    const read = readAnswer(answer);
    if (read.status === 200) return { ok: true, json: read.json };
    if (isMissing(read)) return { ok: false, problem: missing };
    const verdict = verdictOf(read, { ownTemplate: false });
    const problem = verdict && 'says' in verdict ? verdict.says : null;
    return { ok: false, problem: problem ?? `WhatsApp answered with status ${read.status}.` };
  };
  const number = await ask(
    `${settings['phoneId'] ?? ''}?fields=id,display_phone_number`,
    'There is no number with this phone number ID, or the access token doesn’t reach it.',
  );
  if (!number.ok) return number;
  if (!numberSchema.safeParse(number.json).success)
    return { ok: false, problem: 'WhatsApp’s answer names no number. Try again in a minute.' };
  const wanted = [
    { name: settings['template'] ?? '', picture: false },
    ...(settings['pictureTemplate'] ? [{ name: settings['pictureTemplate'], picture: true }] : []),
  ];
  const category = categoryOf(settings);
  let warning: string | null = null;
  for (const { name, picture } of wanted) {
    const query = new URLSearchParams({
      name,
      fields: 'name,language,status,category,components',
      limit: '100',
    });
    const listed = await ask(
      `${settings['accountId'] ?? ''}/message_templates?${query}`,
      'There is no WhatsApp account with this ID, or the access token doesn’t reach it.',
    );
    if (!listed.ok) return listed;
    const read = templatesSchema.safeParse(listed.json);
    if (!read.success)
      return { ok: false, problem: 'WhatsApp’s answer lists no templates. Try again in a minute.' };
    for (const language of languagesOf(settings['languages'] ?? '') ?? []) {
      const problem = templateProblem(read.data.data, { name, language, picture });
      if (problem !== null) return { ok: false, problem };
      warning ??= categoryWarning(read.data.data, { name, language, category });
    }
  }
  return warning === null ? { ok: true } : { ok: true, warning };
}
