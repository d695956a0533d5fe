import { endpoints } from '../../contract/endpoint.ts';

export const STREAM = endpoints('Alerts', {
  open: {
    method: 'get',
    path: '/stream',
    needs: 'alerts:read',
    demo: true,
    summary: 'Live hints',
    description:
      'Server-sent events. Each event `hint` names a topic to ask for again: `alerts`, `account`, `notifications`, `chat`, `documents`, `viewers`, or `resync` for everything. A comment comes every 15 seconds. The stream ends at once with the session or key that opened it, and the oldest of more than ten of one person does, keys that the person made included; its last event, `end`, gives the reason: `access_ended` or `too_many_streams`. Hints carry no data, and several changes may be one hint.',
    answer: { status: 200, says: 'A stream that stays open.', type: 'text/event-stream' },
    example: { stays: true },
  },
});
