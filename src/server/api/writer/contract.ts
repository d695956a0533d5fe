import {
  playgroundFormSchema,
  playgroundSchema,
  writerCallSchema,
  writerChangeSchema,
  writerCheckSchema,
  writerRefusalSchema,
  writerSettingsSchema,
  writerSpendSchema,
  writerUsageSchema,
} from '#src/shared/content/ai-writer.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const COST = 'Millionths of a US cent.';

const WriterSpend = component({
  name: 'WriterSpend',
  schema: writerSpendSchema,
  fields: {
    month: 'Its first day, in UTC.',
    source: 'Whose account paid: `own` is the workspace’s key, `installation` the operator’s.',
    calls: 'Times that a model was asked, checks and playground included.',
    written: 'Texts that passed every check.',
    costMicrocents: `${COST} A call that runs counts with the most it may cost.`,
  },
});
const WriterSettings = component({
  name: 'WriterSettings',
  schema: writerSettingsSchema,
  fields: {
    address: 'Null is the provider’s own.',
    keySet: 'Whether a key is kept. The key itself is never returned.',
    inputPrice: 'US dollars per million tokens; null is the listed price of the model. `outputPrice` too.',
    capCents: 'US cents a month. At the cap, the built-in writer writes the alerts.',
    installation: 'The model that the installation offers in your plan; null where it offers none.',
    mayOwn: 'Whether the plan allows a key of your own.',
    problem: 'Why no model writes although it is on; null where one does.',
    spend: 'The current month; null before the first call.',
  },
  holds: [WriterSpend],
});
const WriterChange = component({
  name: 'WriterChange',
  schema: writerChangeSchema,
  fields: {
    key: 'Null deletes it. A kept key is deleted when the provider or the address changes.',
    source: '`own`: your key. `installation`: the model that the installation offers.',
  },
});
const WriterCheck = component({
  name: 'WriterCheck',
  schema: writerCheckSchema,
  fields: { outcome: '`written` if it works.', costMicrocents: COST },
});
const WriterRefusal = component({
  name: 'WriterRefusal',
  schema: writerRefusalSchema,
  fields: { at: 'Which part of the answer, such as `paragraphs.1.2`.', found: 'What is there.' },
});
const WriterCall = component({
  name: 'WriterCall',
  schema: writerCallSchema,
  fields: { outcome: '`written` if the model’s text was used.', costMicrocents: COST },
  holds: [WriterRefusal],
});
const WriterUsage = component({
  name: 'WriterUsage',
  schema: writerUsageSchema,
  fields: {
    months: 'Newest first, twelve at most.',
    outcomes: 'Of alerts this month, most frequent first.',
    recent: 'The last 20 alerts that the built-in writer had to write.',
  },
  holds: [WriterCall],
});
const PlaygroundForm = component({
  name: 'PlaygroundForm',
  schema: playgroundFormSchema,
  fields: {
    alertId: 'A past alert of a market event.',
    brandId: 'Another brand than the alert’s.',
    language: 'Default: the brand’s main language.',
  },
});
const Playground = component({
  name: 'Playground',
  schema: playgroundSchema,
  fields: {
    model: 'Null where the model’s text didn’t pass: `call` says why.',
    said: 'The model’s answer, word for word, where it didn’t pass.',
    call: 'Null in the public demo, where no model is asked.',
  },
});

export const WRITER = endpoints('Alerts', {
  read: {
    method: 'get',
    path: '/writer',
    needs: 'writer:read',
    summary: 'Read the AI writer’s settings',
    description: 'Which model writes the alerts, what it may cost in a month, and what it has cost.',
    answer: { status: 200, says: 'The settings.', schema: WriterSettings },
    example: {},
  },
  change: {
    method: 'patch',
    path: '/writer',
    needs: 'writer:write',
    tells: ['account'],
    summary: 'Change the AI writer’s settings',
    description:
      'Fields you leave out keep their values. The key is encrypted and never returned. Every text is checked against the evidence; what doesn’t pass, or takes longer than eight seconds, is written by the built-in writer.',
    body: { schema: WriterChange, required: true },
    answer: { status: 200, says: 'The settings.', schema: WriterSettings },
    errors: ['bad_json', 'validation_failed', 'plan_limit'],
    example: {
      body: { on: true, provider: 'compatible', address: '$MODEL_ADDRESS', model: 'small', capCents: 2000 },
    },
  },
  check: {
    method: 'post',
    path: '/writer/check',
    needs: 'writer:write',
    tells: ['account'],
    summary: 'Check the AI writer',
    description: 'Proves key, address and model with a tiny call, which counts like any other.',
    answer: { status: 200, says: 'What came of it.', schema: WriterCheck },
    errors: ['validation_failed'],
    example: {},
  },
  usage: {
    method: 'get',
    path: '/writer/usage',
    needs: 'writer:read',
    summary: 'Read the AI writer’s usage',
    description: 'Calls, tokens and cost by month, and why texts weren’t used.',
    answer: { status: 200, says: 'The usage.', schema: WriterUsage },
    example: {},
  },
  playground: {
    method: 'post',
    path: '/writer/playground',
    needs: 'alerts:run',
    demo: true,
    computes: true,
    summary: 'Try the AI writer on a past event',
    description:
      'Writes the event’s alert again: the built-in text, and the model’s with what the content gate refused. Nothing is sent. It counts toward the monthly cap.',
    body: { schema: PlaygroundForm, required: true },
    answer: { status: 200, says: 'Both texts.', schema: Playground },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { body: { alertId: '$ALERT_ID', language: 'en' } },
  },
});
