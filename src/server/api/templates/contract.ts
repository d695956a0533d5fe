import {
  IMAGE_MAX_BYTES,
  previewEventsSchema,
  templateChangeSchema,
  templateFormSchema,
  templateImageSchema,
  templatePreviewFormSchema,
  templatePreviewSchema,
  templateRestoreSchema,
  templatesSchema,
  templateTestSchema,
  templateVersionsSchema,
  templateWithContentSchema,
} from '#src/shared/templates.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Template = component({
  name: 'Template',
  schema: templateWithContentSchema,
  fields: {
    version: 'Goes up with every change of its content; alerts say which version they were made with.',
    hasSource: 'It has Liquid and HTML for the email.',
    usedBy: 'Rules whose routes use it.',
  },
});
const Templates = component({
  name: 'Templates',
  schema: templatesSchema,
  fields: {
    standard: 'Our layouts. Routes name them by their `style`.',
    items: 'Your own templates, by name, without their content.',
    inPlan: 'Without it in the plan, your own templates are kept and not used.',
  },
});
const TemplateForm = component({ name: 'TemplateForm', schema: templateFormSchema });
const TemplateChange = component({
  name: 'TemplateChange',
  schema: templateChangeSchema,
  fields: { version: 'The version you changed. If another was saved meanwhile, the change is refused.' },
});
const TemplateVersions = component({
  name: 'TemplateVersions',
  schema: templateVersionsSchema,
});
const TemplateRestore = component({ name: 'TemplateRestore', schema: templateRestoreSchema });
const PreviewEvents = component({
  name: 'PreviewEvents',
  schema: previewEventsSchema,
  fields: { alerts: 'Your newest alerts.', examples: 'Events of ours.' },
});
const TemplatePreviewForm = component({
  name: 'TemplatePreviewForm',
  schema: templatePreviewFormSchema,
  fields: {
    alertId: 'A past alert of yours. Left out: `example`.',
    brandId:
      'Left out: the alert’s, or the default brand. With another than the alert’s, the alert is written again from its event, as that brand.',
    language: 'One of the brand’s, or of the alert as it was approved. Left out: the main one.',
    channel: 'Whose pictures are drawn. Left out: the first channel’s.',
  },
});
const TemplatePreview = component({
  name: 'TemplatePreview',
  schema: templatePreviewSchema,
  fields: {
    problem: 'Why the template can’t be used, with its place in the source; null if it can.',
    removed: 'What was taken out of the HTML of the source.',
    languages: 'Those it can be shown in, the main one first.',
  },
});
const TemplateTest = component({
  name: 'TemplateTest',
  schema: templateTestSchema,
  fields: { address: 'Where it went.' },
});
const TemplateImage = component({ name: 'TemplateImage', schema: templateImageSchema });

const TEMPLATE = { id: 'The template’s id.' };
const BLOCKS = [
  { kind: 'dateline', in: ['page'] },
  { kind: 'headline', in: ['page', 'message', 'post'] },
  {
    kind: 'text',
    in: ['page'],
    text: 'For our clients: {{ticker}} closed at {{close}} on {{time}} .',
    translations: { de: 'Für unsere Kunden: {{ticker}} schloss bei {{close}} am {{time}} .' },
  },
  { kind: 'chart', in: ['page', 'message', 'post'] },
  {
    kind: 'button',
    in: ['page', 'message'],
    label: 'Open the chart',
    url: 'https://example.com/charts/{{ticker}}',
    utm: { source: 'alerts', medium: 'email', campaign: '{{ticker}}' },
  },
  { kind: 'disclaimers', in: ['page', 'message', 'post'] },
];
const FORM = { name: 'Client note', content: { style: 'standard', blocks: BLOCKS } };

