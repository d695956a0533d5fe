import { html, raw } from 'hono/html';

type Json = Readonly<Record<string, unknown>>;
const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const isWeb = (url: unknown): boolean => /^https?:\/\/\S+$/.test(asText(url));
const SIZES = ['Small', 'Default', 'Medium', 'Large', 'ExtraLarge'];
const WEIGHTS = ['Lighter', 'Default', 'Bolder'];
const COLORS = ['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention'];
const isOneOf = (value: unknown, allowed: readonly string[]): boolean =>
  value === undefined || allowed.some((each) => each.toLowerCase() === asText(value).toLowerCase());

const hasGoodStyle = ({ size, weight, color }: Json): boolean =>
  isOneOf(size, SIZES) && isOneOf(weight, WEIGHTS) && isOneOf(color, COLORS);

function isElement(element: Json): boolean {
  switch (element['type']) {
    case 'TextBlock':
      return typeof element['text'] === 'string' && hasGoodStyle(element);
    case 'RichTextBlock': {
      const inlines = asList(element['inlines']);
      return (
        inlines.length > 0 &&
        inlines.every(
          (run) =>
            run['type'] === 'TextRun' &&
            typeof run['text'] === 'string' &&
            hasGoodStyle(run) &&
            (run['selectAction'] === undefined || isAction(asJson(run['selectAction']))),
        )
      );
    }
    case 'FactSet': {
      const facts = asList(element['facts']);
      return (
        facts.length > 0 &&
        facts.every(({ title, value }) => typeof title === 'string' && typeof value === 'string')
      );
    }
    case 'Container':
      return asList(element['items']).every(isElement);
    case 'Image':
      return isWeb(element['url']);
    default:
      return false;
  }
}

const isAction = ({ type, url }: Json): boolean => type === 'Action.OpenUrl' && isWeb(url);

/** Whether Teams shows a card: of a version and of elements that it knows. */
export function isCard(value: unknown): boolean {
  const card = asJson(value);
  const body = asList(card['body']);
  return (
    card['type'] === 'AdaptiveCard' &&
    /^1\.[0-5]$/.test(asText(card['version'])) &&
    body.length > 0 &&
    body.every(isElement) &&
    asList(card['actions']).length <= 6 &&
    asList(card['actions']).every(isAction)
  );
}

const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/\*\*([^*\n]+)\*\*/g, '<b>$1</b>'],
  [/(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])/g, '<i>$1</i>'],
  [/\[([^\]\n]+)\]\([^)\n]+\)/g, '<span class="link">$1</span>'],
  [/^\s*[-*]\s+(.*)$/gm, '<span class="item">$1</span>'],
];
/** Text blocks and facts are Markdown, text runs are not. */
const drawMarkdown = (text: string): string =>
  FORMATS.reduce((made, [pattern, by]) => made.replaceAll(pattern, by), String(html`${text}`));

function drawRun(run: Json): string {
  const names = [run['size'], run['weight'], run['color'], run['isSubtle'] === true ? 'subtle' : '']
    .map((name) => asText(name).toLowerCase())
    .filter((name) => name !== '');
  const link = run['selectAction'] === undefined ? [] : ['link'];
  return String(html`<span class="${[...names, ...link].join(' ')}">${asText(run['text'])}</span>`);
}

function drawElement(element: Json): string {
  const close = element['spacing'] === 'None' ? ' close' : '';
  switch (element['type']) {
    case 'RichTextBlock':
      return `<p class="line${close}">${asList(element['inlines']).map(drawRun).join('')}</p>`;
    case 'FactSet': {
      const facts = asList(element['facts']).map(
        ({ title, value }) =>
          `<dt>${drawMarkdown(asText(title))}</dt><dd>${drawMarkdown(asText(value))}</dd>`,
      );
      return `<dl>${facts.join('')}</dl>`;
    }
    case 'Container':
      return `<div class="box">${asList(element['items']).map(drawElement).join('')}</div>`;
    case 'Image':
      return '<p class="line subtle">[Picture]</p>';
    default:
      return `<p class="line${close}">${drawMarkdown(asText(element['text']))}</p>`;
  }
}

/** A card as the app on a phone draws it. */
export function drawCard(value: unknown): string {
  const card = asJson(value);
  const buttons = asList(card['actions']).map(
    ({ title, url }) => html`<span class="button" title="${asText(url)}">${asText(title)}</span>`,
  );
  return String(
    html`<div class="card" lang="${asText(card['lang'])}">
      ${raw(asList(card['body']).map(drawElement).join(''))}${buttons}
    </div>`,
  );
}

function linesOf(element: Json): string[] {
  switch (element['type']) {
    case 'RichTextBlock':
      return [
        asList(element['inlines'])
          .map(({ text }) => asText(text))
          .join(''),
      ];
    case 'FactSet':
      return asList(element['facts']).map(({ title, value }) => `${asText(title)}: ${asText(value)}`);
    case 'Container':
      return asList(element['items']).flatMap(linesOf);
    default:
      return [asText(element['text'])];
  }
}

/** A card as it reads. */
export const textOfCard = (value: unknown): string =>
  asList(asJson(value)['body']).flatMap(linesOf).join('\n');

export const attachmentsOf = (body: unknown): Json[] => asList(asJson(body)['attachments']);
