import type { Endpoint } from '../endpoint.ts';

const MESSAGE = {
  clientId: '0192f0c1-2b7e-7c3a-9d51-6f0e8a4b2c10',
  text: 'Does a gap count on a day after a holiday?',
};

export const CHAT: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/chat',
    needs: 'self',
    group: 'Workspace',
    summary: 'Live Chat',
    description:
      'What the person and the team have said to each other, newest first, a page at a time. Nobody else in the workspace sees it.',
    query: {
      limit: { says: 'Messages of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: 'ChatPage' },
    errors: ['validation_failed'],
    example: { query: 'limit=20' },
  },
  {
    method: 'get',
    path: '/chat/unread',
    needs: 'self',
    group: 'Workspace',
    summary: 'Answers not seen yet',
    description: 'How many messages of the team have not been on the person’s screen.',
    answer: { status: 200, says: 'The count.', schema: 'Unread' },
  },
  {
    method: 'post',
    path: '/chat',
    needs: 'self',
    group: 'Workspace',
    summary: 'Write to the team',
    description:
      'Stores the message and mails it to the team, together with what follows within a minute. Sent again under the same `clientId` it is the same message. 20 in a minute and 300 in a day are the limit.',
    body: { schema: 'ChatForm', required: true },
    answer: { status: 201, says: 'The message as it is stored.', schema: 'ChatMessage' },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: MESSAGE },
  },
  {
    method: 'post',
    path: '/chat/read',
    needs: 'self',
    group: 'Workspace',
    summary: 'Say what was seen',
    description:
      'Everything up to this message has been on the person’s screen. Another’s message changes nothing.',
    body: { schema: 'ChatRead', required: true },
    answer: { status: 204, says: 'It is seen.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { id: MESSAGE.clientId } },
  },
];
