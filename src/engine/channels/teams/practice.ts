import { html, raw } from 'hono/html';
import type {
  PracticeAnswer,
  PracticeCall,
  PracticeMessage,
  PracticeProvider,
  PracticeRoom,
} from '#src/platform/practice/provider.ts';
import { attachmentsOf, drawCard, isCard, textOfCard } from './practice-card.ts';

const HOST = 'default0practice0.42.environment.api.powerplatform.com';
const PATH = '/powerautomate/automations/direct/workflows/practice/triggers/manual/paths/invoke';
const SIGNATURE = 'PracticeFlowForYourOwnMachineOnly42';
const URL_OF_FLOW = `https://${HOST}${PATH}?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${SIGNATURE}`;
const PLACE = 'webhook';
const CARD = 'application/vnd.microsoft.card.adaptive';
const MESSAGE_BYTES_MAX = 28 * 1024;

const failed = (status: number, code: string, message: string, headers = {}): PracticeAnswer => ({
  status,
  headers,
  json: { error: { code, message } },
});

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** What the flow does once it has answered. Nobody hears of a card that it can't post. */
async function run(body: unknown, room: PracticeRoom): Promise<void> {
  for (const { contentType, content } of attachmentsOf(body)) {
    const isLarge = Buffer.byteLength(JSON.stringify(content ?? null)) > MESSAGE_BYTES_MAX;
    if (contentType !== CARD || isLarge || !isCard(content)) continue;
    const count = (await room.messages('teams')).length;
    await room.keep({
      kind: 'teams',
      id: String(count + 1),
      place: PLACE,
      under: null,
      sentAt: room.now(),
      editedAt: null,
      text: textOfCard(content),
      pictures: [],
      own: content,
    });
  }
}

async function serve({ method, url, body }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  if (url.pathname !== PATH) return failed(404, 'WorkflowNotFound', 'The workflow could not be found.');
  const signature = url.searchParams.get('sig');
  if (signature === null)
    return failed(401, 'DirectApiAuthorizationRequired', 'The request must be authenticated by OAuth.');
  if (signature !== SIGNATURE) return failed(401, 'AuthorizationFailed', 'The signature is not valid.');
  if (method !== 'POST')
    return failed(404, 'TriggerRequestMethodNotValid', `Expected 'POST' and actual '${method}'.`);
  const mood = room.mood();
  if (mood === 'defers') return failed(503, 'ServiceUnavailable', 'Try again later.');
  if (mood === 'limits')
    return failed(429, 'TooManyRequests', 'Rate limit exceeded.', { 'retry-after': '90' });
  const sent = parse(body);
  if (mood === 'refuses' || sent === undefined)
    return failed(400, 'InvalidRequestContent', 'The request content is not valid JSON.');
  await run(sent, room);
  return { status: 202, headers: { 'x-ms-workflow-run-id': '08584000000000000000000000000CU00' } };
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

const draw = (message: PracticeMessage): string =>
  String(
    html`<div class="message">
      <span class="avatar">W</span>
      <div>
        <span class="who"><b>Workflows</b> <time>${timeOf(message.sentAt)}</time></span>
        ${raw(drawCard(message.own))}
      </div>
    </div>`,
  );

/** A flow on a development machine, and the channel that it posts to. */
export const teamsPractice: PracticeProvider = {
  kind: 'teams',
  title: 'Microsoft Teams',
  hosts: [HOST],
  account: { fields: { url: URL_OF_FLOW }, place: { name: 'Practice channel', address: PLACE } },
  serve,
  draw,
  style: `
.app { background: #f5f5f5; color: #242424; font: 15px/1.4 "Segoe UI", -apple-system, Roboto, sans-serif; }
.app .message { display: grid; grid-template-columns: 32px minmax(0, 1fr); gap: 8px; padding: 8px 4px; }
.app .avatar { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: #5b5fc7; color: #fff; font-weight: 600; }
.app .who { font-size: 13px; }
.app .who time { color: #616161; }
.app .card { margin-top: 4px; padding: 12px; border: 1px solid #e0e0e0; border-radius: 6px; background: #fff; }
.app .line { margin: 8px 0 0; overflow-wrap: anywhere; }
.app .line:first-child, .app .close { margin-top: 0; }
.app .small { font-size: 12px; }
.app .large { font-size: 19px; line-height: 1.3; }
.app .bolder, .app dt { font-weight: 600; }
.app .subtle { color: #616161; }
.app .accent, .app .link { color: #4f52b2; }
.app .item { display: block; padding-left: 16px; }
.app dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 12px; margin: 8px 0 0; }
.app dd { margin: 0; overflow-wrap: anywhere; }
.app .box { margin-top: 8px; padding: 8px; border-radius: 4px; background: #fbf3e1; }
.app .button { display: inline-block; margin-top: 12px; padding: 5px 12px; border: 1px solid #d1d1d1; border-radius: 4px; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  .app { background: #1f1f1f; color: #fff; }
  .app .card { border-color: #3d3d3d; background: #292929; }
  .app .who time, .app .subtle { color: #adadad; }
  .app .accent, .app .link { color: #9299f7; }
  .app .box { background: #463100; }
  .app .button { border-color: #666; }
}`,
};

export const PRACTICE_FLOW = URL_OF_FLOW;
