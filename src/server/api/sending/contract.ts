import {
  RECALL_MAX,
  recalledSchema,
  sendingSchema,
  stopFormSchema,
  stopSchema,
} from '#src/shared/sending.ts';
import { flappingSchema } from '#src/shared/flapping.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Stop = component({
  name: 'Stop',
  schema: stopSchema,
  fields: {
    target: 'The brand’s id or the channel’s kind; null where everything is stopped.',
    name: 'The brand’s; null for the others.',
    by: 'Who stopped it: a member, or an API key.',
  },
});
const Sending = component({
  name: 'Sending',
  schema: sendingSchema,
  fields: {
    stops: 'What is stopped, the widest first.',
    workspace:
      '`unsent`: alerts and digests with messages that haven’t gone out. `expired`: those of them that aren’t news anymore, and aren’t sent when you resume.',
    brands: 'The same for each brand.',
    channels: 'The same for each channel.',
  },
  holds: [Stop],
});
const StopForm = component({
  name: 'StopForm',
  schema: stopFormSchema,
  fields: {
    target: 'Of a brand its id, of a channel its kind. Leave it out to stop the whole workspace.',
    reason: 'Shown to everyone in the account area.',
  },
});
const Recalled = component({
  name: 'Recalled',
  schema: recalledSchema,
  fields: {
    recalled: 'Alerts and digests that were ended.',
    left: 'How many the stop still holds: ask again.',
  },
});

const Suspension = component({
  name: 'Suspension',
  schema: flappingSchema,
  fields: {
    most: 'A rule that triggers more often than that about one symbol is suspended. Null: none is.',
    minutes: 'Within so many minutes.',
  },
});

const OF_STOP = { id: 'The id of the stop.' };

export const SENDING = endpoints('Alerts', {
  read: {
    method: 'get',
    path: '/sending',
    needs: 'alerts:read',
    summary: 'What is stopped, and what hasn’t gone out',
    description: 'The stops of the workspace, and how many alerts and digests wait, by brand and channel.',
    answer: { status: 200, says: 'The stops and the counts.', schema: Sending },
    example: {},
  },
  stop: {
    method: 'post',
    path: '/sending/stops',
    needs: 'sending:stop',
    whileReadOnly: true,
    tells: ['alerts'],
    summary: 'Stop sending',
    description:
      'Stops the whole workspace, one brand or one channel at once: no alert, digest, update or correction goes out, nor what is already queued or partly sent. Messages that are being sent at that moment still arrive. It lasts until an owner or admin resumes it. What is stopped already stays as it is.',
    body: { schema: StopForm, required: true },
    answer: { status: 201, says: 'It’s stopped.', schema: Stop },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { body: { scope: 'workspace', reason: 'Prices look wrong' } },
  },
  recall: {
    method: 'post',
    path: '/sending/stops/{id}/recall',
    needs: 'sending:resume',
    whileReadOnly: true,
    tells: ['alerts'],
    summary: 'Recall what a stop holds',
    description: `Ends for good what the stop holds: none of it is sent when you resume. Ends up to ${RECALL_MAX} alerts; ask again while \`left\` isn’t 0. Sending stays stopped. API keys can’t recall.`,
    params: OF_STOP,
    answer: { status: 200, says: 'What was ended.', schema: Recalled },
    errors: ['not_found'],
    example: { params: { id: '$STOP_ID' } },
  },
  resume: {
    method: 'delete',
    path: '/sending/stops/{id}',
    needs: 'sending:resume',
    whileReadOnly: true,
    tells: ['alerts'],
    summary: 'Resume sending',
    description:
      'Ends a stop. What it held goes out, except what isn’t news anymore by the time limits of its routes. Another stop may still hold some of it. API keys can’t resume: a person does.',
    params: OF_STOP,
    answer: { status: 204, says: 'It goes on.' },
    errors: ['not_found'],
    example: { params: { id: '$STOP_ID' } },
  },
  suspension: {
    method: 'get',
    path: '/sending/suspension',
    needs: 'alerts:read',
    summary: 'When rules are suspended',
    description:
      'A rule that triggers too often about one symbol is suspended until someone resumes it: see `suspended` of `/mutes`. Critical rules are only reported.',
    answer: { status: 200, says: 'The limit.', schema: Suspension },
    example: {},
  },
  setSuspension: {
    method: 'patch',
    path: '/sending/suspension',
    needs: 'workspace:write',
    summary: 'Set when rules are suspended',
    description: 'Rules that are suspended already stay so.',
    body: { schema: Suspension, required: true },
    answer: { status: 200, says: 'The limit.', schema: Suspension },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { most: 20, minutes: 10 } },
  },
});
