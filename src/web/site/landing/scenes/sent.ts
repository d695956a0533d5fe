import { channels } from '#src/engine/channels/registry.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { document } from '../trace/alert.ts';

/** Pages and endpoints have no message to look at, and a notification is little more than a headline. */
const NOT_SHOWN = new Set<ChannelKind>(['hosted-page', 'webhook', 'web-push']);

/** The alert as each channel's own renderer writes it. */
export const messages = await Promise.all(
  channels()
    .filter(({ kind }) => !NOT_SHOWN.has(kind))
    .map(async (channel) => {
      const { title, text, thread = [] } = await channel.render(laidOut(document, formOf(channel.limits)));
      return {
        name: channel.title,
        title,
        // A thread goes on in posts below the first.
        text: [text, ...thread].join('\n\n').trim(),
        hasChart: channel.picture !== null,
      };
    }),
);
