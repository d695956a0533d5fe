import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Practice, PracticeMessage, PracticeProvider } from '../practice/provider.ts';
import { type Html, page } from './pages.ts';

/** The phone that conversations are shown on: 390 px wide, as most are. */
const STYLE = `
.phone { max-width: 390px; margin-top: 24px; border: 1px solid var(--rule-strong); border-radius: 28px; overflow: hidden; }
.phone .place { padding: 14px 18px; background: var(--sheet); border-bottom: 1px solid var(--rule); font-weight: 600; }
.phone .place span { display: block; font-weight: 400; font-size: 13px; color: var(--mute); }
.phone .app { min-height: 560px; padding: 14px 10px 20px; }
.phone li { margin: 0 0 14px; }
.phone li.under { margin-left: 24px; }
.phone .empty { border: 0; }
`;

const urlOf = (hash: string): string => `/dev/outbox/messages/files/${hash}`;

const item = (
  provider: PracticeProvider,
  message: PracticeMessage,
  pictureUrl: (hash: string) => string,
): Html =>
  html`<li id="m-${message.id}" class="${message.under === null ? '' : 'under'}">
    ${raw(provider.draw(message, pictureUrl))}
  </li>`;

/** Messages as their app shows them, in a phone. */
export function conversationHtml(
  provider: PracticeProvider,
  place: string | null,
  messages: readonly PracticeMessage[],
  pictureUrl: (hash: string) => string = urlOf,
): Html {
  const places = new Set(messages.map((message) => message.place));
  const where = place ?? (places.size === 1 ? [...places].join('') : 'Every place');
  return page(
    `${provider.title} – Outbox`,
    html`<a class="back" href="/dev/outbox">Back to the outbox</a>
      <h1>${provider.title} (practice)</h1>
      <p class="sub">
        What a practice account was sent, as the app would show it. Nothing of it has left this machine.
      </p>
      <div class="phone">
        <div class="place">${where}<span>Practice. Nobody else sees this.</span></div>
        <div class="app">
          ${
            messages.length === 0
              ? html`<p>Nothing was sent yet.</p>`
              : html`<ol>
                  ${messages.map((message) => item(provider, message, pictureUrl))}
                </ol>`
          }
        </div>
      </div>`,
    5,
    `${STYLE}${provider.style}`,
  );
}

/** What practice accounts were sent, drawn as each app does. Guarded like the rest of the outbox. */
export function addPracticeRoutes(app: Hono, { providers, room }: Practice): void {
  app.get('/dev/outbox/messages/files/:hash', async (c) => {
    const bytes = await room.file(c.req.param('hash'));
    if (!bytes) return c.notFound();
    // Whatever was uploaded is shown as a picture and never as a page.
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'image/png' });
  });

  app.get('/dev/outbox/messages/:kind{[a-z-]+\\.json}', async (c) => {
    const kind = c.req.param('kind').replace(/\.json$/, '');
    const provider = providers.find((each) => each.kind === kind);
    return provider ? c.json({ items: await room.messages(kind) }) : c.notFound();
  });

  app.get('/dev/outbox/messages/:kind', async (c) => {
    const provider = providers.find(({ kind }) => kind === c.req.param('kind'));
    if (!provider) return c.notFound();
    const place = c.req.query('place') ?? null;
    const messages = await room.messages(provider.kind, place ?? undefined);
    return c.html(await conversationHtml(provider, place, messages));
  });
}
