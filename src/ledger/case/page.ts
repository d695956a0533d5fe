import type { RebuiltComment, RebuiltDecision, RebuiltDelivery } from '../deliveries.ts';
import type { Report } from '../verify.ts';
import type { Figures, Said } from './said.ts';
import { commentText, ownText, withNames } from './tables.ts';

/** So many deliveries of an alert are listed; the table has all. */
const LISTED = 100;

type Alert = {
  /** By rendition, with the channels it went over. */
  said: Map<string, Set<string>>;
  decisions: RebuiltDecision[];
  comments: RebuiltComment[];
  outcomes: Map<string, number>;
  deliveries: string[];
  revisions: Set<string>;
};

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const esc = (text: string | number): string =>
  String(text).replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');
const cells = (values: readonly (string | number | null)[], tag = 'td'): string =>
  `<tr>${values.map((value) => `<${tag}>${esc(value ?? '–')}</${tag}>`).join('')}</tr>`;
const table = (head: readonly string[], rows: readonly string[]): string =>
  `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.join('')}</tbody></table>`;

const STYLE = `body{font:15px/1.5 Georgia,serif;color:#1a1a1a;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3,th{font-family:system-ui,sans-serif}h2{border-top:2px solid #1a1a1a;padding-top:.75rem;margin-top:2.5rem}
table{border-collapse:collapse;width:100%;font:13px/1.4 system-ui,sans-serif;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;border-bottom:1px solid #ccc;padding:.25rem .5rem .25rem 0;overflow-wrap:anywhere}
blockquote{margin:.5rem 0;padding-left:1rem;border-left:3px solid #999;white-space:pre-wrap;overflow-wrap:anywhere}
img{max-width:100%;height:auto;border:1px solid #ccc}code{font-size:12px;overflow-wrap:anywhere}
@page{margin:18mm}@media print{body{margin:0;max-width:none;font-size:11pt}h2,h3{break-after:avoid}tr,figure,blockquote{break-inside:avoid}}`;

