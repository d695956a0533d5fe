import { nameOfAsked } from '#src/engine/alerts/asked.ts';
import type { ByLink } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { forWords, waitsWords } from '#src/engine/alerts/fate-words.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { momentIn } from '#src/shared/moment.ts';
import { escape } from '../shared/page.ts';
import { evidenceOf, MESSAGE_RULES, messagesOf } from './messages.ts';

type Open = Extract<ByLink, { kind: 'open' }>;
type Used = Extract<ByLink, { kind: 'used' }>;
type AboutFollowUp = Extract<ByLink, { kind: 'follow-up' }>;
type Page = { title: string; main: string; css?: string; frames?: boolean };

/** What there is to decide on, with the two buttons. @param fault what was wrong with what was posted */
export function openPage(shown: Open, token: string, fault: string | null): Page {
  const { documents, review, brand, person, workspace, alert } = shown;
  const [main, ...others] = documents;
  const lapses = `${LAPSE_WORDS[review.escalated ? 'expire' : review.unanswered]} ${momentIn(new Date(review.lapsesAt), brand.timeZone)}.`;
  const goes = shown.reach && reachWords(shown.reach);
  const waits = shown.reach && waitsWords(shown.reach, brand.timeZone);
  return {
    title: 'Approve this alert?',
    css: MESSAGE_RULES,
    frames: true,
    main: `<div class="words"><p class="slug">${escape(workspace)} · waits for your approval</p>
${main ? textOf(main, 'h1') : ''}
<p class="fate">${goes === null ? '' : `<strong>${escape(goes)}</strong> `}Without a decision: ${escape(lapses.charAt(0).toLowerCase() + lapses.slice(1))}</p>
${waits === null ? '' : `<p class="note">After approval, it waits ${escape(waits)}.</p>`}
${review.moved === null ? '' : `<p class="note">${escape(review.moved)}.</p>`}
${approvalsOf(review)}
${formsOf(review.revision.hash, fault)}</div>
${messagesOf(shown, token)}
<div class="words">${evidenceOf(shown, token)}
${others.length === 0 ? '' : `<h2>In other languages</h2>\n${others.map((each) => `<section>${textOf(each, 'h3')}</section>`).join('\n')}`}
${reasonsOf(shown)}
<h2>About this decision</h2>
<p>You decide as ${escape(nameOfAsked(person))}${review.inPlaceOf ? ` for ${escape(review.inPlaceOf.name)}, who is away` : ''}. Your decision is final and is recorded in the ledger with your name${person.kind === 'client' ? ' and company' : ''}. This link is yours alone and works once.</p>
${person.kind === 'client' ? `<p>If that isn’t you, this email was forwarded. Don’t use it to decide.</p>` : inbox(alert.id, 'Open it in your inbox')}</div>`,
  };
}

/** An update or a correction to decide on. @param fault what was wrong with what was posted */
export function followUpPage(shown: AboutFollowUp, token: string, fault: string | null): Page {
  const { followUp, alert, person, workspace, brand, before, until } = shown;
  const paragraphs = followUp.text.split(/\n\s*\n/).map((text) => `<p>${escape(text)}</p>`);
  const own = followUp.ownFigures;
  const { purpose } = followUp;
  const isCorrection = purpose === 'correction';
  return {
    title: `Approve this ${purpose}?`,
    css: MESSAGE_RULES,
    frames: true,
    main: `<div class="words"><p class="slug">${escape(workspace)} · ${purpose} · waits for your approval</p>
<h1>${escape(followUp.headline)}</h1>
${paragraphs.join('\n')}
<p class="fate"><strong>${isCorrection ? 'It replaces' : 'It follows'} “${escape(alert.title ?? '')}”</strong> for everyone who got that alert. Without a decision, it isn’t sent.</p>
${own.length === 0 ? '' : `<p class="note">Its author vouches for what the alert’s data doesn’t have: ${escape(own.join(', '))}.</p>`}
${approvalsOf(shown)}
${formsOf(followUp.revision, fault)}</div>
${messagesOf(shown, token)}
<div class="words">${before === null ? '' : `<h2>What readers have so far</h2>\n<section>${textOf(before, 'h3')}</section>`}
<h2>About this decision</h2>
<p>Written ${escape(momentIn(new Date(followUp.createdAt), brand.timeZone))}. You decide as ${escape(nameOfAsked(person))}. Your decision is final and is recorded in the ledger with your name and company. This link is yours alone. It works once, until ${escape(momentIn(until, brand.timeZone))}.</p>
<p>If that isn’t you, this email was forwarded. Don’t use it to decide.</p></div>`,
  };
}

