import type { ChannelFace, ChannelField, LengthLimit, RateLimit } from '#src/shared/channels.ts';
import { escapeHtml } from './escape.ts';

type Part = { id: string; heading: string; html: string };
/** A page of documentation that a channel's declaration makes: title, first sentence, and its parts as HTML. */
export type ChannelPage = {
  title: string;
  description: string;
  html: string;
  headings: { depth: number; slug: string; text: string }[];
};

const figure = (count: number): string => count.toLocaleString('en-US');
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
const p = (html: string): string => `<p>${html}</p>`;
/** `**Channels**` is set in bold; everything else is text. */
const words = (text: string): string => escapeHtml(text).replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row('td', cells)).join('');
  return `<table><thead>${row('th', heads)}</thead><tbody>${body}</tbody></table>`;
}

/** A field that matters for one choice only: "Only if payload is “3Commas bot signal”." */
function condition({ showsFor }: ChannelField, fields: readonly ChannelField[]): string[] {
  const choice = fields.find(({ name }) => name === showsFor?.field);
  if (!showsFor || !choice) return [];
  const labels = showsFor.values.map(
    (value) => choice.options.find((each) => each.value === value)?.label ?? value,
  );
  return [
    `Only if ${escapeHtml(lower(choice.label))} is ${labels.map((each) => `“${escapeHtml(each)}”`).join(' or ')}.`,
  ];
}

function about(field: ChannelField, fields: readonly ChannelField[]): string {
  const { help, placeholder, options, secret } = field;
  const choices = options.map(({ label }) => label).join('; ');
  return [
    ...condition(field, fields),
    ...(help === null ? [] : [words(help)]),
    ...(choices === '' ? [] : [`One of: ${escapeHtml(choices)}.`]),
    ...(placeholder === null ? [] : [`Such as ${code(placeholder)}.`]),
    ...(secret && help === null ? ['Stored encrypted, and never shown again.'] : []),
  ].join(' ');
}

const fieldsTable = (fields: readonly ChannelField[]): string =>
  table(
    ['Field', 'What to enter', 'Required'],
    fields.map((field) => [escapeHtml(field.label), about(field, fields), field.required ? 'yes' : 'no']),
  );

function connect(face: ChannelFace): Part[] {
  const { title, connects, hasOwnAccount, steps, fields, capabilities, destination } = face;
  if (!connects) return [];
  const checks = destination?.isPublic
    ? 'Other workspaces can’t use the address then.'
    : 'We ask the provider before we save anything.';
  const intro = hasOwnAccount
    ? p('You can start right away: alerts go out through our servers. Connect your own to send from it.')
    : p('Connect an account once. Every rule of the workspace can use it.');
  const all = [
    ...steps,
    `In the dashboard, open **Channels** and press **Connect** next to ${title}.`,
    `Fill in the fields below and press **Check and connect**. ${checks}`,
    ...(capabilities.receipts
      ? [
          'Copy the callback address of the new connection to the provider, so that it reports what was delivered.',
        ]
      : []),
  ];
  const list = `<ol>${all.map((step) => `<li>${words(step)}</li>`).join('')}</ol>`;
  return [{ id: 'connect', heading: `Connect ${title}`, html: intro + list + fieldsTable(fields) }];
}

const placeLine = ({ label, placeholder, only, from }: NonNullable<ChannelFace['destination']>): string =>
  only === null && from === null
    ? `<strong>Places that many see</strong>: a ${escapeHtml(lower(label))}, written like ${code(placeholder)}. ` +
      'Add each one under its connection, then choose it as a destination of a route.'
    : `<strong>The ${escapeHtml(lower(label))} itself</strong>: choose the connection as a destination of a route.`;

function targets({ address, destination }: ChannelFace): Part[] {
  const lines = [
    ...(address?.isDevice
      ? [
          '<strong>People</strong>, on each of their devices that they turn it on for themselves. An audience of your route decides who gets an alert.',
        ]
      : []),
    ...(address && !address.isDevice
      ? [
          `<strong>People</strong>, each at their own ${escapeHtml(lower(address.label))}, written like ${code(address.placeholder)}. ` +
            'Add it to a contact, or import it with your contacts. An audience of your route decides who gets an alert.',
        ]
      : []),
    ...(destination ? [placeLine(destination)] : []),
  ];
  return [
    {
      id: 'who-gets-it',
      heading: 'Who gets it',
      html: `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`,
    },
  ];
}

const lower = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

function sender({ senderFields }: ChannelFace): Part[] {
  if (senderFields.length === 0) return [];
  const intro = p(
    'Each brand can set who its messages come from, under <strong>Channels → Senders</strong>.',
  );
  return [{ id: 'sender', heading: 'Sender', html: intro + fieldsTable(senderFields) }];
}

const UNITS: Readonly<Record<LengthLimit['unit'], string>> = {
  characters: 'characters',
  utf16: 'characters; most emoji count as 2',
  bytes: 'bytes in UTF-8',
  weighted: 'characters; a link counts as 23, an emoji as 2',
};
const lengthText = (limit: LengthLimit | null): string =>
  limit ? `${figure(limit.max)} ${UNITS[limit.unit]}` : 'no practical limit';

