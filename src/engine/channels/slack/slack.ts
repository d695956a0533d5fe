import { z } from 'zod';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import type { Channel } from '../channel.ts';
import { HTTP_DELAYS } from '../http-outcome.ts';
import { FIELD, normalizePlace, SIGNING_SECRET, TOKEN, WEBHOOK } from './access.ts';
import { authorize } from './authorize.ts';
import { check } from './check.ts';
import { MARK } from './mark.ts';
import { prepare, TEXT_MAX } from './message.ts';
import { readBack } from './read-back.ts';
import { lookUp } from './look-up.ts';
import { slackReview } from './review.ts';
import { edit, send } from './send.ts';

const PICTURE = { format: 'chart', ...CHART_SIZE } as const;

export const slackChannel: Channel = {
  kind: 'slack',
  title: 'Slack',
  summary: 'Alerts to your Slack channels, posted by your own app or an incoming webhook.',
  mark: MARK,
  planClass: 'messaging',
  address: null,
  destination: { label: 'Channel ID', placeholder: 'C0123456789', normalize: normalizePlace },
  hasOwnAccount: false,
  fields: [
    {
      name: FIELD,
      label: 'Bot token or webhook URL',
      help: 'A bot posts to many channels, shows charts, edits and replies. A webhook posts to one channel, without charts.',
      placeholder: 'xoxb-…',
      secret: true,
      type: z
        .string()
        .trim()
        .refine((text) => TOKEN.test(text) || WEBHOOK.test(text), {
          error:
            'Enter a bot token, which starts with xoxb-, or a webhook URL, which starts with https://hooks.slack.com/services/.',
        }),
    },
    {
      name: SIGNING_SECRET,
      label: 'Signing secret',
      help: 'Only to approve alerts in Slack: it shows that a press comes from Slack. It’s under “Basic Information”.',
      secret: true,
      optional: true,
      type: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{32}$/, 'A signing secret has 32 letters from a to f and digits.'),
    },
  ],
  steps: [
    'Open api.slack.com/apps, press “Create New App”, choose “From scratch” and pick your workspace.',
    'Under “OAuth & Permissions”, add the bot scopes chat:write, files:write (for charts) and channels:history (to read back). For private channels, add groups:history too.',
    'Press “Install to Workspace” and copy the “Bot User OAuth Token”. For a webhook, turn on “Incoming Webhooks” instead and copy its URL.',
    'In Slack, write /invite and the app’s name in the channel. The channel’s ID is at the bottom of its “About” tab.',
    'Connect it here, then add the channel by its ID. For a webhook, add one place with the ID “webhook”.',
  ],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    text: { max: TEXT_MAX, unit: 'utf16' },
    textWithPicture: null,
    html: false,
    pictures: 1,
    buttons: 1,
    links: null,
    rates: [{ per: 'destination', max: 1, seconds: 1 }],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: true, pictures: true, silent: false, idempotent: false },
  cost: null,
  window: 16,
  lanes: 4,
  check,
  render: async (document) => prepare(document, PICTURE),
  send: (prepared, to, deps) => send(prepared, to, deps),
  edit: (prepared, message, to, deps) => edit(prepared, message, to, deps),
  readBack,
  review: slackReview,
  lookUp: { cost: null, find: lookUp },
  authorize,
  practice: async () => (await import('./practice.ts')).createSlackPractice(),
};
