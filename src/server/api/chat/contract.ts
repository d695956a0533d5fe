import {
  chatFormSchema,
  chatMessageSchema,
  chatPageSchema,
  chatReadSchema,
  supportStandingSchema,
} from '#src/shared/chat.ts';
import { component, endpoints } from '../../contract/endpoint.ts';
import { Unread } from '../notifications/contract.ts';

const ChatPage = component({
  name: 'ChatPage',
  schema: chatPageSchema,
  fields: {
    next: 'Ask again with `cursor=…` for what was said before; null at the beginning.',
    unread: 'Answers that have not been on the person’s screen.',
  },
});
const ChatForm = component({
  name: 'ChatForm',
  schema: chatFormSchema,
  fields: { clientId: 'A UUID of yours. The same one again is the same message.' },
});
const ChatMessage = component({
  name: 'ChatMessage',
  schema: chatMessageSchema,
  fields: {
    clientId: 'The id its sender gave it.',
    author: 'The person, or the team.',
    text: 'Plain text, with line breaks.',
  },
});
const ChatRead = component({
  name: 'ChatRead',
  schema: chatReadSchema,
  fields: { id: 'The newest message that was shown.' },
});

const SupportStanding = component({
  name: 'SupportStanding',
  schema: supportStandingSchema,
  fields: {
    priority: 'Whether the plan has priority support.',
    withinHours: 'Within how many hours of support a message is answered.',
    queue:
      'While the person waits for an answer in Live Chat: their place among all who wait, and when they are answered at the latest.',
    requests:
      'Messages of the person that wait for an answer by email, such as feedback and the contact form, with their place in the same queue.',
  },
});

const MESSAGE = {
  clientId: '0192f0c1-2b7e-7c3a-9d51-6f0e8a4b2c10',
  text: 'Does a gap count on a day after a holiday?',
};

export const CHAT = endpoints('Workspace', {
  read: {
    method: 'get',
    path: '/chat',
    needs: 'self',
    summary: 'Live Chat',
    description:
      'What the person and the team have said to each other, newest first, a page at a time. Nobody else in the workspace sees it.',
    query: {
      limit: { says: 'Messages of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: ChatPage },
    errors: ['validation_failed'],
    example: { query: 'limit=20' },
  },
  unread: {
    method: 'get',
    path: '/chat/unread',
    needs: 'self',
    summary: 'Answers not seen yet',
    description: 'How many messages of the team have not been on the person’s screen.',
    answer: { status: 200, says: 'The count.', schema: Unread },
  },
  support: {
    method: 'get',
    path: '/chat/support',
    needs: 'self',
    summary: 'Place in the support queue',
    description:
      'What the plan promises, and while the person waits for an answer, their place in the queue and the promised time. The earliest promise is answered first.',
    answer: { status: 200, says: 'The promise, and the place.', schema: SupportStanding },
    example: {},
  },
  write: {
    method: 'post',
    path: '/chat',
    needs: 'self',
    summary: 'Write to the team',
    description:
      'Stores the message and mails it to the team, together with what follows within a minute. Sent again under the same `clientId` it is the same message. 20 in a minute and 300 in a day are the limit.',
    body: { schema: ChatForm, required: true },
    answer: { status: 201, says: 'The message as it is stored.', schema: ChatMessage },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: MESSAGE },
  },
  markRead: {
    method: 'post',
    path: '/chat/read',
    needs: 'self',
    summary: 'Say what was seen',
    description:
      'Everything up to this message has been on the person’s screen. Another’s message changes nothing.',
    body: { schema: ChatRead, required: true },
    answer: { status: 204, says: 'It is seen.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { id: MESSAGE.clientId } },
  },
});