const PER: Readonly<Record<RateLimit['per'], string>> = {
  account: 'over one connection',
  destination: 'to one place',
  recipient: 'to one person',
};
const TIMES: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];
function rateText({ per, max, seconds }: RateLimit): string {
  const [length, unit] = TIMES.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / length;
  return `${figure(max)} ${count === 1 ? `a ${unit}` : `every ${figure(count)} ${unit}s`} ${PER[per]}`;
}

function paceText({ limits: { rates }, accountRate, fields }: ChannelFace): string {
  const declared = rates.length === 0 ? 'as fast as the provider takes them' : rates.map(rateText).join('; ');
  const chosen = fields.find(({ name }) => name === accountRate?.field);
  return chosen ? `${declared}, or no faster than you set in “${chosen.label}”` : declared;
}

function limits(face: ChannelFace): Part[] {
  const { limits: declared, destination } = face;
  const isOurs = destination?.isPublic ?? false;
  const { title, text, textWithPicture, html, pictures, buttons, links, attempts } = declared;
  const rows = [
    ...(title ? [['Subject or title', lengthText(title)]] : []),
    ['Text', lengthText(text)],
    ...(textWithPicture ? [['Text with a picture', lengthText(textWithPicture)]] : []),
    ['Formatted as HTML', html ? 'yes' : 'no'],
    ['Pictures', pictures === 0 ? 'none' : `up to ${figure(pictures)}`],
    ...(buttons > 0 ? [['Buttons', `up to ${figure(buttons)}`]] : []),
    ...(links === null ? [] : [['Links in the text', `up to ${figure(links)}`]]),
    ...(isOurs
      ? []
      : [
          ['Pace', paceText(face)],
          ['Attempts', `${figure(attempts)}, with growing pauses`],
        ]),
  ];
  const checks =
    'We check each alert against these limits before you approve it, and show the result on the alert’s page.';
  const waits = 'If the provider asks us to slow down, we wait as long as it says.';
  const intro = p(isOurs ? checks : `${checks} ${waits}`);
  return [{ id: 'limits', heading: 'Limits', html: intro + table(['', ''], rows) }];
}

function afterLostAnswer({ capabilities, lookUp }: ChannelFace): string {
  if (capabilities.idempotent) return 'we send again; the provider recognizes repeats';
  if (!lookUp) return 'the outcome is unknown, and we don’t send again, so no one gets it twice';
  const price = lookUp.cost === null ? '' : ` ${escapeHtml(lookUp.cost)}`;
  return `we look for the message at the provider, and send again only if it isn’t there.${price}`;
}

function abilities(face: ChannelFace): Part[] {
  const { capabilities: can, destination } = face;
  const isOurs = destination?.isPublic ?? false;
  const rows: (readonly [string, boolean, string, string])[] = [
    ['Corrections', can.edits, 'replace the message that was sent', 'go out as a new message'],
    ['Updates', can.threads, 'appear under the first message', 'appear as a new message'],
    ['Pictures', can.pictures, 'are part of the message', 'are left out'],
  ];
  const ofProvider: typeof rows = [
    [
      'Delivery reports',
      can.receipts,
      'the provider reports delivered, read and failed',
      'none: we know that the provider accepted it',
    ],
    [
      'Read back',
      can.readBack,
      'compare the message with what was sent, on the alert’s page',
      'not offered by the provider',
    ],
  ];
  return [
    {
      id: 'what-it-can-do',
      heading: 'What it can do',
      html: table(
        ['', ''],
        [
          ...(isOurs ? rows : [...rows, ...ofProvider]).map(([what, yes, then, otherwise]) => [
            what,
            yes ? then : otherwise,
          ]),
          ...(isOurs ? [] : [['A lost connection', afterLostAnswer(face)]]),
        ],
      ),
    },
  ];
}

const PLANS: Readonly<Record<ChannelFace['planClass'], string>> = {
  included: 'Every plan includes it.',
  messaging: 'It counts as a messaging platform of your plan.',
  social: 'Enterprise includes it. On other plans, it needs the Social Media add-on.',
  hosted: 'Pro and Enterprise include it.',
  trading: 'Enterprise includes it. Other plans and the trial don’t.',
};
function priceOf(cost: ChannelFace['cost']): string {
  if (!cost) return 'We charge nothing per message, and neither does the provider.';
  return 'varies' in cost
    ? escapeHtml(cost.varies)
    : `The provider charges about ${escapeHtml(`${cost.perMessage} ${cost.currency}`)} a message, to your account there.`;
}
function cost({ cost: each, planClass, destination }: ChannelFace): Part[] {
  const provider = destination?.isPublic ? 'There is no price per alert or reader.' : priceOf(each);
  const plans = `See <a href="/documentation/plans">Plans and limits</a>.`;
  return [{ id: 'cost', heading: 'Cost', html: p(`${PLANS[planClass]} ${provider} ${plans}`) }];
}

/** What a newcomer needs to use a channel, from its declaration alone. */
export function channelPage(face: ChannelFace): ChannelPage {
  const parts = [connect, targets, sender, limits, abilities, cost].flatMap((make) => make(face));
  return {
    title: face.title,
    description: face.summary,
    html: parts
      .map(({ id, heading, html }) => `<h2 id="${id}">${escapeHtml(heading)}</h2>\n${html}`)
      .join('\n'),
    headings: parts.map(({ id, heading }) => ({ depth: 2, slug: id, text: heading })),
  };
}
