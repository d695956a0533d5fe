import { chartOf, type PageMessage } from '#src/engine/alerts/by-email/messages.ts';
import type { ByLink } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { plain } from '#src/shared/content/text.ts';
import { escape } from '../shared/page.ts';

type Open = Extract<ByLink, { kind: 'open' }>;

/** The text stays as narrow as on other pages; messages are beside each other. */
export const MESSAGE_RULES = `
main { max-width: 1168px; }
.brand { max-width: 1120px; }
@media (min-width: 481px) { footer { padding-inline: max(24px, calc((100% - 1120px) / 2)); } }
.words { max-width: 672px; }
.messages { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); gap: 24px; margin: 16px 0 0; }
.messages h3 { margin: 0; }
.messages section { min-width: 0; }
.messages section:only-child { grid-column: 1 / -1; max-width: 672px; }
.message { margin: 8px 0 0; padding: 12px 16px; border: 1px solid var(--line); background: var(--raised); color: var(--ink); font-size: 14px; line-height: 22px; white-space: pre-wrap; overflow-wrap: anywhere; max-width: none; }
.subject { margin: 8px 0 0; padding: 8px 16px; border: 1px solid var(--line); border-bottom: 0; background: var(--raised); font-size: 14px; line-height: 22px; max-width: none; overflow-wrap: anywhere; }
.messages iframe { display: block; width: 100%; height: 520px; border: 1px solid var(--line); background: #fff; }
.misfit { color: var(--fault); }
.chart { height: auto; margin-top: 16px; }
.data { margin-top: 16px; }
.act, .quiet { touch-action: manipulation; }
`;

/** What goes to each channel, side by side, and how many get it there. */
export function messagesOf({ messages }: { messages: readonly PageMessage[] }, token: string): string {
  if (messages.length === 0) return '';
  const sections = messages.map((message) => {
    const { id, title, subject, html, text, preflight } = message;
    const misfit = (preflight?.parts ?? []).filter(({ fits }) => !fits).map(({ says }) => says);
    const head = subject === '' ? '' : `<p class="subject">${escape(subject)}</p>`;
    const body =
      html === ''
        ? `<p class="message">${escape(text)}</p>`
        : `<iframe sandbox title="${escape(`The message on ${title}`)}" src="/decide/${escape(token)}/message/${escape(id)}" loading="lazy"></iframe>`;
    return `<section><h3>${escape(title)}</h3>
<p class="hint">${escape(whoGets(message))}</p>
${misfit.length === 0 ? '' : `<p class="hint misfit">${escape(`Doesn’t fit: ${misfit.join(', ')}.`)}</p>`}
${head}${body}</section>`;
  });
  return `<h2>What will be sent</h2>\n<div class="messages">${sections.join('\n')}</div>`;
}

/** Counts only: who they are is the workspace's. */
function whoGets({ people, places }: PageMessage): string {
  const parts = [
    ...(people === null ? [] : [`${people.toLocaleString('en-US')} ${people === 1 ? 'person' : 'people'}`]),
    ...places,
  ];
  return parts.length === 0 ? 'No recipients here yet' : `Goes to ${new Intl.ListFormat('en').format(parts)}`;
}

/** The figures that the text is written from, and the chart. */
export function evidenceOf({ documents: [main], review }: Open, token: string): string {
  if (!main) return '';
  const rows = [...(main.figure ? [main.figure] : []), ...main.table].map(
    ({ label, value }) => `<div><dt>${escape(plain(label))}</dt><dd>${escape(plain(value))}</dd></div>`,
  );
  const chart = chartOf(main);
  const drawn = chart
    ? `<img class="chart" src="/decide/${escape(token)}/chart" alt="${escape(chart.description)}">`
    : '';
  return `<h2>Evidence</h2>
<p>The data that the text is written from.</p>
${drawn}
<dl class="data">${rows.join('')}<div><dt>Revision</dt><dd>${review.revision.n} · ${escape(review.revision.hash.slice(0, 12))}…</dd></div></dl>`;
}