const formsOf = (hash: string, fault: string | null): string =>
  `<form method="post">${hidden(hash, 'approve')}<button class="act" type="submit">Approve and send</button></form>
<form method="post" class="reject">${hidden(hash, 'reject')}${fault === null ? '' : `<p class="note fault" id="fault" role="alert">${escape(fault)}</p>\n`}<label class="field" for="reason">Why do you reject it?</label>
<div class="field"><input id="reason" name="reason" maxlength="1000" autocomplete="off" required${fault === null ? '' : ' aria-invalid="true" aria-describedby="fault" autofocus'}></div>
<button class="quiet" type="submit">Reject</button></form>`;

/** A link that was used shows what it did. */
export function usedPage({ decision, waits, became, fate, inPlaceOf, alert, person }: Used): Page {
  const absent = forWords(inPlaceOf);
  const [title, text] =
    decision === 'reject'
      ? [`Rejected${absent}. It isn’t sent.`, 'Your decision and your reason are on the ledger.']
      : waits
        ? ['You approved it. One more person has to.', 'It’s sent when a second person approves it.']
        : became !== null
          ? [
              'You approved it. It isn’t sent.',
              `It needed a second person. It was ${became === 'rejected' ? 'rejected' : 'not decided on in time'}.`,
            ]
          : [`Approved${absent}. ${fate}`, 'Your decision is on the ledger.'];
  return {
    title,
    main: `<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>\n${person.kind === 'client' ? '' : seeAlert(alert.id)}`,
  };
}

/** A link that decides nothing says why. */
export const closedPage = ({ alert, person }: Pick<ByLink, 'alert' | 'person'>, because: string): Page => ({
  title: 'Nothing was decided',
  main: `<h1>You can’t decide with this link</h1>
<p>${escape(because)}</p>
${person.kind === 'client' ? `<p class="hint">This link belongs to ${escape(nameOfAsked(person))}.</p>` : inbox(alert.id, 'Open your inbox')}`,
});

/** For a link that isn't ours, and for one whose person is no member anymore. */
export const unknownPage = (): Page => ({
  title: 'This link doesn’t work',
  main: `<h1>This link doesn’t work</h1>
<p>It may be incomplete or old, or you’re no longer a member of the workspace. Open the link in the newest email, or your inbox.</p>
<p><a class="link" href="/dashboard/review">Open your inbox</a></p>`,
});

const hidden = (hash: string, decision: 'approve' | 'reject'): string =>
  `<input type="hidden" name="decision" value="${decision}"><input type="hidden" name="revision" value="${escape(hash)}">`;

function textOf(document: AlertDocument, heading: 'h1' | 'h3'): string {
  const { language, figure } = document;
  const value = figure ? `<strong>${escape(plain(figure.value))}</strong> ` : '';
  const dateline = `<p class="hint">${value}${escape(plain(document.dateline))}</p>`;
  return `<div lang="${escape(language)}"><${heading}>${escape(plain(document.headline))}</${heading}>
${dateline}
<p>${escape(plain(document.summary))}</p></div>`;
}

function approvalsOf({
  needs,
  approvals,
  needsClient,
}: Pick<Open['review'], 'needs' | 'approvals' | 'needsClient'>): string {
  if (needs < 2) return '';
  const so = approvals.length === 0 ? 'No one yet.' : `So far: ${approvals.join(', ')}.`;
  const client = needsClient ? ', one of them a client approver' : '';
  return `<p class="note">Two people must approve it${client}. ${escape(so)}</p>`;
}

function reasonsOf({ review: { assessment } }: Open): string {
  const reasons = (assessment?.reasons ?? []).filter(({ points }) => points > 0);
  if (!assessment || reasons.length === 0) return '';
  const items = reasons
    .toSorted((one, other) => other.points - one.points)
    .map(({ says }) => `<li>${escape(says)}</li>`);
  return `<h2>Why a person decides</h2>\n<ul>${items.join('')}</ul>`;
}

/** "Goes to 12 people by Email and Telegram, and to Desk channel." */
function reachWords({ people, about, channels, destinations }: ReachAhead): string {
  const by = channels.map(({ channel }) => findChannel(channel)?.title ?? channel);
  const readers = `${about ? 'about ' : ''}${people.toLocaleString('en-US')} ${people === 1 ? 'person' : 'people'}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`;
  const places = destinations.map(({ name }) => name);
  const to = [...(people > 0 || places.length === 0 ? [readers] : []), ...places];
  return `Goes to ${new Intl.ListFormat('en').format(to)}.`;
}

const inbox = (alertId: string, label: string): string =>
  `<p><a class="link" href="/dashboard/review?alert=${escape(alertId)}">${escape(label)}</a></p>`;
const seeAlert = (alertId: string): string =>
  `<p><a class="link" href="/dashboard/alerts/${escape(alertId)}">See the alert in your account</a></p>`;
