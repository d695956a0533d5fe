import {
  chatChoiceFormSchema,
  chatLinkSchema,
  reviewChatFormSchema,
  reviewChatSchema,
  reviewChatsSchema,
} from '#src/shared/review-chats.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ReviewChat = component({
  name: 'ReviewChat',
  schema: reviewChatSchema,
  fields: {
    place: 'Chat that every request is posted to; null for none.',
    places: 'Destinations of the connection to choose from.',
    steps: 'What to set up at the provider.',
    callbackUrl: 'Where the provider sends what people press.',
    you: 'Who you are there; null until you’re linked.',
  },
});
const ReviewChats = component({ name: 'ReviewChats', schema: reviewChatsSchema, holds: [ReviewChat] });
const ReviewChatForm = component({
  name: 'ReviewChatForm',
  schema: reviewChatFormSchema,
  fields: { place: 'Address of one of its destinations. Leave it out for none.' },
});
const ChatLink = component({
  name: 'ChatLink',
  schema: chatLinkSchema,
  fields: {
    code: 'Enter it in the chat. It works once, for 15 minutes.',
    url: 'Opens the chat with the code; null if the app has no such link.',
  },
});
const ChatChoiceForm = component({ name: 'ChatChoiceForm', schema: chatChoiceFormSchema });

const PARAMS = { id: 'The connection’s id.' };
const EXAMPLE = { params: { id: '$REVIEW_CHAT_ID' } };

export const REVIEW_CHATS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/review-chats',
    needs: 'self',
    summary: 'List approval chats',
    description: 'Connections that can ask people to approve alerts with buttons, and who you are in each.',
    answer: { status: 200, says: 'The oldest connection first.', schema: ReviewChats },
    example: {},
  },
  set: {
    method: 'post',
    path: '/review-chats/{id}',
    needs: 'team:manage',
    tells: ['account'],
    whileReadOnly: true,
    summary: 'Turn approval in a chat on or off',
    description:
      'Once it’s on, members link their accounts and get requests there. With `place`, every request is also posted to that chat. Turning it off unlinks everyone. For Telegram, this sets the bot’s webhook.',
    params: PARAMS,
    body: { schema: ReviewChatForm, required: true },
    answer: { status: 200, says: 'The chat.', schema: ReviewChat },
    errors: ['bad_json', 'validation_failed', 'not_found', 'connection_refused'],
    example: { ...EXAMPLE, body: { on: true } },
  },
  link: {
    method: 'post',
    path: '/review-chats/{id}/link',
    needs: 'self',
    keepsAnswer: false,
    summary: 'Link your chat account',
    description:
      'Creates a code that links your chat account to you. It grants no rights: your role and the policy are checked with every button press.',
    params: PARAMS,
    answer: { status: 201, says: 'The code.', schema: ChatLink },
    errors: ['not_found'],
    example: EXAMPLE,
  },
  choose: {
    method: 'post',
    path: '/review-chats/{id}/me',
    needs: 'self',
    tells: ['account'],
    summary: 'Turn requests in your chat on or off',
    description: 'For linked members. Buttons in a shared chat work either way.',
    params: PARAMS,
    body: { schema: ChatChoiceForm, required: true },
    answer: { status: 200, says: 'The chat.', schema: ReviewChat },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { ...EXAMPLE, body: { asks: false } },
  },
  unlink: {
    method: 'delete',
    path: '/review-chats/{id}/me',
    needs: 'self',
    tells: ['account'],
    summary: 'Unlink your chat account',
    description: 'Its buttons stop working for you.',
    params: PARAMS,
    answer: { status: 204, says: 'Unlinked.' },
    errors: ['not_found'],
    example: EXAMPLE,
  },
});
