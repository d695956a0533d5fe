import { endpoints } from '../../contract/endpoint.ts';

export const STREAM = endpoints('Alerts', {
  open: {
    method: 'get',
    path: '/stream',
    needs: 'alerts:read',
    demo: true,
    summary: 'Stream live updates',
    description:
      'Server-sent events. Each `hint` event names a topic to reload: `alerts`, `account`, `notifications`, `chat`, `documents`, `viewers`, or `resync` for everything. Hints carry no data, and one hint can stand for several changes. A comment is sent every 15 seconds. The stream ends when its session or key ends. A person can have ten streams, including those of their keys; an eleventh ends the oldest. The last event, `end`, gives the reason: `access_ended` or `too_many_streams`.',
    answer: { status: 200, says: 'A stream that stays open.', type: 'text/event-stream' },
    example: { stays: true },
  },
});
