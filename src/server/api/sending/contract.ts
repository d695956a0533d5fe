import {
  RECALL_MAX,
  recalledSchema,
  sendingSchema,
  stopFormSchema,
  stopSchema,
} from '#src/shared/sending.ts';
import {
  sendingHoursFormSchema,
  sendingHoursListSchema,
  sendingHoursSchema,
} from '#src/shared/sending-hours.ts';
import { flappingSchema } from '#src/shared/flapping.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Stop = component({
  name: 'Stop',
  schema: stopSchema,
  fields: {
    target: 'The brand’s id or the channel’s kind; null if everything is stopped.',
    name: 'The brand’s name; otherwise null.',
    by: 'Who stopped it: a member, or an API key.',
  },
});
const Sending = component({
  name: 'Sending',
  schema: sendingSchema,
  fields: {
    stops: 'The stops, widest first.',
    workspace:
      '`unsent`: alerts and digests with unsent messages. `expired`: those that are no longer news and won’t be sent when you resume.',
    brands: 'The same for each brand.',
    channels: 'The same for each channel.',
  },
  holds: [Stop],
});
const StopForm = component({
  name: 'StopForm',
  schema: stopFormSchema,
  fields: {
    target: 'The brand’s id or the channel’s kind. Leave it out to stop the whole workspace.',
    reason: 'Shown to everyone in the account area.',
  },
});
const Recalled = component({
  name: 'Recalled',
  schema: recalledSchema,
  fields: {
    recalled: 'Alerts and digests that were ended.',
    left: 'Number still held. Repeat the call until it’s 0.',
  },
});

const Suspension = component({
  name: 'Suspension',
  schema: flappingSchema,
  fields: {
    most: 'A rule that triggers more often than this for one symbol is suspended. Null: rules are never suspended.',
    minutes: 'Length of the time window.',
  },
});

const Hours = component({
  name: 'SendingHours',
  schema: sendingHoursSchema,
  fields: {
    target: 'The id of the brand or the audience; null for the workspace.',
    name: 'The name of the brand or the audience; empty for the workspace.',
    market:
      '`regular`: while the market of an alert’s symbol trades. `extended`: with pre-market and after-hours. Null where days and hours count; with it, those are null.',
    days: '1 is Monday, 7 is Sunday.',
    to: '`24:00` is the end of the day.',
    late: 'What becomes of an alert that lapses while it waits: `nothing`, or `digest` for its readers’ next digest, as past news. Of several hours, those of the audience count before the brand’s, and these before the workspace’s.',
    opensAt: 'When they begin next; null within them, and for market hours, as it depends on the symbol.',
  },
});
const HoursList = component({ name: 'SendingHoursList', schema: sendingHoursListSchema, holds: [Hours] });
const HoursForm = component({
  name: 'SendingHoursForm',
  schema: sendingHoursFormSchema,
  fields: {
    target: 'The id of the brand or the audience. Leave it out for the workspace.',
    days: '1 is Monday, 7 is Sunday. Required unless `market` is given.',
    from: 'Required unless `market` is given.',
    to: '`24:00` is the end of the day. Required unless `market` is given.',
    timeZone: 'Required unless `market` is given.',
    market:
      'In place of days and hours. `regular`: alerts go out while the market of their symbol trades, with its holidays and half days. `extended`: with pre-market and after-hours. Alerts about crypto or no symbol don’t wait.',
    late: 'What becomes of an alert that lapses while it waits: `nothing`, or `digest` for its readers’ next digest, as past news. `nothing` unless given.',
  },
});

const OF_STOP = { id: 'The id of the stop.' };

export const SENDING = endpoints('Alerts', {
  read: {
    method: 'get',
    path: '/sending',
    needs: 'alerts:read',
    summary: 'List stops and unsent alerts',
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
      'Stops the whole workspace, one brand or one channel at once. No alert, digest, update or correction goes out, including those already queued or partly sent. Messages being sent at that moment still arrive. The stop lasts until an owner or admin resumes sending. Stopping twice changes nothing.',
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
    summary: 'Recall held alerts',
    description: `Cancels what the stop holds, so that it isn’t sent when you resume. Cancels up to ${RECALL_MAX} alerts; repeat the call while \`left\` isn’t 0. Sending stays stopped. API keys can’t recall.`,
    params: OF_STOP,
    answer: { status: 200, says: 'The result.', schema: Recalled },
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
      'Ends a stop. Held alerts are sent, except those past their routes’ time limit. Another stop can still hold some of them. API keys can’t resume sending.',
    params: OF_STOP,
    answer: { status: 204, says: 'Sending has resumed.' },
    errors: ['not_found'],
    example: { params: { id: '$STOP_ID' } },
  },
  hours: {
    method: 'get',
    path: '/sending/hours',
    needs: 'alerts:read',
    summary: 'List sending hours',
    description: 'The hours in which alerts go out: of the workspace, its brands and its audiences.',
    answer: { status: 200, says: 'The hours.', schema: HoursList },
    example: {},
  },
  setHours: {
    method: 'post',
    path: '/sending/hours',
    needs: 'workspace:write',
    tells: ['alerts'],
    summary: 'Set sending hours',
    description:
      'Replaces the hours of the workspace, a brand or an audience. They’re days and hours by the clock, or the trading hours of each symbol’s market. Alerts approved outside of them wait; if several apply, until all have begun. Then freshness, mutes and expiry are checked again. Alerts of critical rules, alerts written by hand, updates, corrections, digests and trial runs don’t wait.',
    body: { schema: HoursForm, required: true },
    answer: { status: 201, says: 'The hours are set.', schema: Hours },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      body: {
        scope: 'workspace',
        days: [1, 2, 3, 4, 5],
        from: '07:00',
        to: '19:00',
        timeZone: 'Europe/London',
      },
    },
  },
  removeHours: {
    method: 'delete',
    path: '/sending/hours/{id}',
    needs: 'workspace:write',
    tells: ['alerts'],
    summary: 'Remove sending hours',
    description: 'What waits for them goes out within a minute.',
    params: { id: 'The id of the hours.' },
    answer: { status: 204, says: 'The hours are removed.' },
    errors: ['not_found'],
    example: { params: { id: '$HOURS_ID' } },
  },
  suspension: {
    method: 'get',
    path: '/sending/suspension',
    needs: 'alerts:read',
    summary: 'Get rule suspension',
    description:
      'A rule that triggers too often for one symbol is suspended until someone resumes it; see `suspended` in `/mutes`. Critical rules are only reported.',
    answer: { status: 200, says: 'The limit.', schema: Suspension },
    example: {},
  },
  setSuspension: {
    method: 'patch',
    path: '/sending/suspension',
    needs: 'workspace:write',
    summary: 'Set rule suspension',
    description: 'Rules that are already suspended stay suspended.',
    body: { schema: Suspension, required: true },
    answer: { status: 200, says: 'The limit.', schema: Suspension },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { most: 20, minutes: 10 } },
  },
});
