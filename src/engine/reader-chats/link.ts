import type { ChannelKind } from '#src/shared/alerts.ts';
import { findChannel } from '../channels/registry.ts';

type Bot = { channel: ChannelKind; bot: string; practice: boolean };

/** A link to a bot with its channel's name; of a practice account, to the app of this machine. Null where there is none. */
export function readerLink(
  { channel, bot, practice }: Bot,
  token: string,
  publicUrl: string,
): { title: string; url: string } | null {
  const known = findChannel(channel);
  if (!known?.readers) return null;
  const url = practice
    ? new URL(`/dev/outbox/messages/${channel}?code=${token}`, publicUrl).href
    : known.readers.linkUrl(bot, token);
  return { title: known.title, url };
}