/** The readable form of a case: what was said, the figures, who approved it, who got it. Made for screens and for paper. */
export function createPage() {
  const alerts = new Map<string, Alert>();
  const of = (id: string): Alert => {
    const known = alerts.get(id);
    if (known) return known;
    const made: Alert = {
      said: new Map(),
      decisions: [],
      comments: [],
      outcomes: new Map(),
      deliveries: [],
      revisions: new Set(),
    };
    alerts.set(id, made);
    return made;
  };

  return {
    decided(id: string, decision: RebuiltDecision): void {
      of(id).decisions.push(decision);
      of(id).revisions.add(decision.revision);
    },

    commented(id: string, comment: RebuiltComment): void {
      of(id).comments.push(comment);
    },

    delivered({ alert: id, delivery, rendition, recipient, revision, entry }: RebuiltDelivery): void {
      const alert = of(id);
      const { channel, outcome } = delivery;
      alert.revisions.add(revision);
      alert.said.set(rendition.hash, (alert.said.get(rendition.hash) ?? new Set()).add(channel));
      alert.outcomes.set(outcome, (alert.outcomes.get(outcome) ?? 0) + 1);
      if (alert.deliveries.length >= LISTED) return;
      const who = ownText(recipient.own, 'to') ?? recipient.person;
      alert.deliveries.push(
        cells([
          delivery.finishedAt,
          channel,
          delivery.purpose,
          outcome,
          who,
          rendition.hash.slice(0, 8),
          entry,
        ]),
      );
    },

    write(
      about: { title: string; covers: string; people: boolean; made: string },
      kept: {
        said: (hash: string) => Said | undefined;
        figures: (hash: string) => Figures | undefined;
        file: (hash: string, type: string) => string;
      },
      report: Report,
    ): string {
      const sections = [...alerts].map(([id, alert]) => section(id, alert, kept));
      return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${esc(about.title)}</title><style>${STYLE}</style>
<h1>${esc(about.title)}</h1>
<p>${esc(about.covers)} Made ${esc(about.made)}. Times are in UTC.</p>
<p>${esc(alerts.size)} ${alerts.size === 1 ? 'alert' : 'alerts'}, ${esc(report.deliveries)} ${report.deliveries === 1 ? 'delivery' : 'deliveries'}, entries ${esc(report.first)} to ${esc(report.last)}. ${about.people ? 'People are named: keep this file as you keep their data.' : 'People appear by pseudonym.'}</p>
<p>Check it with <code>bellwire ledger verify FILE</code>, which needs neither the database nor the network. Tables of everything are in deliveries.csv and decisions.csv.</p>
${sections.join('\n')}</html>
`;
    },
  };
}

type Kept = Parameters<ReturnType<typeof createPage>['write']>[1];

function section(id: string, alert: Alert, kept: Kept): string {
  const said = [...alert.said].map(([hash, channels]) => saidHtml(hash, channels, kept));
  const title = [...alert.said.keys()].map((hash) => kept.said(hash)?.title).find((text) => text) ?? 'Alert';
  const figures = [...alert.revisions].flatMap((hash) => kept.figures(hash) ?? []);
  const total = [...alert.outcomes.values()].reduce((sum, count) => sum + count, 0);
  return `<section><h2>${esc(title)}</h2><p><code>${esc(id)}</code></p>
${figures
  .map(
    ({ line, rows }) =>
      `<h3>Figures</h3><p>${esc(line)}</p>${table(
        ['Figure', 'Value'],
        rows.map(({ label, value }) => cells([label, value])),
      )}`,
  )
  .join('')}
<h3>Decisions</h3>${table(['When', 'Decision', 'By', 'For', 'Reason', 'Entry'], alert.decisions.map(decisionRow))}
${alert.comments.length === 0 ? '' : `<h3>Comments</h3>${table(['When', 'By', 'Comment', 'Entry'], alert.comments.map(commentRow))}`}
<h3>What it said</h3>${said.join('') || '<p>Nothing was sent of it in this case.</p>'}
<h3>Who got it</h3><p>${esc(total)} in all: ${[...alert.outcomes].map(([outcome, count]) => `${esc(count)} ${esc(outcome)}`).join(', ') || 'nobody'}.${total > LISTED ? ` The first ${LISTED} are listed.` : ''}</p>
${alert.deliveries.length > 0 ? table(['When', 'Channel', 'Purpose', 'Outcome', 'Recipient', 'Rendition', 'Entry'], alert.deliveries) : ''}</section>`;
}

function decisionRow({ by, inPlaceOf, ...made }: RebuiltDecision): string {
  const own = 'person' in by ? by.own : null;
  const decider = 'policy' in by ? `policy ${by.policy}` : (ownText(own, 'name') ?? by.person);
  const absent = inPlaceOf && (ownText(inPlaceOf.own, 'name') ?? inPlaceOf.person);
  const who = absent === null ? decider : `${decider} for ${absent}`;
  const all = new Intl.ListFormat('en').format([...withNames(made), who]);
  return cells([made.at, made.decision, all, ownText(own, 'entity'), made.reason, made.entry]);
}

function commentRow(made: RebuiltComment): string {
  const { at, by, act, entry } = made;
  const text = act === 'withdrawn' ? 'Withdrew a comment' : commentText(made);
  return cells([at, ownText(by.own, 'name') ?? by.person, text, entry]);
}

function saidHtml(hash: string, channels: ReadonlySet<string>, kept: Kept): string {
  const said = kept.said(hash);
  const over = `${[...channels].join(', ')} · rendition ${hash.slice(0, 8)}`;
  if (!said) return `<p>${esc(over)}: see <code>${esc(hash)}</code>.</p>`;
  const pictures = said.pictures.map(
    ({ hash: picture, type, alt }) =>
      `<figure><img src="${esc(kept.file(picture, type))}" alt="${esc(alt)}"></figure>`,
  );
  return `<p>${esc(over)}</p>${said.title === null ? '' : `<p><strong>${esc(said.title)}</strong></p>`}${said.texts.map((text) => `<blockquote>${esc(text)}</blockquote>`).join('')}${pictures.join('')}`;
}
