import { html, raw } from 'hono/html';
import type { PracticeMessage } from '#src/platform/practice/provider.ts';

/** A request as the log shows it, without what only its owner may know. */
export type ShownRequest = {
  path: string;
  verified: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
};

/** Strings, numbers and words of JSON, and all between them. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g;

function colored(pretty: string): string {
  const parts: string[] = [];
  const add = (text: string, name?: string): void =>
    void parts.push(String(name ? html`<span class="${name}">${text}</span>` : html`${text}`));
  let at = 0;
  for (const found of pretty.matchAll(TOKENS)) {
    const [whole, text, colon, number] = found;
    add(pretty.slice(at, found.index));
    if (text === undefined) add(whole, number === undefined ? 'word' : 'number');
    else {
      add(text, colon === undefined ? 'text' : 'key');
      add(colon ?? '');
    }
    at = found.index + whole.length;
  }
  add(pretty.slice(at));
  return parts.join('');
}

function bodyOf(body: string): string {
  try {
    return colored(JSON.stringify(JSON.parse(body), null, 2));
  } catch {
    return String(html`${body}`);
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

export function drawRequest({ own, sentAt }: PracticeMessage): string {
  const { path, verified, headers, body } = own as ShownRequest;
  const sign = verified
    ? html`<span class="good">✓ signature verified</span>`
    : html`<span class="quiet">not signed</span>`;
  return String(
    html`<article class="request">
      <p class="line">
        <b>POST</b> ${path} <span class="status">200</span> <time>${timeOf(sentAt)} UTC</time> ${sign}
      </p>
      <dl>
        ${headers.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <pre>${raw(bodyOf(body))}</pre>
    </article>`,
  );
}

export const REQUEST_STYLE = `
.app { background: #f6f8fa; color: #1f2328; font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.app .request { background: #fff; border: 1px solid #d0d7de; border-radius: 6px; overflow: hidden; }
.app .line { display: flex; flex-wrap: wrap; gap: 4px 10px; margin: 0; padding: 8px 12px; border-bottom: 1px solid #d0d7de; }
.app .status { color: #1a7f37; font-weight: 600; }
.app time, .app .quiet, .app dt { color: #59636e; }
.app .good { color: #1a7f37; }
.app dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 12px; margin: 0; padding: 8px 12px; font-size: 12px; }
.app dd { margin: 0; overflow-wrap: anywhere; }
.app pre { margin: 0; padding: 10px 12px; border-top: 1px solid #d0d7de; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
.app .key { color: #0550ae; }
.app .text { color: #0a3069; }
.app .number, .app .word { color: #953800; }
@media (max-width: 480px) {
  .app dl { grid-template-columns: minmax(0, 1fr); }
}
@media (prefers-color-scheme: dark) {
  .app { background: #0d1117; color: #e6edf3; }
  .app .request { background: #151b23; border-color: #3d444d; }
  .app .line, .app pre { border-color: #3d444d; }
  .app .status, .app .good { color: #3fb950; }
  .app time, .app .quiet, .app dt { color: #9198a1; }
  .app .key { color: #79c0ff; }
  .app .text { color: #a5d6ff; }
  .app .number, .app .word { color: #ffa657; }
}`;
