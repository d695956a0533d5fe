import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import {
  authorizationSchema,
  authorizeFormSchema,
  authorizeStartSchema,
  cameBackSchema,
  chooseFormSchema,
} from '#src/shared/authorizations.ts';
import {
  connectionChangeSchema,
  connectionFormSchema,
  CONNECTIONS_MAX,
  connectionSchema,
  connectionsSchema,
  destinationChangeSchema,
  destinationFormSchema,
  DESTINATIONS_MAX,
  destinationSchema,
  practiceFormSchema,
  testMessageSchema,
  TESTS_PER_HOUR,
} from '#src/shared/connections.ts';
import { readBackSchema } from '#src/shared/alert-list.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Destination = component({
  name: 'Destination',
  schema: destinationSchema,
  fields: {
    address: 'Its id at the provider: a chat, a channel, a page.',
    publicUrl: 'Public address of a page we host; otherwise null.',
    groupMinutes:
      'Alerts of several rules about the same move of a symbol within this many minutes are posted there as one. Null: each is posted.',
  },
});
const Connection = component({
  name: 'Connection',
  schema: connectionSchema,
  fields: {
    practice: 'True for a practice account: nothing it sends is delivered.',
    settings: 'The fields that aren’t secret, by name.',
    secrets: 'The names of the secret fields that have a value. The values are never returned.',
    state:
      '`failing`: nothing is sent over it until a check succeeds. `paused`: nothing is sent until you resume it.',
    problem:
      'The provider’s last error or, while `state` is `ok`, what you should correct. Null if there is none.',
    whenUnknown:
      'For a message whose outcome stays `unknown` because the provider can’t be asked. `ask`: a member decides. `resend`: it’s sent again once, unless it would certainly be there twice. `leave`: it stays `unknown`. Null if the provider recognizes repeated messages.',
    heldUntil: 'Sending is paused until then; null if it isn’t.',
    callbackUrl:
      'The URL to enter at the provider, so that it can report delivery status. Null if the channel has no reports.',
    calledAt: 'Time of the provider’s last accepted call.',
    callProblem: 'Why the last call was rejected; null if it wasn’t.',
    month:
      'Messages to its destinations (removed ones too) in this calendar month (UTC), the last one’s time, and what the provider charges for them if that is known. Null if it never had a destination.',
    destinations: 'Its destinations, oldest first.',
  },
  holds: [Destination],
});
const Connections = component({ name: 'Connections', schema: connectionsSchema });
const ConnectionForm = component({
  name: 'ConnectionForm',
  schema: connectionFormSchema,
  fields: { fields: 'By name; `GET /channels` lists them. Numbers are strings too.' },
});
const PracticeForm = component({ name: 'PracticeForm', schema: practiceFormSchema });
const ConnectionChange = component({
  name: 'ConnectionChange',
  schema: connectionChangeSchema,
  fields: { fields: 'Fields you leave out keep their values, including secrets.' },
});
const DestinationForm = component({ name: 'DestinationForm', schema: destinationFormSchema });
const DestinationChange = component({
  name: 'DestinationChange',
  schema: destinationChangeSchema,
  fields: { groupMinutes: 'Null posts each alert from now on.' },
});

const TestMessage = component({
  name: 'TestMessage',
  schema: testMessageSchema,
  fields: { problem: 'Why it may not have arrived: the provider didn’t answer. Null if it was accepted.' },
});

const ReadBack = component({
  name: 'ReadBack',
  schema: readBackSchema,
  fields: {
    found: '`gone`: it no longer exists. `unknown`: the provider couldn’t be asked; `problem` says why.',
    same: 'Whether the text equals what was sent; null if nothing was found.',
  },
});

const AuthorizeForm = component({
  name: 'AuthorizeForm',
  schema: authorizeFormSchema,
  fields: { connectionId: 'To connect this account again. Leave it out to connect another one.' },
});
const AuthorizeStart = component({
  name: 'AuthorizeStart',
  schema: authorizeStartSchema,
  fields: { url: 'The provider’s page. It works for 10 minutes.' },
});
const Authorization = component({
  name: 'Authorization',
  schema: authorizationSchema,
  fields: {
    state: '`waiting`: the person is at the provider. `choosing`: they need to choose one of `choices`.',
    problem: 'Why it failed.',
    connection: 'The new connection; null until then.',
    choices: 'The accounts the person can post with, if there are several.',
  },
});
const CameBack = component({
  name: 'CameBack',
  schema: cameBackSchema,
  fields: { error: 'The provider’s reason for not returning a code.' },
});
const ChooseForm = component({ name: 'ChooseForm', schema: chooseFormSchema });

