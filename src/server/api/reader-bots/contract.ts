import { readerBotFormSchema, readerBotSchema, readerBotsSchema } from '#src/shared/reader-bots.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ReaderBot = component({
  name: 'ReaderBot',
  schema: readerBotSchema,
  fields: {
    bot: 'The bot’s name at the provider.',
    audienceId: 'The list that people join who come by `url`; null for none.',
    url: 'Opens the bot, which asks people to confirm. For your site, your profile or a poster.',
    qr: 'The same as a QR code, an SVG.',
    subscribers: 'People who get the brand’s alerts there.',
  },
});
const ReaderBots = component({ name: 'ReaderBots', schema: readerBotsSchema, holds: [ReaderBot] });
const ReaderBotForm = component({
  name: 'ReaderBotForm',
  schema: readerBotFormSchema,
  fields: {
    connectionId: 'A connection whose bot people can write to.',
    audienceId: 'A list that people join who come by the brand’s link. Leave it out for none.',
  },
});

export const READER_BOTS = endpoints('People', {
  list: {
    method: 'get',
    path: '/reader-bots',
    needs: 'channels:read',
    summary: 'List bots for readers',
    description:
      'Bots that people subscribe with, their links, and the brands and connections to choose from.',
    answer: { status: 200, says: 'By the brand’s name.', schema: ReaderBots },
    example: {},
  },
  set: {
    method: 'post',
    path: '/reader-bots',
    needs: 'channels:write',
    tells: ['contacts', 'channels'],
    summary: 'Let people subscribe with a bot',
    description:
      'The bot asks everyone who opens its link to confirm, and then sends them the brand’s alerts. A brand has one bot; another one takes its place. For Telegram, this sets the bot’s webhook.',
    body: { schema: ReaderBotForm, required: true },
    answer: { status: 200, says: 'The bot.', schema: ReaderBot },
    errors: ['bad_json', 'validation_failed', 'connection_refused'],
    example: { body: { brandId: '$BRAND_ID', connectionId: '$READER_CONNECTION_ID' } },
  },
  remove: {
    method: 'delete',
    path: '/reader-bots/{id}',
    needs: 'channels:write',
    tells: ['contacts', 'channels'],
    whileReadOnly: true,
    summary: 'Stop subscribing with a bot',
    description:
      'Its links stop working, and it sends people nothing more. Contacts and their consents stay.',
    params: { id: 'The brand’s id.' },
    answer: { status: 204, says: 'It’s stopped.' },
    errors: ['not_found'],
    example: { params: { id: '$READER_BRAND_ID' } },
  },
});