export const TEMPLATES = endpoints('Workspace', {
  list: {
    method: 'get',
    path: '/templates',
    needs: 'workspace:read',
    demo: true,
    summary: 'List templates',
    description: 'Our layouts, and your own templates by name.',
    answer: { status: 200, says: 'Templates.', schema: Templates },
    example: {},
  },
  make: {
    method: 'post',
    path: '/templates',
    needs: 'templates:write',
    tells: ['account'],
    summary: 'Create a template',
    description:
      'Blocks in their order, each with the forms of message it is in: `page` (email), `message` (chats) and `post` (short posts). Texts, button labels, links and UTM parameters take placeholders such as `{{ticker}}`, `{{close}}` and `{{plot_0}}`. `translations` of a text, button or image are its text, label or alt text by language; a language without one gets the default. With `source`, the email is made by Liquid and HTML instead of its blocks. Name the template’s id in the `template` of a route.',
    body: { schema: TemplateForm, required: true },
    answer: { status: 201, says: 'The template.', schema: Template },
    errors: ['bad_json', 'validation_failed', 'name_taken', 'plan_limit'],
    example: { body: FORM },
  },
  events: {
    method: 'get',
    path: '/templates/events',
    needs: 'alerts:read',
    demo: true,
    summary: 'List events for previews',
    description: 'Your newest alerts, and events of ours of every kind.',
    answer: { status: 200, says: 'What a preview can be made of.', schema: PreviewEvents },
    example: {},
  },
  preview: {
    method: 'post',
    path: '/templates/preview',
    needs: 'alerts:read',
    demo: true,
    computes: true,
    whileReadOnly: true,
    summary: 'Preview a template',
    description:
      'What a template that needn’t be saved makes of a past alert or an example, on every channel, with the channel’s limits. The HTML has its pictures in it; those of chats and posts come with the `channel` you name, as data addresses.',
    body: { schema: TemplatePreviewForm, required: true },
    answer: { status: 200, says: 'A message for each channel.', schema: TemplatePreview },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { body: { content: FORM.content, example: 'market' } },
  },
  test: {
    method: 'post',
    path: '/templates/test',
    needs: 'self',
    summary: 'Send a test to yourself',
    description:
      'Sends what the preview shows to your confirmed email address, and to no other. It doesn’t count against your alerts. 30 an hour.',
    body: { schema: TemplatePreviewForm, required: true },
    answer: { status: 200, says: 'It was sent.', schema: TemplateTest },
    errors: [
      'bad_json',
      'validation_failed',
      'not_found',
      'email_not_confirmed',
      'over_email_send_rate_limit',
      'connection_refused',
    ],
    example: { body: { content: FORM.content, example: 'market' } },
  },
  addImage: {
    method: 'post',
    path: '/templates/images',
    needs: 'templates:write',
    summary: 'Upload an image for templates',
    description:
      'The body is the file itself: SVG, PNG, JPEG or WebP, 2 MB and 4 million pixels at most. It is made to fit 528 × 528 and encoded again as PNG. Name its `hash` and size in an image block.',
    body: {
      bytes: 'The picture, as it is.',
      limit: { bytes: IMAGE_MAX_BYTES, says: 'An image may have 2 MB at most.' },
    },
    answer: { status: 201, says: 'The image.', schema: TemplateImage },
    errors: ['validation_failed', 'document_type'],
    example: { file: 'logo.png' },
  },
  read: {
    method: 'get',
    path: '/templates/{id}',
    needs: 'workspace:read',
    demo: true,
    summary: 'Read a template',
    description: 'With its content.',
    params: TEMPLATE,
    answer: { status: 200, says: 'The template.', schema: Template },
    errors: ['not_found'],
    example: { params: { id: '$TEMPLATE_ID' } },
  },
  change: {
    method: 'patch',
    path: '/templates/{id}',
    needs: 'templates:write',
    tells: ['account'],
    summary: 'Change a template',
    description: 'What is left out stays. New content is a new version; alerts of before keep theirs.',
    params: TEMPLATE,
    body: { schema: TemplateChange, required: true },
    answer: { status: 200, says: 'The template.', schema: Template },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken', 'plan_limit', 'version_conflict'],
    example: { params: { id: '$TEMPLATE_ID' }, body: { name: 'Note to clients' } },
  },
  remove: {
    method: 'delete',
    path: '/templates/{id}',
    needs: 'templates:write',
    tells: ['account'],
    summary: 'Delete a template',
    description: 'One that no rule uses. Alerts that were made with it stay as they are.',
    params: TEMPLATE,
    answer: { status: 204, says: 'It is deleted.' },
    errors: ['validation_failed', 'not_found'],
    example: { params: { id: '$TEMPLATE_ID' } },
  },
  versions: {
    method: 'get',
    path: '/templates/{id}/versions',
    needs: 'workspace:read',
    demo: true,
    summary: 'List versions of a template',
    description: 'The newest first, 200 at most.',
    params: TEMPLATE,
    answer: { status: 200, says: 'Its versions, with their content.', schema: TemplateVersions },
    errors: ['not_found'],
    example: { params: { id: '$TEMPLATE_ID' } },
  },
  restore: {
    method: 'post',
    path: '/templates/{id}/restore',
    needs: 'templates:write',
    tells: ['account'],
    summary: 'Restore a version of a template',
    description: 'Its content becomes a new version; those in between stay.',
    params: TEMPLATE,
    body: { schema: TemplateRestore, required: true },
    answer: { status: 200, says: 'The template.', schema: Template },
    errors: ['bad_json', 'validation_failed', 'not_found', 'plan_limit'],
    example: { params: { id: '$TEMPLATE_ID' }, body: { version: 1 } },
  },
});
