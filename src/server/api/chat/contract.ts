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
    next: 'Pass it as `cursor` to get earlier messages; null at the start.',
    unread: 'Number of answers you haven’t seen yet.',
  },
});
const ChatForm = component({
  name: 'ChatForm',
  schema: chatFormSchema,
  fields: { clientId: 'A UUID you create. Messages with the same one are stored once.' },
});
const ChatMessage = component({
  name: 'ChatMessage',
  schema: chatMessageSchema,
  fields: {
    clientId: 'The sender’s UUID.',
    author: 'You, or the team.',
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
    withinHours: 'Support hours within which a message is answered.',
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
      'Your messages and the team’s answers, newest first. Other members of the workspace don’t see them.',
    query: {
      limit: { says: 'Messages per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: ChatPage },
    errors: ['validation_failed'],
    example: { query: 'limit=20' },
  },
  unread: {
    method: 'get',
    path: '/chat/unread',
    needs: 'self',
    summary: 'Count unread answers',
    description: 'Number of the team’s messages you haven’t seen yet.',
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
      'Stores the message and emails it to the team, together with what follows within a minute. A message with the same `clientId` is stored once. Limits: 20 per minute and 300 per day.',
    body: { schema: ChatForm, required: true },
    answer: { status: 201, says: 'The stored message.', schema: ChatMessage },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: MESSAGE },
  },
  markRead: {
    method: 'post',
    path: '/chat/read',
    needs: 'self',
    summary: 'Mark messages as read',
    description:
      'Marks everything up to this message as read. Ids of other people’s messages change nothing.',
    body: { schema: ChatRead, required: true },
    answer: { status: 204, says: 'Marked as read.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { id: MESSAGE.clientId } },
  },
});
