import type { CallProvider } from '#src/platform/net/call.ts';

/** The push service of a development machine. No such name exists. */
export const PRACTICE_HOST = 'push.practice.invalid';

/**
 * Subscribes a practice browser, as its own push service does.
 * @throws Error where there is no practice service
 */
export async function subscribePractice(applicationServerKey: string, call: CallProvider): Promise<unknown> {
  const answer = await call({
    method: 'POST',
    url: `https://${PRACTICE_HOST}/subscribe`,
    body: JSON.stringify({ applicationServerKey }),
    practice: true,
  });
  if (answer.kind !== 'answered') throw new Error(answer.reason);
  return JSON.parse(answer.body.toString('utf8')) as unknown;
}
