import * as z from 'zod/mini';
import { alertLanguageSchema, type Language, LANGUAGES } from './content/answer.ts';
import { preflightSchema } from './content/preflight.ts';
import { previewPicturesSchema } from './content/preview-pictures.ts';
import { type Element, formSchema, FORMS, type PartName, STYLES, styleSchema } from './content/layout.ts';
import { channelKindSchema } from './alerts.ts';
import { oneLabel } from './label.ts';
import { lines, messageParts } from './rules/message.ts';
import { RuleProblem } from './rules/problem.ts';

/** Templates of a workspace, blocks of one, and characters of their texts. */
export const TEMPLATE = {
  max: 100,
  nameMax: 80,
  blocksMax: 40,
  textMax: 1_000,
  labelMax: 60,
  urlMax: 1_000,
  utmMax: 100,
  altMax: 300,
  /** Of source mode. */
  sourceMax: 60_000,
  /** Versions that are kept of each. */
  versionsMax: 200,
} as const;
/** Bytes of an uploaded image. */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;

/** Parts of an alert that a template can place. Alerts of a digest and our own links have their place already. */
export const BLOCK_PARTS = [
  'dateline',
  'headline',
  'figure',
  'summary',
  'body',
  'chart',
  'table',
  'disclaimers',
] as const satisfies readonly PartName[];
export type BlockPart = (typeof BLOCK_PARTS)[number];

/** What the editor calls each block, and what it is. */
export const BLOCK_WORDS: Readonly<Record<Block['kind'], { label: string; says: string }>> = {
  dateline: { label: 'Dateline', says: 'Symbol, date and timeframe in one line.' },
  headline: { label: 'Headline', says: 'What happened, in one line.' },
  figure: { label: 'Figure', says: 'The figure of the alert, with its arrow.' },
  summary: { label: 'Summary', says: 'What happened, in a paragraph.' },
  body: { label: 'More text', says: 'The paragraphs after the summary, where there are some.' },
  chart: { label: 'Chart', says: 'The price chart with the event marked.' },
  table: { label: 'Table', says: 'The other figures, one a line.' },
  disclaimers: { label: 'Disclaimers', says: 'Those of the brand. Without this block they come last.' },
  divider: { label: 'Divider', says: 'A line across.' },
  text: { label: 'Text', says: 'Words of your own, with placeholders.' },
  image: { label: 'Image', says: 'A picture of your own.' },
  button: { label: 'Call to action', says: 'A button with a link and UTM parameters.' },
};

/** In plain words, the forms that a block can be in. */
export const FORM_WORDS: Readonly<Record<(typeof FORMS)[number], string>> = {
  page: 'Email',
  message: 'Chats',
  post: 'Short posts',
};

const forms = {
  in: z.array(formSchema).check(
    z.overwrite((given) => FORMS.filter((form) => given.includes(form))),
    z.minLength(1, 'Choose where it’s shown, or remove the block.'),
  ),
};

/** Where a text with placeholders is wrong, in one sentence; null where it isn't. */
export function placeholderProblem(text: string, place: 'sentence' | 'address' = 'sentence'): string | null {
  try {
    messageParts(text, undefined, place);
    return null;
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    const { line, column, sentence } = error;
    return `${text.includes('\n') ? `Line ${line}, column` : 'Column'} ${column}: ${sentence}`;
  }
}

type Says = (sentence: string) => string;
const asItIs: Says = (sentence) => sentence;

const withPlaceholders = (place: 'sentence' | 'address' = 'sentence', says: Says = asItIs) =>
  z.check<string>(({ value, issues }) => {
    const problem = placeholderProblem(value, place);
    if (problem !== null) issues.push({ code: 'custom', message: says(problem), input: value });
  });

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
export const languageName = (language: string): string => languageNames.of(language) ?? language;

/** A text that is checked like its translations, whose errors name their language. */
type OwnText = ReturnType<typeof textSchema>;
type OwnTextOf = (says: Says, missing: string) => OwnText;

const textSchema = (says: Says, missing: string) =>
  z
    .string(says('The text of a block is a text.'))
    .check(
      z.overwrite(lines),
      z.minLength(1, says(missing)),
      z.maxLength(TEMPLATE.textMax, says('A text can have at most 1,000 characters.')),
      withPlaceholders('sentence', says),
    );
const labelSchema: OwnTextOf = (says, missing) =>
  z
    .string(says('A button needs a label.'))
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, says(missing)),
      z.maxLength(TEMPLATE.labelMax, says('A label can have at most 60 characters.')),
      withPlaceholders('sentence', says),
    );
const altSchema: OwnTextOf = (says, missing) =>
  z
    .string(says('Say what the image shows.'))
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, says(missing)),
      z.maxLength(TEMPLATE.altMax, says('An alt text can have at most 300 characters.')),
    );

