import type { Answer, Call } from '#src/platform/net/call.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { OpenConnection, SendDeps, SendOutcome, SentMessage, SendTo } from '../channel.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { idOf as tsOf } from './harness.fixture.ts';
import { PRACTICE_WEBHOOK } from './practice.ts';
import { drawSlack } from './practice-draw.ts';
import { send as sendMessage } from './send.ts';
import { slackChannel } from './slack.ts';

export const CHANNEL = 'C0PRACTICE1';
export const CHART = 'a'.repeat(64);
export const chart: AlertDocument['chart'] = {
  description: ['The close of each day'],
  picture: { hash: CHART, type: 'image/png', width: 1056, height: 640 },
  problem: null,
};
/** A connection by webhook, in place of the bot. */
export const webhook = { secrets: { access: PRACTICE_WEBHOOK } };

export const render = (document: AlertDocument): Promise<Prepared> =>
  slackChannel.render(laidOut(document, 'message'));
export const saying = (text: string): Prepared => ({ title: null, text, html: null, media: [] });

let sent = 0;
export const to = (change: Partial<SendTo> = {}): SendTo => ({
  deliveryId: `d-${(sent += 1)}`,
  attempt: 1,
  target: 'destination',
  address: CHANNEL,
  ...change,
});

export const idOf = (outcome: SendOutcome): string => {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerMessageId;
};
export const messageOf = (outcome: SendOutcome): SentMessage => ({
  providerMessageId: idOf(outcome),
  address: CHANNEL,
});

export const saysError = (error: string, more: object = {}): Answer => ({
  kind: 'answered',
  status: 200,
  headers: {},
  retryAfterMs: null,
  body: Buffer.from(JSON.stringify({ ok: false, error, ...more })),
});

type Own = { blocks: Record<string, unknown>[]; text: string; metadata: unknown };
/** A practice workspace, and what its channel shows. */
export async function startWorkspace() {
  const pictures = { [CHART]: Buffer.from('the bytes of a picture') };
  const harness = await practiceHarness(slackChannel, { waitMs: 90_000, idOf: tsOf, pictures });

  const depsOf = (connection: Partial<OpenConnection> = {}, change: Partial<SendDeps> = {}): SendDeps => {
    harness.set('takes');
    return { ...harness.depsOf(connection), ...change };
  };
  async function shown(outcome: SendOutcome) {
    const found = (await harness.room.messages('slack')).find(({ id }) => id === tsOf(idOf(outcome)));
    if (!found) throw new Error('The channel doesn’t show it.');
    return { ...found, own: found.own as Own };
  }
  return {
    harness,
    depsOf,
    shown,
    send: (prepared: Prepared, change: Partial<SendTo> = {}, deps = depsOf()): Promise<SendOutcome> =>
      sendMessage(prepared, to(change), deps, [1, 1]),
    draw: async (outcome: SendOutcome): Promise<string> => drawSlack(await shown(outcome), (hash) => hash),
    /** Requests as they went out; the workspace answers those that `answers` doesn't. */
    recorded: (answers: (request: Call) => Answer | null = () => null) => {
      const deps = depsOf();
      const requests: Call[] = [];
      const call: SendDeps['call'] = (request) => {
        requests.push(request);
        const answer = answers(request);
        return answer ? Promise.resolve(answer) : deps.call(request);
      };
      return { deps: { ...deps, call }, requests };
    },
  };
}
