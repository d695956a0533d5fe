import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { PlaceSummary } from './practice-places.ts';
import type { MailSummary, StoredMail } from './mails.ts';
import { STYLE } from './page-style.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export const VIEWS = ['html', 'text', 'source'] as const;
export type View = (typeof VIEWS)[number];
const VIEW_NAMES: Record<View, string> = { html: 'HTML', text: 'Text', source: 'Source' };

export const page = (title: string, body: Html, refreshSeconds?: number, style = ''): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;

/** "2026-11-20 19:04:31 UTC". */
const clock = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
const time = (iso: string): Html => html`<time class="mono mute" datetime="${iso}">${clock(iso)}</time>`;
const subjectOf = (mail: MailSummary): string => mail.subject || '(no subject)';

function row(mail: MailSummary): Html {
  return html`<li>
    <a class="row" href="/dev/outbox/${mail.id}">
      <time class="mono mute" datetime="${mail.receivedAt}">${mail.receivedAt.slice(11, 19)}</time>
      <span class="subject">${subjectOf(mail)}</span>
      <span class="to mono mute">${mail.to || '(no recipient)'}</span>
    </a>
  </li>`;
}

/** One list per day, in UTC. */
function days(mails: readonly MailSummary[]): Html[] {
  const byDay = Map.groupBy(mails, (mail) => mail.receivedAt.slice(0, 10));
  return [...byDay].map(
    ([day, ofDay]) =>
      html`<section>
        <h2 class="day mono mute">${day} UTC</h2>
        <ol>
          ${ofDay.map(row)}
        </ol>
      </section>`,
  );
}

/** Where practice messages went, each a conversation to look at. */
const conversations = (places: readonly PlaceSummary[]): Html =>
  html`<section>
    <h2 class="day mono mute">Messages to practice accounts</h2>
    <ol>
      ${places.map(
        ({ kind, title, place, count, last }) =>
          html`<li>
            <a class="row" href="/dev/outbox/messages/${kind}?place=${encodeURIComponent(place)}">
              <time class="mono mute" datetime="${last}">${last.slice(11, 19)}</time>
              <span class="subject">${title}, ${place}</span>
              <span class="to mono mute">${count === 1 ? '1 message' : `${count} messages`}</span>
            </a>
          </li>`,
      )}
    </ol>
  </section>`;

export function listPage(mails: readonly MailSummary[], places: readonly PlaceSummary[] = []): Html {
  const empty = html`<div class="empty">
    <p>No emails yet.</p>
    <span>Sign up or start a trial run. Its emails appear here automatically.</span>
  </div>`;
  const count = mails.length === 1 ? '1 email' : `${mails.length} emails`;
  return page(
    'Outbox',
    html`<h1>Outbox</h1>
      <p class="sub">
        Emails and messages to practice accounts are kept here and aren’t sent anywhere else. Only this
        machine can open this page.
      </p>
      <div class="bar">
        <span>${mails.length === 0 ? 'Waiting' : `${count}, newest first`}</span
        ><a class="mono" href="/dev/outbox.json">JSON</a>
      </div>
      ${places.length > 0 ? conversations(places) : ''} ${mails.length === 0 ? empty : days(mails)}`,
    5,
  );
}

/** Web addresses in the text part, each once: what the mail leads to, seen before it is opened. */
function linksIn(text: string): string[] {
  const found = text.slice(0, 200_000).match(/https?:\/\/[^\s<>"']+/g) ?? [];
  const whole = found.map((link) => link.replace(/[.,;:!?)\]]+$/, ''));
  return [...new Set(whole)].filter((link) => URL.canParse(link)).slice(0, 20);
}

const SHOWN_MAX = 500_000;
function shorten(text: string): string {
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}\n\n… cut here, the email is longer.`;
}

function viewOf(mail: StoredMail, view: View): Html {
  if (view === 'source') return html`<pre class="mono">${shorten(mail.source)}</pre>`;
  if (view === 'text')
    return html`<pre class="mono">${shorten(mail.text) || 'This email has no text part.'}</pre>`;
  if (mail.html === null) return html`<pre class="mono">This email has no HTML part.</pre>`;
  // No scripts, no forms, no origin; a link may open a tab of its own, as in a mail program.
  return html`<iframe
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    src="/dev/outbox/${mail.id}/html"
    title="The email as HTML"
  ></iframe>`;
}

export function mailPage(mail: StoredMail, view: View): Html {
  const tabs = VIEWS.map(
    (name) =>
      html`<a href="/dev/outbox/${mail.id}?view=${name}" ${name === view ? raw('aria-current="page"') : ''}
        >${VIEW_NAMES[name]}</a
      >`,
  );
  const links = linksIn(mail.text).map(
    (link) =>
      html`<li><a class="mono" href="${link}" target="_blank" rel="noopener noreferrer">${link}</a></li>`,
  );
  return page(
    `${subjectOf(mail)} – Outbox`,
    html`<a class="back" href="/dev/outbox">Back to the outbox</a>
      <h1>${subjectOf(mail)}</h1>
      <dl>
        <dt>From</dt>
        <dd class="mono">${mail.from || '(nobody)'}</dd>
        <dt>To</dt>
        <dd class="mono">${mail.to || '(no recipient)'}</dd>
        <dt>Kept</dt>
        <dd>${time(mail.receivedAt)}</dd>
      </dl>
      <nav class="tabs" aria-label="Parts of the email">${tabs}</nav>
      ${viewOf(mail, view)}
      ${
        links.length === 0
          ? ''
          : html`<section class="links">
              <h2>Links in this email</h2>
              <ol>
                ${links}
              </ol>
            </section>`
      }`,
  );
}