/** Left out where there are none, so that templates from before there were translations stay as they are. */
const translated = (of: OwnTextOf) =>
  z.optional(
    z.strictObject(
      Object.fromEntries(
        LANGUAGES.map((language) => [
          language,
          z.optional(
            of(
              (sentence) => `${languageName(language)}: ${sentence}`,
              'Write something, or leave this language out.',
            ),
          ),
        ]),
      ) as Record<Language, z.ZodMiniOptional<OwnText>>,
      `Translations are in ${LANGUAGES.join(', ')}.`,
    ),
  );

/** An address whose host is fixed; placeholders may stand in its path and query. */
function urlProblem(url: string): string | null {
  const plain = url.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
  const parsed = URL.parse(plain);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '')
    return 'A link starts with https://, such as https://example.com/markets.';
  if (/\{\{/.test(/^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '{{'))
    return 'Placeholders go after the host name of a link.';
  if (parsed.username !== '' || parsed.password !== '') return 'A link holds no password.';
  return placeholderProblem(url, 'address');
}

const urlSchema = z.string('A link is a text.').check(
  z.trim(),
  z.minLength(1, 'The button needs a link.'),
  z.maxLength(TEMPLATE.urlMax, 'A link can have at most 1,000 characters.'),
  z.check(({ value, issues }) => {
    const problem = value === '' ? null : urlProblem(value);
    if (problem !== null) issues.push({ code: 'custom', message: problem, input: value });
  }),
);

const utmValue = z.optional(
  z
    .string('A UTM parameter is a text.')
    .check(
      z.overwrite(oneLabel),
      z.maxLength(TEMPLATE.utmMax, 'A UTM parameter can have at most 100 characters.'),
      withPlaceholders('address'),
    ),
);
const utmSchema = z.strictObject({ source: utmValue, medium: utmValue, campaign: utmValue });
export type Utm = z.infer<typeof utmSchema>;

const blockSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.enum(BLOCK_PARTS), ...forms }),
    z.strictObject({ kind: z.literal('divider'), ...forms }),
    z.strictObject({
      kind: z.literal('text'),
      ...forms,
      text: textSchema(asItIs, 'Write something, or remove the block.'),
      translations: translated(textSchema),
    }),
    z.strictObject({
      kind: z.literal('image'),
      ...forms,
      hash: z.string('Upload an image.').check(z.regex(/^[0-9a-f]{64}$/, 'Upload an image.')),
      width: z.int().check(z.gte(1), z.lte(2_000)),
      height: z.int().check(z.gte(1), z.lte(2_000)),
      alt: altSchema(asItIs, 'Say what the image shows, for people who can’t see it.'),
      translations: translated(altSchema),
    }),
    z.strictObject({
      kind: z.literal('button'),
      ...forms,
      label: labelSchema(asItIs, 'A button needs a label.'),
      translations: translated(labelSchema),
      url: urlSchema,
      utm: z._default(utmSchema, {}),
    }),
  ],
  'There is no such block.',
);
export type Block = z.infer<typeof blockSchema>;
/** A block with words of its author: of a text, on a button, or about an image. */
export type OwnBlock = Extract<Block, { kind: 'text' | 'button' | 'image' }>;

/** What a block says where there is no translation. */
export function defaultWords(block: OwnBlock): string {
  if (block.kind === 'text') return block.text;
  return block.kind === 'button' ? block.label : block.alt;
}

/** What a block says in a language. */
export function wordsIn(block: OwnBlock, language: string): string {
  const known = LANGUAGES.find((each) => each === language);
  return (known && block.translations?.[known]) ?? defaultWords(block);
}

/** What a template is made of. `source`: Liquid and HTML for the email, instead of its blocks. */
export const templateContentSchema = z.strictObject({
  style: z._default(styleSchema, 'standard'),
  blocks: z.array(blockSchema, 'A template is a list of blocks.').check(
    z.maxLength(TEMPLATE.blocksMax, 'A template has 40 blocks at most.'),
    z.refine((blocks) => blocks.some(({ kind }) => kind === 'headline'), 'A template needs the headline.'),
    z.refine((blocks) => {
      const parts = blocks.filter(({ kind }) => BLOCK_PARTS.some((part) => part === kind));
      const named = parts.flatMap((block) => block.in.map((form) => `${block.kind} ${form}`));
      return new Set(named).size === named.length;
    }, 'Each part of the alert is shown once. Remove the second one.'),
  ),
  source: z._default(
    z.nullable(
      z
        .string('The source of a template is a text.')
        .check(
          z.maxLength(TEMPLATE.sourceMax, 'The source of a template can have at most 60,000 characters.'),
        ),
    ),
    null,
  ),
});
export type TemplateContent = z.infer<typeof templateContentSchema>;

