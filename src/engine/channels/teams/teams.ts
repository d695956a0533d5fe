import { z } from 'zod';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Channel, CheckResult, OpenConnection, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { HTTP_DELAYS, outcomeOfAnswer, readAnswer } from '../http-outcome.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { FIELD, FLOW_PLACE, normalizePlace, problemOfUrl, urlOf } from './flow.ts';
import { MARK } from './mark.ts';
import { bodyOf, isTooLarge, prepare, TEXT_MAX } from './message.ts';
import { codeOf, flowProblem, verdictOf } from './verdict.ts';

const PROVIDER = 'Microsoft Teams';

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const { connection } = deps;
  if (!connection) throw new Error('Teams needs a flow.');
  const body = bodyOf(prepared);
  // The flow would take it all the same, and fail afterwards where nobody sees it.
  if (isTooLarge(body))
    return {
      outcome: 'rejected',
      reason: 'The message is larger than Teams shows (about 28 kB). Shorten it.',
    };
  const answer = await deps.call({
    method: 'POST',
    url: urlOf(connection),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // The history of the flow's runs shows it.
      'x-ms-client-tracking-id': to.deliveryId,
    },
    body,
  });
  return outcomeOfAnswer(withoutSecrets(answer, connection), to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, to.deliveryId),
  });
}

/** A flow is started by POST alone: asked by GET, one that is there and on says just that, and nothing runs. */
async function check(connection: OpenConnection, { call }: Pick<SendDeps, 'call'>): Promise<CheckResult> {
  const answer = withoutSecrets(await call({ method: 'GET', url: urlOf(connection) }), connection);
  if (answer.kind !== 'answered')
    return { ok: false, problem: `${PROVIDER} wasn’t reached: ${answer.reason}` };
  const read = readAnswer(answer);
  if (read.status < 300 || codeOf(read.json) === 'TriggerRequestMethodNotValid') return { ok: true };
  return {
    ok: false,
    problem: flowProblem(read) ?? `${PROVIDER} answered with status ${read.status}. Try again in a minute.`,
  };
}

export const teamsChannel: Channel = {
  kind: 'teams',
  title: PROVIDER,
  summary: 'Alerts as cards in a Teams channel, through a workflow that you create there.',
  mark: MARK,
  planClass: 'messaging',
  address: null,
  destination: { label: 'Place', placeholder: FLOW_PLACE, normalize: normalizePlace },
  hasOwnAccount: false,
  fields: [
    {
      name: FIELD,
      label: 'Workflow URL',
      help: 'Anyone who has it can post to the channel. The flow belongs to the person who creates it and stops if they leave: add a co-owner.',
      placeholder: 'https://….environment.api.powerplatform.com/…&sig=…',
      secret: true,
      type: z
        .string()
        .trim()
        .superRefine((text, { addIssue }) => {
          const problem = problemOfUrl(text);
          if (problem !== null) addIssue(problem);
        }),
    },
  ],
  steps: [
    'In Teams, press “⋯” next to the channel and choose “Workflows”.',
    'Choose the template “Send webhook alerts to a channel”, check team and channel, and press “Save”.',
    'Copy the URL that it shows and enter it here.',
    'Then add one place and enter “webhook” for it: the flow posts to its own channel only. For another channel, connect another flow.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    text: { max: TEXT_MAX, unit: 'bytes' },
    textWithPicture: null,
    html: false,
    // A card shows pictures by their public address alone.
    pictures: 0,
    buttons: 1,
    links: null,
    rates: [{ per: 'account', max: 4, seconds: 1 }],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: null,
  capabilities: { threads: false, pictures: false, silent: false, idempotent: false },
  cost: null,
  window: 16,
  lanes: 2,
  check,
  render: async (document) => prepare(document),
  send,
  practice: async () => (await import('./practice.ts')).teamsPractice,
};
