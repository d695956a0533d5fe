import { z } from 'zod';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import type { Answer } from '#src/platform/net/call.ts';
import { multipart } from '#src/platform/net/multipart.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { retryOrGiveUp, tryOf } from '../backoff.ts';
import type { Channel, OpenConnection, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { HTTP_DELAYS, outcomeOfAnswer, readAnswer } from '../http-outcome.ts';
import { headersOf, isApiVersion, languagesOf, normalizePhone, templateLanguage, urlOf } from './account.ts';
import { check } from './check.ts';
import { MARK } from './mark.ts';
import { asVariable, languageIn, prepare } from './message.ts';
import { CATEGORIES, categoryOf, CODE_SIGNS, priceOf, takePrices } from './prices.ts';
import { receive } from './receive.ts';
import { FIXED_MAX, HEADLINE_MAX, TEMPLATE_BODY, TEXT_MAX } from './template.ts';
import { failureIn, isAboutMedia, isAboutTemplate, isPairLimit, verdictOf } from './verdict.ts';

const PROVIDER = 'WhatsApp';
const PICTURE = { format: 'chart', ...CHART_SIZE } as const;
const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
/** One person gets a message every six seconds at most; after a refusal the pause grows as the provider asks, in ms. */
const PAIR_DELAYS = [4, 16, 64, 256].map((seconds) => seconds * 1_000);
const NO_CONNECTION = 'No WhatsApp number is chosen for this brand. Choose one under Channels, in Senders.';

type Template = { name: string; language: string; header: { mediaId: string } | null };

const mediaSchema = z.object({ id: z.string().min(1) });

/** Puts the picture where a message can name it. Null where it can't be: the message goes out without. */
async function uploaded(
  connection: OpenConnection,
  { media: [first] }: Prepared,
  deps: SendDeps,
): Promise<string | null> {
  const bytes = first ? await deps.picture(first.hash) : null;
  if (!first || !bytes || bytes.length > PICTURE_BYTES_MAX) return null;
  const fields = { messaging_product: 'whatsapp', type: first.type };
  const { type, body } = multipart(fields, [{ field: 'file', name: first.name, type: first.type, bytes }]);
  const answer = await deps.call({
    method: 'POST',
    url: urlOf(connection, `${connection.settings['phoneId'] ?? ''}/media`),
    headers: { ...headersOf(connection), 'content-type': type },
    body,
  });
  if (answer.kind !== 'answered' || answer.status >= 300) return null;
  const read = mediaSchema.safeParse(readAnswer(answer).json);
  return read.success ? read.data.id : null;
}

function post(
  connection: OpenConnection,
  { prepared, template, to, deps }: { prepared: Prepared; template: Template; to: SendTo; deps: SendDeps },
): Promise<Answer> {
  const variables = [prepared.title ?? deps.sender.brandName, prepared.text].map(asVariable);
  const { name, language, header } = template;
  return deps.call({
    method: 'POST',
    url: urlOf(connection, `${connection.settings['phoneId'] ?? ''}/messages`),
    headers: { ...headersOf(connection), 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: to.address,
      type: 'template',
      template: {
        name,
        language: { code: language },
        components: [
          ...(header
            ? [{ type: 'header', parameters: [{ type: 'image', image: { id: header.mediaId } }] }]
            : []),
          { type: 'body', parameters: variables.map((text) => ({ type: 'text', text })) },
        ],
      },
    }),
  });
}

async function send(prepared: Prepared, to: SendTo, deps: SendDeps): Promise<SendOutcome> {
  const { connection, sender } = deps;
  if (!connection) return retryOrGiveUp(to.attempt, HTTP_DELAYS, NO_CONNECTION, deps);
  const { settings } = connection;
  const codes = languagesOf(settings['languages'] ?? '') ?? [];
  const language = templateLanguage(codes, languageIn(prepared));
  const ofBrand = sender.settings;
  // A brand with a template of its own has its own one for pictures too, or none.
  const owns = ofBrand['template'] !== undefined;
  const { template: name = '', pictureTemplate } = owns ? ofBrand : settings;
  const plain: Template = { name, language, header: null };
  const mediaId = pictureTemplate ? await uploaded(connection, prepared, deps) : null;
  const pictured: Template | null =
    pictureTemplate && mediaId !== null ? { name: pictureTemplate, language, header: { mediaId } } : null;
  const first = await post(connection, { prepared, template: pictured ?? plain, to, deps });
  const answer =
    pictured && isAboutPicture(first)
      ? await post(connection, { prepared, template: plain, to, deps })
      : first;
  if (answer.kind === 'answered' && isPairLimit(readAnswer(answer)))
    return retryOrGiveUp(
      tryOf(to),
      PAIR_DELAYS,
      'WhatsApp answered: This person got too many messages at once (131056)',
      deps,
    );
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, { ownTemplate: owns }),
  });
}

/** The picture, or the template that shows one. */
function isAboutPicture(answer: Answer): boolean {
  const code = answer.kind === 'answered' ? failureIn(readAnswer(answer))?.code : undefined;
  return code !== undefined && (isAboutMedia(code) || isAboutTemplate(code));
}

const id = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, 'This is a number with about 15 digits. Copy it from the app’s page “API Setup”.');
const templateName = z
  .string()
  .trim()
  .regex(/^[a-z0-9_]{1,512}$/, 'A template’s name has small letters, digits and underscores only.');

/** What Meta lists the templates under. It decides what a message costs. */
const category = {
  name: 'category',
  label: 'Category of the templates',
  secret: false,
  optional: true,
  input: 'choice',
  options: [
    { value: 'utility', label: 'Utility' },
    { value: 'marketing', label: 'Marketing' },
  ],
  type: z.enum(CATEGORIES, 'Choose one of the options.'),
} as const;

