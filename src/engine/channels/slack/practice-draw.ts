import { html, raw } from 'hono/html';
import type { PracticeMessage } from '#src/platform/practice/provider.ts';
import { blocksIn, type Json, partsOf } from './practice-blocks.ts';

/** What Slack shows of the three characters that it unescapes, and of nothing else. */
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const shown = (text: string): string => String(html`${unescaped(text)}`);

/** Mentions and links: what stands in angle brackets. */
function special(inside: string): string {
  const [target = '', label] = inside.split('|');
  if (/^[@#!]/.test(target)) {
    const name = target.startsWith('!') ? `@${target.slice(1)}` : target;
    return String(html`<span class="mention">${unescaped(label ?? name)}</span>`);
  }
  return String(html`<span class="link" title="${unescaped(target)}">${unescaped(label ?? target)}</span>`);
}

const STYLES: readonly (readonly [RegExp, string])[] = [
  [/(^|[\s(])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?=$|[\s.,;:!?)])/g, 'b'],
  [/(^|[\s(])_([^\s_](?:[^_\n]*[^\s_])?)_(?=$|[\s.,;:!?)])/g, 'i'],
  [/(^|[\s(])~([^\s~](?:[^~\n]*[^\s~])?)~(?=$|[\s.,;:!?)])/g, 's'],
  [/(^|[\s(])`([^`\n]+)`(?=$|[\s.,;:!?)])/g, 'code'],
];
const formatted = (made: string): string =>
  STYLES.reduce((text, [pattern, tag]) => text.replaceAll(pattern, `$1<${tag}>$2</${tag}>`), made);

/** What Slack has taken for special is put back after the formatting, which runs across it. */
const HOLE = '\uFFFC';

function drawMrkdwn(text: string): string {
  const specials: string[] = [];
  const marked = text.replaceAll(HOLE, '').replaceAll(/<([^<>\n]+)>/g, (_, inside: string) => {
    specials.push(special(inside));
    return HOLE;
  });
  return formatted(shown(marked)).replaceAll(HOLE, () => specials.shift() ?? '');
}

function drawText(value: unknown): string {
  const { type, text } = partsOf(value);
  const given = typeof text === 'string' ? text : '';
  return type === 'mrkdwn' ? drawMrkdwn(given) : shown(given);
}

function drawBlock(block: Json, message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  switch (block['type']) {
    case 'header':
      return `<h3>${drawText(block['text'])}</h3>`;
    case 'section': {
      const fields = blocksIn(block['fields']).map((field) => `<span>${drawText(field)}</span>`);
      const text = block['text'] === undefined ? '' : `<p>${drawText(block['text'])}</p>`;
      return `${text}${fields.length > 0 ? `<div class="fields">${fields.join('')}</div>` : ''}`;
    }
    case 'context':
      return `<p class="context">${blocksIn(block['elements']).map(drawText).join(' ')}</p>`;
    case 'image': {
      const alt = String(block['alt_text'] ?? '');
      const picture = message.pictures.find((each) => each.alt === alt) ?? message.pictures[0];
      return picture ? String(html`<img src="${pictureUrl(picture.hash)}" alt="${alt}" />`) : '';
    }
    case 'actions':
      return blocksIn(block['elements'])
        .map((element) => drawButton(element, message))
        .join(' ');
    default:
      return '<hr>';
  }
}

function drawButton({ text, action_id: action, value, url }: Json, { place, id }: PracticeMessage): string {
  const label = drawText(text);
  if (typeof value !== 'string')
    return `<span class="button"${url ? ` title="${shown(String(url))}"` : ''}>${label}</span>`;
  return String(
    html`<form method="post">
      <input type="hidden" name="act" value="press" />
      <input type="hidden" name="place" value="${place}" />
      <input type="hidden" name="id" value="${id}" />
      <button class="button" name="data" value="${`${String(action)} ${value}`}">${raw(label)}</button>
    </form>`,
  );
}

/** A form that the app opened. */
const drawForm = (): string =>
  String(
    html`<form method="post">
      <input type="hidden" name="act" value="reason" />
      <input name="text" aria-label="Reason" required />
      <button class="button">Reject</button>
    </form>`,
  );

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** A message as the app on a phone draws it. */
export function drawSlack(message: PracticeMessage, pictureUrl: (hash: string) => string): string {
  const { blocks = [], asks = false } = message.own as { blocks?: Json[]; asks?: boolean };
  const body =
    blocks.length > 0
      ? blocks.map((block) => drawBlock(block, message, pictureUrl)).join('')
      : String(html`<p>${message.text}</p>`);
  const edited = message.editedAt === null ? '' : '<span class="edited">(edited)</span>';
  return String(
    html`<div class="message${message.under === null ? '' : ' reply'}">
      <span class="avatar">P</span>
      <div>
        <span class="who"><b>Practice app</b> <i>APP</i> <time>${timeOf(message.sentAt)}</time></span>
        ${raw(body)}${raw(asks ? drawForm() : '')}${raw(edited)}
      </div>
    </div>`,
  );
}

export const SLACK_STYLE = `
.app { background: #fff; color: #1d1c1d; font: 15px/1.47 Lato, -apple-system, Roboto, "Segoe UI", sans-serif; }
.app .message { display: grid; grid-template-columns: 36px minmax(0, 1fr); gap: 8px; padding: 8px 4px; }
.app .reply { margin-left: 24px; border-left: 2px solid #ddd; padding-left: 10px; }
.app .avatar { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 8px; background: #4a154b; color: #fff; font-weight: 700; }
.app .who i { padding: 0 4px; border-radius: 3px; background: #ececec; color: #616061; font-size: 10px; font-style: normal; }
.app .who time { color: #616061; font-size: 12px; }
.app h3 { margin: 2px 0 6px; font-size: 18px; line-height: 1.3; overflow-wrap: anywhere; }
.app p { margin: 0 0 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
.app .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 12px; margin-bottom: 8px; }
.app .fields span { white-space: pre-wrap; overflow-wrap: anywhere; }
.app .context, .app .edited { color: #616061; font-size: 12px; }
.app .link, .app .mention { color: #1264a3; }
.app .mention { background: #f2c74466; }
.app img { display: block; width: 100%; max-width: 360px; height: auto; margin-bottom: 8px; border-radius: 8px; }
.app form { display: inline; }
.app form input:not([type]) { display: block; width: 100%; box-sizing: border-box; min-height: 44px; margin-bottom: 8px; padding: 8px; border: 1px solid #bbb; border-radius: 8px; font: inherit; }
.app button.button { min-height: 44px; background: none; color: inherit; font: inherit; cursor: pointer; }
.app .button { display: inline-block; padding: 6px 12px; border: 1px solid #bbb; border-radius: 8px; font-weight: 700; }
@media (prefers-color-scheme: dark) {
  .app { background: #1a1d21; color: #d1d2d3; }
  .app .context, .app .edited, .app .who time { color: #ababad; }
  .app .who i { background: #35373b; color: #ababad; }
  .app .link, .app .mention { color: #1d9bd1; }
}`;
