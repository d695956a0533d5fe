import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Channel } from './channel.ts';
import { discordChannel } from './discord/discord.ts';
import { emailChannel } from './email/email.ts';
import { facebookChannel } from './facebook/facebook.ts';
import { hostedPageChannel } from './hosted-page/hosted-page.ts';
import { linkedinChannel } from './linkedin/linkedin.ts';
import { slackChannel } from './slack/slack.ts';
import { teamsChannel } from './teams/teams.ts';
import { telegramChannel } from './telegram/telegram.ts';
import { webPushChannel } from './web-push/web-push.ts';
import { webhookChannel } from './webhook/webhook.ts';
import { whatsappChannel } from './whatsapp/whatsapp.ts';
import { xChannel } from './x/x.ts';

/** Every channel there is: a new one needs its folder and a line here. */
const CHANNELS: readonly Channel[] = [
  emailChannel,
  telegramChannel,
  slackChannel,
  discordChannel,
  whatsappChannel,
  teamsChannel,
  xChannel,
  linkedinChannel,
  facebookChannel,
  hostedPageChannel,
  webPushChannel,
  webhookChannel,
];

const known = new Map<ChannelKind, Channel>(CHANNELS.map((channel) => [channel.kind, channel]));

/** In the order in which screens list them. */
export const channels = (): readonly Channel[] => [...known.values()];

export const findChannel = (kind: ChannelKind): Channel | null => known.get(kind) ?? null;

/** @throws Error for a kind that the program doesn't have, such as one of a newer version */
export function channelOf(kind: ChannelKind): Channel {
  const channel = known.get(kind);
  if (!channel) throw new Error(`There is no channel ${kind}.`);
  return channel;
}

/** Adds a channel that only a test has. @returns takes it out again */
export function addChannel(channel: Channel): () => void {
  if (known.has(channel.kind)) throw new Error(`There already is a channel ${channel.kind}.`);
  known.set(channel.kind, channel);
  return () => void known.delete(channel.kind);
}