export const whatsappChannel: Channel = {
  kind: 'whatsapp',
  title: 'WhatsApp',
  summary:
    'Alerts to people on WhatsApp, from your own business number, as a template that Meta has approved.',
  mark: MARK,
  planClass: 'messaging',
  address: { label: 'Phone number', placeholder: '+14155550123', normalize: normalizePhone },
  destination: null,
  hasOwnAccount: false,
  fields: [
    {
      name: 'phoneId',
      label: 'Phone number ID',
      help: 'On the app’s page “API Setup”. It isn’t the phone number.',
      placeholder: '106540352242922',
      secret: false,
      type: id,
    },
    {
      name: 'accountId',
      label: 'WhatsApp Business account ID',
      help: 'On the same page.',
      placeholder: '102290129340398',
      secret: false,
      type: id,
    },
    {
      name: 'token',
      label: 'Access token',
      help: 'Of a system user, without an end. The one on “API Setup” ends after a day.',
      secret: true,
      type: z
        .string()
        .trim()
        .regex(/^[\w.|-]{20,2000}$/, 'An access token is a long row of letters and digits. Copy all of it.'),
    },
    {
      name: 'template',
      label: 'Template',
      help: `Its name in WhatsApp Manager. Its body needs {{1}} for the headline and {{2}} for the text, and at most ${FIXED_MAX} characters beside them.`,
      placeholder: 'market_alert',
      secret: false,
      type: templateName,
    },
    {
      name: 'pictureTemplate',
      label: 'Template with a picture',
      help: 'The same body, with a header of the type Image. Alerts with a chart use it. Without it, no alert shows a picture.',
      placeholder: 'market_alert_chart',
      secret: false,
      optional: true,
      type: templateName,
    },
    {
      ...category,
      options: [...category.options],
      help: 'As WhatsApp Manager lists them; Meta can change it. It decides the price. Utility unless you choose.',
    },
    {
      name: 'languages',
      label: 'Languages of the templates',
      help: 'As WhatsApp Manager lists them. An alert in another language uses the first.',
      placeholder: 'en_US, de',
      secret: false,
      type: z
        .string()
        .trim()
        .refine((text) => languagesOf(text) !== null, 'Write language codes like en_US or de, with commas.')
        .transform((text) => (languagesOf(text) ?? []).join(', ')),
    },
    {
      name: 'appSecret',
      label: 'App secret',
      help: 'In the app, under App settings, Basic. Proves that delivery reports come from Meta.',
      secret: true,
      type: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{32}$/i, 'An app secret has 32 letters and digits. Press Show, then copy it.'),
    },
    {
      name: 'verifyToken',
      label: 'Verify token',
      help: 'Make one up. Meta asks for the same one when you enter the callback address.',
      secret: true,
      type: z.string().trim().min(12, 'Use 12 characters or more'),
    },
    {
      name: 'apiVersion',
      label: 'API version',
      help: 'Leave it empty to use the current one.',
      placeholder: 'v26.0',
      secret: false,
      optional: true,
      type: z.string().trim().refine(isApiVersion, 'Write it like v26.0.'),
    },
  ],
  steps: [
    'At developers.facebook.com, create an app with WhatsApp and add your number. Under Business settings, create a system user with access to both, and a token with whatsapp_business_messaging and whatsapp_business_management.',
    `In WhatsApp Manager, create a message template of the category Utility with exactly this body, where ⏎ is a new line: ${TEMPLATE_BODY.replaceAll('\n', '⏎')} For charts, create a second one with an image header. Wait for Meta’s approval.`,
    'Connect the number here. Then, in your app under WhatsApp, Configuration, enter the connection’s callback address and your verify token, and subscribe to messages.',
    'Under Senders, choose the connection for each brand.',
    'Add people with their consent to get alerts on WhatsApp. Meta requires it, and we send nothing to a number that isn’t confirmed. Read Meta’s policy on financial content first.',
  ],
  senderFields: [
    {
      name: 'template',
      label: 'Template of this brand',
      help: 'Leave it empty to use the connection’s.',
      placeholder: 'harbor_alert',
      secret: false,
      optional: true,
      type: templateName,
    },
    {
      name: 'pictureTemplate',
      label: 'Template of this brand with a picture',
      help: 'For the brand’s own template only.',
      placeholder: 'harbor_alert_chart',
      secret: false,
      optional: true,
      type: templateName,
    },
    {
      ...category,
      options: [...category.options],
      label: 'Category of this brand’s templates',
      help: 'The connection’s unless you choose.',
    },
  ],
  senderDomain: () => null,
  limits: {
    title: { max: HEADLINE_MAX, unit: 'utf16' },
    text: { max: TEXT_MAX, unit: 'utf16' },
    textWithPicture: null,
    html: false,
    pictures: 1,
    buttons: 0,
    links: null,
    rates: [
      { per: 'account', max: 80, seconds: 1 },
      { per: 'recipient', max: 1, seconds: 6 },
    ],
    attempts: HTTP_DELAYS.length + 1,
  },
  picture: PICTURE,
  capabilities: { threads: false, pictures: true, silent: false, idempotent: false },
  cost: {
    varies:
      'Meta charges for each message, to your account there. The price depends on the person’s country and the template’s category.',
  },
  window: 64,
  lanes: 4,
  check,
  personCharges: {
    signs: CODE_SIGNS,
    of: (address, settings, day) => priceOf(address, categoryOf(settings), day),
    takePrices,
  },
  render: async (document) => prepare(document, PICTURE),
  send,
  receive,
  practice: async () => (await import('./practice.ts')).whatsappPractice,
};
