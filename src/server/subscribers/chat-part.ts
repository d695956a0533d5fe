import { READER_LINK_MINUTES } from '#src/shared/reader-bots.ts';
import type { ChatLink } from '#src/subscribers/chats/offers.ts';
import { escape } from '../shared/page.ts';

/** A link that adds a chat to the person whose page it is. */
export const chatPart = ({ title, url }: ChatLink): string => `<h2>Get alerts on ${escape(title)} too</h2>
<p><a class="quiet" href="${escape(url)}" target="_blank" rel="noopener noreferrer">Open ${escape(title)}</a></p>
<p class="hint">${escape(title)} asks you to confirm. The link is yours alone, and works once within ${READER_LINK_MINUTES} minutes.</p>`;