const nameSchema = z.string('The template’s name must be a text.').check(
  z.overwrite(oneLabel),
  z.minLength(1, 'The template needs a name.'),
  z.maxLength(TEMPLATE.nameMax, 'The template’s name can have at most 80 characters.'),
  z.refine(
    (name) => !STYLES.some((style) => style === name.toLowerCase()),
    'A template of ours has that name. Choose another.',
  ),
);

export const templateFormSchema = z.strictObject({ name: nameSchema, content: templateContentSchema });
export type TemplateForm = z.infer<typeof templateFormSchema>;

/** What is left out stays. `version`: the one that the change was made on. */
export const templateChangeSchema = z.strictObject({
  name: z.optional(nameSchema),
  content: z.optional(templateContentSchema),
  version: z.optional(z.int()),
});
export type TemplateChange = z.infer<typeof templateChangeSchema>;

const time = z.iso.datetime();
export const templateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Goes up with every change of its content. */
  version: z.int(),
  style: styleSchema,
  hasSource: z.boolean(),
  /** Rules whose routes use it. */
  usedBy: z.int(),
  createdAt: time,
  updatedAt: time,
});
export type Template = z.infer<typeof templateSchema>;

export const templatesSchema = z.object({
  /** Ours, which every plan has. */
  standard: z.array(
    z.object({ style: styleSchema, name: z.string(), says: z.string(), content: templateContentSchema }),
  ),
  /** The workspace's own. */
  items: z.array(templateSchema),
  /** Without it in the plan, the workspace's own are kept and not used. */
  inPlan: z.boolean(),
});
export type Templates = z.infer<typeof templatesSchema>;

export const templateWithContentSchema = z.object({
  ...templateSchema.shape,
  content: templateContentSchema,
});
export type TemplateWithContent = z.infer<typeof templateWithContentSchema>;

export const templateVersionSchema = z.object({
  version: z.int(),
  content: templateContentSchema,
  by: z.string(),
  /** The version that was restored, where it is one. */
  restored: z.nullable(z.int()),
  at: time,
});
export const templateVersionsSchema = z.object({ items: z.array(templateVersionSchema) });
export type TemplateVersion = z.infer<typeof templateVersionSchema>;
export const templateRestoreSchema = z.strictObject({ version: z.int('Choose a version.') });

/** An event that a preview can be made of: a past alert of the workspace, or an example of ours. */
export const EXAMPLES = ['market', 'rule', 'news', 'calendar', 'webhook'] as const;
export const exampleSchema = z.enum(EXAMPLES);
export type Example = z.infer<typeof exampleSchema>;
export const previewEventsSchema = z.object({
  alerts: z.array(z.object({ id: z.uuid(), title: z.string(), symbol: z.string(), at: time })),
  examples: z.array(z.object({ example: exampleSchema, title: z.string() })),
});
export type PreviewEvents = z.infer<typeof previewEventsSchema>;

const about = {
  /** Left out: the default brand. */
  brandId: z.optional(z.uuid('There is no such brand.')),
  /** A past alert of the workspace, or an example. */
  alertId: z.optional(z.uuid('There is no such alert.')),
  example: z._default(exampleSchema, 'market'),
  /** One that it can be shown in. Left out: the main one. */
  language: z.optional(alertLanguageSchema),
};
export const templatePreviewFormSchema = z.strictObject({
  name: z._default(z.string().check(z.maxLength(TEMPLATE.nameMax)), ''),
  content: templateContentSchema,
  ...about,
  /** Whose pictures are drawn. Left out: the first channel's. */
  channel: z.optional(channelKindSchema),
});
export type TemplatePreviewForm = z.infer<typeof templatePreviewFormSchema>;

export const templatePreviewSchema = z.object({
  /** What is wrong with the source, with its place; null where nothing is. */
  problem: z.nullable(
    z.object({ sentence: z.string(), line: z.nullable(z.int()), column: z.nullable(z.int()) }),
  ),
  /** What was taken out of its HTML. */
  removed: z.array(z.string()),
  language: z.string(),
  /** Those it can be shown in, the main one first. */
  languages: z.array(z.string()),
  channels: z.array(
    z.object({
      kind: channelKindSchema,
      title: z.string(),
      subject: z.nullable(z.string()),
      text: z.string(),
      /** With its pictures in it; null where the channel shows none. */
      html: z.nullable(z.string()),
      /** Null where another channel's are drawn. */
      pictures: z.nullable(previewPicturesSchema),
      buttons: z.array(z.object({ label: z.string(), url: z.string() })),
      preflight: preflightSchema,
    }),
  ),
});
export type TemplatePreview = z.infer<typeof templatePreviewSchema>;

/** Only by email, and only to the one who asks. */
export const templateTestSchema = z.object({ address: z.string() });
export const templateImageSchema = z.object({
  hash: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});

/** What a template says in its own words. */
export type OwnElement = Extract<Element, { kind: 'text' | 'button' | 'image' }>;
