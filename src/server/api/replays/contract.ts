import {
  replayCountSchema,
  replayFormSchema,
  REPLAY_MAX,
  replaySchema,
  replaysSchema,
  REPLAYS_SHOWN,
} from '#src/shared/replays.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Replay = component({
  name: 'Replay',
  schema: replaySchema,
  fields: {
    from: 'Messages created at or after this time.',
    to: 'Messages created before this time; when the replay was started, if the period ended later.',
    state:
      '`failed`: the endpoint was deleted, its payload no longer allows it, or the plan no longer includes it. `problem` says which.',
    total: 'Messages, as counted at the start.',
    sent: 'Accepted by the endpoint.',
    failed: 'Rejected for good, or not accepted within the schedule of retries.',
    skipped: 'No longer allowed to go out, such as alerts about a symbol that is restricted now, or deleted.',
    problem: 'Why it waits or failed; null if it does neither.',
    failure: 'Why the last message that failed did; null if none has.',
  },
});
const Replays = component({ name: 'Replays', schema: replaysSchema, holds: [Replay] });
const ReplayForm = component({
  name: 'ReplayForm',
  schema: replayFormSchema,
  fields: { from: 'With an offset from UTC.', to: 'Before this time. With an offset from UTC.' },
});
const ReplayCount = component({
  name: 'ReplayCount',
  schema: replayCountSchema,
  fields: { first: 'When the first of them was created.', last: 'When the last of them was created.' },
});

const OF_CONNECTION = { id: 'The id of the webhook connection.' };
const PERIOD = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

export const REPLAYS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/connections/{id}/replays',
    needs: 'channels:read',
    summary: 'List replays of an endpoint',
    description: `The last ${REPLAYS_SHOWN}.`,
    params: OF_CONNECTION,
    answer: { status: 200, says: 'Newest first.', schema: Replays },
    errors: ['not_found'],
    example: { params: { id: '$WEBHOOK_ID' } },
  },
  count: {
    method: 'post',
    path: '/connections/{id}/replays/count',
    needs: 'channels:read',
    computes: true,
    summary: 'Count what a replay would send',
    description:
      'Alerts, updates and corrections that went to the endpoint in the period, or were tried and failed. What its filter left out isn’t counted.',
    params: OF_CONNECTION,
    body: { schema: ReplayForm, required: true },
    answer: { status: 200, says: 'How many messages.', schema: ReplayCount },
    errors: ['bad_json', 'not_found', 'validation_failed', 'plan_limit'],
    example: { params: { id: '$WEBHOOK_ID' }, body: PERIOD },
  },
  start: {
    method: 'post',
    path: '/connections/{id}/replays',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Replay a period to an endpoint',
    description: `Sends the messages again, in order, one after the other, with the same \`id\`s. Each has \`replay\` in its body and the header \`webhook-replay\`. Only for the standard payload. A replay has ${REPLAY_MAX.toLocaleString('en-US')} messages at most, and an endpoint has one at a time.`,
    params: OF_CONNECTION,
    body: { schema: ReplayForm, required: true },
    answer: { status: 201, says: 'The replay.', schema: Replay },
    errors: ['bad_json', 'not_found', 'validation_failed', 'plan_limit', 'in_use'],
    example: { params: { id: '$WEBHOOK_ID' }, body: PERIOD },
  },
  stop: {
    method: 'post',
    path: '/replays/{id}/stop',
    needs: 'channels:write',
    tells: ['channels'],
    whileReadOnly: true,
    summary: 'Stop a replay',
    description: 'Messages that haven’t been sent yet aren’t sent.',
    params: { id: 'The id of the replay.' },
    answer: { status: 200, says: 'The replay.', schema: Replay },
    errors: ['not_found'],
    example: { params: { id: '$REPLAY_ID' } },
  },
});
