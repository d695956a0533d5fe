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
    version: 'Increases with every change of its content. Each alert has the version it was created with.',
    hasSource: 'It has Liquid and HTML for the email.',
    usedBy: 'Rules whose routes use it.',
  },
});
const Templates = component({
  name: 'Templates',
  schema: templatesSchema,
  fields: {
    standard: 'Standard layouts. Routes name them by `style`.',
    items: 'Your own templates, by name, without their content.',
    inPlan: 'If false, your own templates are kept but not used.',
  },
});
const TemplateForm = component({ name: 'TemplateForm', schema: templateFormSchema });
const TemplateChange = component({
  name: 'TemplateChange',
  schema: templateChangeSchema,
  fields: { version: 'The version you changed. If there is a newer version, the change is rejected.' },
});
const TemplateVersions = component({
  name: 'TemplateVersions',
  schema: templateVersionsSchema,
});
const TemplateRestore = component({ name: 'TemplateRestore', schema: templateRestoreSchema });
const PreviewEvents = component({
  name: 'PreviewEvents',
  schema: previewEventsSchema,
  fields: { alerts: 'Your newest alerts.', examples: 'Example events.' },
});
const TemplatePreviewForm = component({
  name: 'TemplatePreviewForm',
  schema: templatePreviewFormSchema,
  fields: {
    alertId: 'One of your past alerts. Leave it out to use `example`.',
    brandId:
      'Default: the alert’s brand, or the default brand. For a different brand, the alert is written again from its event.',
    language: 'A language of the brand, or of the alert as approved. Default: the main one.',
    channel: 'Channel to draw pictures for. Default: the first.',
  },
});
const TemplatePreview = component({
  name: 'TemplatePreview',
  schema: templatePreviewSchema,
  fields: {
    problem: 'Why the template can’t be used, with its place in the source; null if it can.',
    removed: 'What was removed from the HTML of the source.',
    languages: 'Available languages, main language first.',
  },
});
const TemplateTest = component({
  name: 'TemplateTest',
  schema: templateTestSchema,
  fields: { address: 'The address it was sent to.' },
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
    description: 'The standard layouts, and your own templates by name.',
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
      'A template is a list of blocks. Each block names the forms of message it appears in: `page` (email), `message` (chats) and `post` (short posts). Texts, button labels, links and UTM parameters can have placeholders such as `{{ticker}}`, `{{close}}` and `{{plot_0}}`. `translations` of a text, button or image hold its text, label or alt text by language; other languages get the default. With `source`, Liquid and HTML replace the blocks in email. To use the template, name its id in the `template` of a route.',
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
    description: 'Your newest alerts, and example events of every kind.',
    answer: { status: 200, says: 'Events for previews.', schema: PreviewEvents },
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
      'Renders a template, saved or not, for a past alert or an example, on every channel, with the channel’s limits. Pictures are part of the HTML. For chats and posts, pictures of the `channel` you name are included as data URLs.',
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
      'Sends the preview to your confirmed email address only. It doesn’t count toward your plan. 30 an hour.',
    body: { schema: TemplatePreviewForm, required: true },
    answer: { status: 200, says: 'The test was sent.', schema: TemplateTest },
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
      'Send the file itself as the body: SVG, PNG, JPEG or WebP, up to 2 MB and 4 million pixels. It’s resized to fit 528 × 528 and re-encoded as PNG. Use its `hash` and size in an image block.',
    body: {
      bytes: 'The picture.',
      limit: { bytes: IMAGE_MAX_BYTES, says: 'An image can have 2 MB at most.' },
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
    description:
      'Fields you leave out keep their values. New content becomes a new version; past alerts keep theirs.',
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
    description: 'Works if no rule uses it. Past alerts stay as they are.',
    params: TEMPLATE,
    answer: { status: 204, says: 'It’s deleted.' },
    errors: ['validation_failed', 'not_found'],
    example: { params: { id: '$TEMPLATE_ID' } },
  },
  versions: {
    method: 'get',
    path: '/templates/{id}/versions',
    needs: 'workspace:read',
    demo: true,
    summary: 'List versions of a template',
    description: 'Newest first, up to 200.',
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
    description: 'Its content becomes a new version. Versions in between are kept.',
    params: TEMPLATE,
    body: { schema: TemplateRestore, required: true },
    answer: { status: 200, says: 'The template.', schema: Template },
    errors: ['bad_json', 'validation_failed', 'not_found', 'plan_limit'],
    example: { params: { id: '$TEMPLATE_ID' }, body: { version: 1 } },
  },
});
