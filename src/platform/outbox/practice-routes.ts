import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Practice, PracticeMessage, PracticePost, PracticeProvider } from '../practice/provider.ts';
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
.said { margin-top: 16px; padding: 12px 16px; border: 1px solid var(--rule-strong); max-width: 390px; box-sizing: border-box; }
.code { margin-top: 16px; max-width: 390px; display: grid; gap: 8px; }
.write { margin: 0; display: flex; gap: 8px; padding: 10px; background: var(--sheet); border-top: 1px solid var(--rule); }
.write a { min-height: 44px; display: flex; align-items: center; }
.write input { flex: 1; min-width: 0; min-height: 44px; box-sizing: border-box; padding: 8px 12px; font: inherit; }
.write button { min-height: 44px; padding: 8px 14px; font: inherit; }
.code input, .code button { min-height: 44px; box-sizing: border-box; padding: 8px 12px; font: inherit; }
`;

const urlOf = (hash: string): string => `/dev/outbox/messages/files/${hash}`;

/** To where the program said, which is on this machine. */
const post: PracticePost = async (url, { headers, body }) => {
  const answer = await fetch(url, { method: 'POST', headers: { ...headers }, body });
  return { status: answer.status, body: await answer.text() };
};

const item = (message: PracticeMessage, drawn: string): Html =>
  html`<li id="m-${message.id}" class="${message.under === null ? '' : 'under'}">${raw(drawn)}</li>`;

const writingHere = (place: string | null): string =>
  new URLSearchParams({ ...(place !== null && { place }), write: 'yes' }).toString();

type Shown = {
  pictureUrl?: (hash: string) => string;
  /** What the provider showed to the one who did something. */
  said?: string | null;
  /** A code to be entered in the app. */
  code?: string | null;
  /** The box for writing to the bot is open. */
  isWriting?: boolean;
};

/** Messages as their app shows them, in a phone. */
export function conversationHtml(
  provider: PracticeProvider,
  place: string | null,
  messages: readonly PracticeMessage[],
  { pictureUrl = urlOf, said = null, code = null, isWriting = false }: Shown = {},
): Html {
  const places = new Set(messages.map((message) => message.place));
  const drawn = messages.map((message) => provider.draw(message, pictureUrl));
  const where = place ?? (places.size === 1 ? [...places].join('') : 'Every place');
  return page(
    `${provider.title} – Outbox`,
    html`<a class="back" href="/dev/outbox">Back to the outbox</a>
      <h1>${provider.title} (practice)</h1>
      <p class="sub">
        What a practice account was sent, as the app would show it. Nothing of it has left this machine.
      </p>
      ${said === null ? '' : html`<p class="said" role="status">Only you see: ${said}</p>`}
      ${
        code === null
          ? ''
          : html`<form class="code" method="post">
              <input type="hidden" name="act" value="code" />
              <label for="code">Your code</label>
              <input id="code" name="code" value="${code}" />
              <button>Enter it in ${provider.title}</button>
            </form>`
      }
      <div class="phone">
        <div class="place">${where}<span>Practice. Nobody else sees this.</span></div>
        <div class="app">
          ${
            messages.length === 0
              ? html`<p>Nothing has been sent yet.</p>`
              : html`<ol>
                  ${messages.map((message, at) => item(message, drawn[at] ?? ''))}
                </ol>`
          }
        </div>
        ${
          provider.writes === undefined
            ? ''
            : isWriting
              ? html`<form class="write" method="post">
                  <input type="hidden" name="act" value="text" />
                  <input
                    name="text"
                    aria-label="${provider.writes}"
                    placeholder="${provider.writes}"
                    required
                    autofocus
                  />
                  <button>Send</button>
                </form>`
              : html`<p class="write"><a href="?${writingHere(place)}">Write to the bot</a></p>`
        }
      </div>`,
    // What only one person sees stays until it's read, and nothing that is typed is lost.
    said === null && code === null && !isWriting && !drawn.some((each) => each.includes('<input name='))
      ? 5
      : undefined,
    `${STYLE}${provider.style}`,
  );
}

/** What practice accounts were sent, drawn as each app does. Guarded like the rest of the outbox. */
export function addPracticeRoutes(app: Hono, { providers, room }: Practice): void {
  app.get('/dev/outbox/messages/files/:hash', async (c) => {
    const hash = c.req.param('hash');
    const bytes = await room.file(hash);
    // A picture that was named and not uploaded is fetched from where we have it, as an app would.
    if (!bytes) return /^[0-9a-f]{64}$/.test(hash) ? c.redirect(`/media/${hash}.png`) : c.notFound();
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
    const [said, code] = [c.req.query('said') ?? null, c.req.query('code') ?? null];
    const isWriting = c.req.query('write') === 'yes';
    return c.html(await conversationHtml(provider, place, messages, { said, code, isWriting }));
  });

  /** What a person does in the app, by the buttons of the conversation. */
  app.post('/dev/outbox/messages/:kind', async (c) => {
    const provider = providers.find(({ kind }) => kind === c.req.param('kind'));
    if (!provider?.act) return c.notFound();
    const form = new URLSearchParams(await c.req.text());
    const said = await provider.act(form, room, post);
    const query = new URLSearchParams({
      ...(form.get('place') !== null && { place: form.get('place') ?? '' }),
      ...(said !== null && { said }),
    });
    return c.redirect(`/dev/outbox/messages/${provider.kind}?${query}`, 303);
  });
}
