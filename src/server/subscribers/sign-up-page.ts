import { HONEYPOT } from '#src/subscribers/sign-up/embed.ts';
import type { OpenForm } from '#src/subscribers/sign-up/sign-up.ts';
import type { ChatLink } from '#src/subscribers/chats/offers.ts';
import { escape } from '../shared/page.ts';
import { chatPart } from './chat-part.ts';

type Filled = { email: string; name: string; agreed: boolean };
type Faults = { email?: string; agreed?: string };
type Main = { title: string; main: string };

const EMPTY: Filled = { email: '', name: '', agreed: false };

const fault = (id: string, text: string | undefined): string =>
  text ? `<p class="note fault" id="${id}" role="alert">${escape(text)}</p>` : '';
const tied = (id: string, text: string | undefined): string =>
  text ? ` aria-invalid="true" aria-describedby="${id}" autofocus` : '';

/** The app asks to confirm. In a frame of another site it opens beside it. */
const instead = ({ title, url }: ChatLink): string => `
<p class="or">Or get alerts on ${escape(title)} instead of email:</p>
<p><a class="quiet" href="${escape(url)}" target="_blank" rel="noopener noreferrer">Subscribe on ${escape(title)}</a></p>`;

export function signUpPage(form: OpenForm, filled: Filled = EMPTY, faults: Faults = {}): Main {
  if (form.closed)
    return {
      title: form.title,
      main: `<h1>${escape(form.title)}</h1><p>This form is closed. Ask ${escape(form.look.name)} for another way to sign up.</p>`,
    };
  const name = form.asksName
    ? `<label class="field">Name (optional)<input name="name" autocomplete="name" maxlength="200" value="${escape(filled.name)}"></label>`
    : '';
  return {
    title: form.title,
    main: `<h1>${escape(form.title)}</h1>
${form.intro
  .split(/\r?\n\s*\r?\n/u)
  .filter(Boolean)
  .map((part) => `<p>${escape(part)}</p>`)
  .join('\n')}
<form method="post" action="/s/${escape(form.key)}" novalidate>
${name}
<label class="field">Email<input type="email" name="email" autocomplete="email" inputmode="email" autocapitalize="none" maxlength="320" required value="${escape(filled.email)}"${tied('email-fault', faults.email)}></label>
${fault('email-fault', faults.email)}
<p class="apart" aria-hidden="true"><input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></p>
<label class="choice agree"><input type="checkbox" name="agreed" value="yes" required${filled.agreed ? ' checked' : ''}${faults.email ? '' : tied('agreed-fault', faults.agreed)}><span>${escape(form.consent)}</span></label>
${fault('agreed-fault', faults.agreed)}
<button class="act" type="submit">${escape(form.button)}</button></form>
<p class="hint">We’ll email you a link to confirm. You can unsubscribe in every email.</p>${form.chat ? instead(form.chat) : ''}`,
  };
}

/** The same whoever signs up: nobody learns who is subscribed. */
export const sentPage = (): Main => ({
  title: 'Check your email',
  main: `<h1>Check your email</h1>
<p>We’ve sent a link to the address you entered. Open it to confirm. If it doesn’t arrive within a few minutes, look in your spam folder.</p>`,
});

export const busyPage = (seconds: number): Main => ({
  title: 'Too many sign-ups',
  main: `<h1>Too many sign-ups</h1>
<p>There were too many sign-ups from your network. Try again in ${Math.max(1, Math.ceil(seconds / 60))} minutes.</p>`,
});

/** Opening the link changes nothing, because mail scanners open links. */
export const confirmPage = (form: OpenForm): Main => ({
  title: 'Confirm your subscription',
  main: `<h1>Confirm your subscription</h1>
<p>You’ll get alerts from ${escape(form.look.name)} by email.</p>
<form method="post"><button class="act" type="submit">Confirm subscription</button></form>`,
});

const ENDS = {
  confirmed: {
    title: 'You’re subscribed',
    text: 'Your address is confirmed. The links in every email let you choose what you get, or unsubscribe.',
  },
  expired: { title: 'This link has expired', text: 'Sign up again to get a new one.' },
  full: {
    title: 'This list is full',
    text: 'No more people can subscribe at the moment. Try the link again later; it stays good until it expires.',
  },
} as const;

/** @param chat adds a chat to the person who has just confirmed */
export function endPage(form: OpenForm, end: keyof typeof ENDS, chat: ChatLink | null = null): Main {
  const { title, text } = ENDS[end];
  const also = chat ? `\n${chatPart(chat)}` : '';
  const again =
    end === 'expired' ? `<p><a class="link" href="/s/${escape(form.key)}">Sign up again</a></p>` : '';
  return { title, main: `<h1>${title}</h1>\n<p>${text}</p>${again}${also}` };
}

export const noFormPage = (): Main => ({
  title: 'This link doesn’t work',
  main: `<h1>This link doesn’t work</h1>
<p>The form may have been removed, or the link is incomplete.</p>`,
});