const OF_AUTHORIZATION = { id: 'The ID of the sign-in that was started.' };
const OF_CONNECTION = { id: 'The id of the connection.' };

export const CONNECTIONS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/connections',
    needs: 'channels:read',
    summary: 'List connections',
    description: 'The accounts and servers your workspace sends through, with their health and destinations.',
    answer: { status: 200, says: 'Oldest first.', schema: Connections },
    example: {},
  },
  add: {
    method: 'post',
    path: '/connections',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Connect an account',
    description: `We check the account at the provider first and store it only if it works. Secret fields are encrypted and never returned. You can have ${CONNECTIONS_MAX} connections.`,
    body: { schema: ConnectionForm, required: true },
    answer: { status: 201, says: 'The connection.', schema: Connection },
    errors: ['bad_json', 'validation_failed', 'connection_refused', 'plan_limit', 'name_taken'],
    example: {
      body: {
        channel: ACCOUNT_CHANNEL,
        name: 'Our mail server',
        fields: { host: '$SMTP_HOST', port: '$SMTP_PORT', tls: 'none' },
      },
    },
  },
  practice: {
    method: 'post',
    path: '/connections/practice',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Connect a practice account',
    description:
      'On a development machine: connects an account, with a destination, at a practice provider that delivers nothing. `GET /channels` lists the kinds under `practice`. Sent messages are at /dev/outbox.',
    body: { schema: PracticeForm, required: true },
    answer: { status: 201, says: 'The connection.', schema: Connection },
    errors: ['bad_json', 'validation_failed', 'connection_refused', 'plan_limit', 'name_taken'],
    example: { body: { channel: '$PRACTICE_CHANNEL' } },
  },
  authorize: {
    method: 'post',
    path: '/connections/authorize',
    needs: 'self',
    summary: 'Connect an account at its provider',
    description:
      'For owners and admins. The person grants access on the provider’s page and returns to Channels, which finishes the connection. `GET /channels` lists the kinds under `authorize`.',
    body: { schema: AuthorizeForm, required: true },
    answer: { status: 201, says: 'Where to grant access.', schema: AuthorizeStart },
    errors: ['bad_json', 'validation_failed', 'forbidden', 'not_found', 'plan_limit', 'workspace_read_only'],
    keepsAnswer: false,
    example: { body: { channel: '$AUTHORIZE_CHANNEL' } },
  },
  cameBack: {
    method: 'post',
    path: '/connections/authorizations',
    needs: 'self',
    tells: ['channels'],
    summary: 'Finish connecting an account at its provider',
    description:
      'Pass what the provider returned. It works once, and only for the person who started it. If they can post with several accounts, choose one next.',
    body: { schema: CameBack, required: true },
    answer: { status: 200, says: 'The result.', schema: Authorization },
    errors: ['bad_json', 'validation_failed', 'forbidden', 'not_found'],
    keepsAnswer: false,
    example: { body: { channel: '$AUTHORIZE_CHANNEL', state: '$STATE', code: '$CODE' } },
  },
  authorization: {
    method: 'get',
    path: '/connections/authorizations/{id}',
    needs: 'self',
    summary: 'Progress of connecting an account',
    description: 'Only for the person who started it, up to an hour after it ended.',
    params: OF_AUTHORIZATION,
    answer: { status: 200, says: 'The progress.', schema: Authorization },
    errors: ['not_found'],
    example: { params: { id: '$AUTHORIZATION_ID' } },
  },
  choose: {
    method: 'post',
    path: '/connections/authorizations/{id}/choose',
    needs: 'self',
    tells: ['channels'],
    summary: 'Choose which account to connect',
    description: 'If the person can post with several accounts, such as the pages they manage.',
    params: OF_AUTHORIZATION,
    body: { schema: ChooseForm, required: true },
    answer: { status: 200, says: 'The connection.', schema: Connection },
    errors: ['bad_json', 'validation_failed', 'connection_refused', 'forbidden', 'not_found', 'plan_limit'],
    example: { params: { id: '$CHOOSING_ID' }, body: { account: '$ACCOUNT_ID' } },
  },
  change: {
    method: 'patch',
    path: '/connections/{id}',
    needs: 'channels:write',
    tells: ['channels'],
    whileReadOnly: true,
    summary: 'Change, pause or resume a connection',
    description: 'Fields you leave out keep their values. We check changed fields at the provider first.',
    params: OF_CONNECTION,
    body: { schema: ConnectionChange, required: true },
    answer: { status: 200, says: 'The connection.', schema: Connection },
    errors: ['bad_json', 'validation_failed', 'connection_refused', 'not_found', 'name_taken', 'in_use'],
    example: { params: { id: '$CONNECTION_ID' }, body: { paused: true } },
  },
  check: {
    method: 'post',
    path: '/connections/{id}/check',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Check a connection',
    description:
      'Signs in at the provider without sending anything. A connection that works again is used at once.',
    params: OF_CONNECTION,
    answer: { status: 200, says: 'The connection, with the result.', schema: Connection },
    errors: ['not_found'],
    example: { params: { id: '$CONNECTION_ID' } },
  },
  remove: {
    method: 'delete',
    path: '/connections/{id}',
    needs: 'channels:write',
    tells: ['channels'],
    whileReadOnly: true,
    summary: 'Delete a connection',
    description: 'Its secrets are deleted at once. What was sent stays on record.',
    params: OF_CONNECTION,
    answer: { status: 204, says: 'It’s deleted.' },
    errors: ['not_found', 'in_use'],
    example: { params: { id: '$CONNECTION_ID' } },
  },
  addDestination: {
    method: 'post',
    path: '/connections/{id}/destinations',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Add a destination',
    description: `For channels with destinations: a chat, a channel, a page. Each connection can have ${DESTINATIONS_MAX}.`,
    params: OF_CONNECTION,
    body: { schema: DestinationForm, required: true },
    answer: { status: 201, says: 'The place.', schema: Destination },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken'],
    example: { params: { id: '$CONNECTION_ID' }, body: { name: 'Market desk', address: 'C0123456789' } },
  },
  readBack: {
    method: 'post',
    path: '/deliveries/{id}/read-back',
    needs: 'alerts:run',
    summary: 'Read a message back',
    description:
      'Fetches the message from the provider and compares it with what was sent. For deliveries with `readsBack`.',
    params: { id: 'The id of the delivery.' },
    answer: { status: 200, says: 'The message at the provider.', schema: ReadBack },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$DELIVERY_ID' } },
  },
  testDestination: {
    method: 'post',
    path: '/destinations/{id}/test',
    needs: 'channels:write',
    summary: 'Send a test message',
    description: `Posts an example alert of the default brand, marked as a trial run. It doesn’t count toward your plan. You can send ${TESTS_PER_HOUR} an hour. Channels with \`noTests\` say why they can’t get one.`,
    params: { id: 'The id of the destination.' },
    answer: { status: 200, says: 'The message was sent.', schema: TestMessage },
    errors: ['not_found', 'validation_failed', 'connection_refused', 'over_request_rate_limit'],
    example: { params: { id: '$PLACE_ID' } },
  },
  changeDestination: {
    method: 'patch',
    path: '/destinations/{id}',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Change how a place groups alerts',
    description:
      'If several rules trigger on one symbol that moved the same way, only the first alert is posted there. Off until you set it.',
    params: { id: 'The id of the destination.' },
    body: { schema: DestinationChange, required: true },
    answer: { status: 200, says: 'The place.', schema: Destination },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$PLACE_ID' }, body: { groupMinutes: 15 } },
  },
  removeDestination: {
    method: 'delete',
    path: '/destinations/{id}',
    needs: 'channels:write',
    tells: ['channels'],
    whileReadOnly: true,
    summary: 'Delete a destination',
    description: 'Nothing more is posted there. What was sent stays on record.',
    params: { id: 'The id of the destination.' },
    answer: { status: 204, says: 'It’s deleted.' },
    errors: ['not_found', 'in_use'],
    example: { params: { id: '$DESTINATION_ID' } },
  },
});
