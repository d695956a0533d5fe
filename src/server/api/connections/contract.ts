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
    address: 'What the provider knows it by: a chat, a channel, a page.',
    publicUrl: 'Where anyone can open it, for a page that we host; else null.',
    groupMinutes:
      'Alerts of several rules about one symbol that moved the same way are posted there as one within so many minutes. Null: each is posted.',
  },
});
const Connection = component({
  name: 'Connection',
  schema: connectionSchema,
  fields: {
    practice: 'True for an account to practice with: what it sends reaches nobody.',
    settings: 'The fields that aren’t secret, by name.',
    secrets: 'The names of the secret fields that have a value. The values are never returned.',
    state:
      '`failing`: nothing is sent over it until a check succeeds. `paused`: nothing is sent until you resume it.',
    problem: 'What the provider last said is wrong; null where nothing is.',
    heldUntil: 'Nothing is sent over it until then; null where nothing holds it.',
    callbackUrl:
      'What the provider calls to report what became of a message: enter it there. Null where the channel takes no reports.',
    calledAt: 'The last call of the provider that was taken.',
    callProblem: 'Why the last call was refused; null where it wasn’t.',
    destinations: 'The places it posts to, oldest first.',
  },
  holds: [Destination],
});
const Connections = component({ name: 'Connections', schema: connectionsSchema });
const ConnectionForm = component({
  name: 'ConnectionForm',
  schema: connectionFormSchema,
  fields: { fields: 'By name, as the channel declares them (GET /channels). Numbers are texts too.' },
});
const PracticeForm = component({ name: 'PracticeForm', schema: practiceFormSchema });
const ConnectionChange = component({
  name: 'ConnectionChange',
  schema: connectionChangeSchema,
  fields: { fields: 'A field that is left out stays as it is, secret ones too.' },
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
  fields: { problem: 'Why it may not have arrived: no answer came. Null where it was accepted.' },
});

const ReadBack = component({
  name: 'ReadBack',
  schema: readBackSchema,
  fields: {
    found: '`gone`: it is no longer there. `unknown`: the provider couldn’t be asked; `problem` says why.',
    same: 'Whether the text is what was sent; null where nothing was found.',
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
    state: '`waiting`: the person is at the provider. `choosing`: one of `choices` is to be chosen.',
    problem: 'Why it failed.',
    connection: 'What was connected; null until then.',
    choices: 'The accounts the person may post with, where there are several.',
  },
});
const CameBack = component({
  name: 'CameBack',
  schema: cameBackSchema,
  fields: { error: 'Why there is no code, as the provider says it.' },
});
const ChooseForm = component({ name: 'ChooseForm', schema: chooseFormSchema });

const OF_AUTHORIZATION = { id: 'The id of what was started.' };
const OF_CONNECTION = { id: 'The id of the connection.' };

export const CONNECTIONS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/connections',
    needs: 'channels:read',
    summary: 'List connections',
    description:
      'The accounts and servers the workspace sends through, with their health and the places they post to.',
    answer: { status: 200, says: 'Oldest first.', schema: Connections },
    example: {},
  },
  add: {
    method: 'post',
    path: '/connections',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Connect an account',
    description: `The provider is asked first: what doesn’t work isn’t stored. Secret fields are encrypted and never returned. ${CONNECTIONS_MAX} connections are the limit.`,
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
      'On a development machine: an account, with a place to post to, at a provider that runs beside the program and delivers nothing. `GET /channels` lists the kinds under `practice`. What it was sent is shown at /dev/outbox.',
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
      'For owners and admins: the person allows it on the provider’s page and comes back to Channels, which takes what the provider sent. `GET /channels` lists the kinds under `authorize`.',
    body: { schema: AuthorizeForm, required: true },
    answer: { status: 201, says: 'Where the person allows it.', schema: AuthorizeStart },
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
      'Takes what the provider sent the person back with, once, from the person who started it. If they may post with several accounts, choose one.',
    body: { schema: CameBack, required: true },
    answer: { status: 200, says: 'What came of it.', schema: Authorization },
    errors: ['bad_json', 'validation_failed', 'forbidden', 'not_found'],
    keepsAnswer: false,
    example: { body: { channel: '$AUTHORIZE_CHANNEL', state: '$STATE', code: '$CODE' } },
  },
  authorization: {
    method: 'get',
    path: '/connections/authorizations/{id}',
    needs: 'self',
    summary: 'See how connecting an account went',
    description: 'Only for the person who started it, up to an hour after it ended.',
    params: OF_AUTHORIZATION,
    answer: { status: 200, says: 'How far it is.', schema: Authorization },
    errors: ['not_found'],
    example: { params: { id: '$AUTHORIZATION_ID' } },
  },
  choose: {
    method: 'post',
    path: '/connections/authorizations/{id}/choose',
    needs: 'self',
    tells: ['channels'],
    summary: 'Choose which account to connect',
    description: 'Where the person may post with several, such as the pages they manage.',
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
    description: 'What is left out stays. Changed fields are checked at the provider first.',
    params: OF_CONNECTION,
    body: { schema: ConnectionChange, required: true },
    answer: { status: 200, says: 'The connection.', schema: Connection },
    errors: ['bad_json', 'validation_failed', 'connection_refused', 'not_found', 'name_taken'],
    example: { params: { id: '$CONNECTION_ID' }, body: { paused: true } },
  },
  check: {
    method: 'post',
    path: '/connections/{id}/check',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Check a connection',
    description: 'Signs in at the provider without sending anything. One that works again is used at once.',
    params: OF_CONNECTION,
    answer: { status: 200, says: 'The connection, with what was found.', schema: Connection },
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
    answer: { status: 204, says: 'It is deleted.' },
    errors: ['not_found', 'in_use'],
    example: { params: { id: '$CONNECTION_ID' } },
  },
  addDestination: {
    method: 'post',
    path: '/connections/{id}/destinations',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Add a place to post to',
    description: `For channels with destinations: a chat, a channel, a page. ${DESTINATIONS_MAX} a connection are the limit.`,
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
      'Asks the provider for a message as it is there now, and compares it with what was sent. For deliveries with `readsBack`.',
    params: { id: 'The id of the delivery.' },
    answer: { status: 200, says: 'The message as the provider has it.', schema: ReadBack },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$DELIVERY_ID' } },
  },
  testDestination: {
    method: 'post',
    path: '/destinations/{id}/test',
    needs: 'channels:write',
    summary: 'Send a test message to a place',
    description: `Posts an example alert of the default brand, marked as a trial run. It counts against no limit of the plan; ${TESTS_PER_HOUR} an hour are the limit. Channels with \`noTests\` say why they get none.`,
    params: { id: 'The id of the destination.' },
    answer: { status: 200, says: 'It was sent.', schema: TestMessage },
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
    summary: 'Delete a place to post to',
    description: 'Nothing is posted there any more. What was sent stays on record.',
    params: { id: 'The id of the destination.' },
    answer: { status: 204, says: 'It is deleted.' },
    errors: ['not_found', 'in_use'],
    example: { params: { id: '$DESTINATION_ID' } },
  },
});
