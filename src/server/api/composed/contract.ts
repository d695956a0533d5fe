import {
  COMPOSED,
  composedFindingSchema,
  composedSchema,
  composeFormSchema,
  composePreviewFormSchema,
  composePreviewSchema,
  planFormSchema,
  plannedListSchema,
  plannedSchema,
} from '#src/shared/composed.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const WORDS = {
  symbol: 'A symbol that the workspace sees. Left out or null: the alert is about no symbol.',
  timeframe: 'Of the stored bars that figures come from.',
  topic: `What an alert without a symbol is about, in ${COMPOSED.topicMax} characters at most. Default: “Announcement”.`,
  headline:
    'Figures are written as placeholders, such as `{{close}}` or `{{change_1w}}`; code fills them from stored bars.',
  paragraphs: `What follows the summary, ${COMPOSED.paragraphsMax} at most.`,
  language: 'One of the brand’s languages. Left out: its main language.',
  chart: 'Whether it has a chart of the symbol.',
  route:
    'Brand, audiences, destinations, channels, layout and approval policy, as a route of a rule. Left out: the default brand, to the members.',
  sendAt:
    'A wall-clock time and its time zone. Left out or null: as soon as it’s approved. A time that the clocks skip is refused; of one that comes twice, the first counts.',
  whenStale: 'If newer prices are stored by then: `hold` it back, or `send` it with those it has.',
  vouches:
    'What the author vouches for: the place (`topic`, `headline`, `summary`, `paragraphs.0`) and what is `found` there. API keys can’t vouch.',
};

const ComposeForm = component({ name: 'ComposeForm', schema: composeFormSchema, fields: WORDS });
const Composed = component({
  name: 'ComposedAlert',
  schema: composedSchema,
  fields: { id: 'The alert. It is written, approved and sent like every other.' },
});
const ComposePreviewForm = component({
  name: 'ComposePreviewForm',
  schema: composePreviewFormSchema,
  fields: WORDS,
});
const ComposedFinding = component({
  name: 'ComposedFinding',
  schema: composedFindingSchema,
  fields: {
    verdict: '`refused`: it has to change. `vouch`: change it, or vouch for it.',
    code: 'A stable code; `reason` says what it means.',
    at: '`topic`, `headline`, `summary` or `paragraphs.0`.',
    start: 'First character as typed, in UTF-16 code units.',
    end: 'The character after the last.',
    found: 'What is there.',
    vouched: 'The form vouches for it.',
  },
});
const ComposePreview = component({
  name: 'ComposePreview',
  schema: composePreviewSchema,
  fields: {
    figures: 'The placeholders that can be filled, and what each reads now.',
    bar: 'The newest stored bar. Null without a symbol or bars.',
    problem: 'Why no figures can be filled in.',
    findings: 'What the content gate found, each with its place.',
    ready: 'Whether it can be sent as it is.',
    draft: 'A text to begin with, of sentences that the prices bear out.',
    barred: 'Why it would be withheld now: its symbol or brand is muted, or its symbol is restricted.',
    approval: 'The policy it would be under. `why`: why it isn’t the one that was chosen.',
    sending: 'When it would go out, and what there is to say about that time.',
    channels: 'As each channel would send it. Empty until there is a headline and a summary.',
  },
  holds: [ComposedFinding],
});

const PlanForm = component({
  name: 'PlanForm',
  schema: planFormSchema,
  fields: { local: 'Such as `2026-11-27T09:00`.', timeZone: 'IANA name, such as `Europe/London`.' },
});
const Planned = component({
  name: 'PlannedAlert',
  schema: plannedSchema,
  fields: {
    sendAt: 'The moment it goes out; `local` and `timeZone` are what was chosen.',
    state: '`scheduled`, or `pending_review` until it’s approved.',
  },
});
const PlannedList = component({
  name: 'PlannedAlerts',
  schema: plannedListSchema,
  holds: [Planned],
});

export const COMPOSED_ALERTS = endpoints('Alerts', {
  compose: {
    method: 'post',
    path: '/alerts',
    needs: 'alerts:write',
    tells: ['alerts'],
    summary: 'Write an alert',
    description:
      'Creates an alert with your own text, without a rule. Its figures come from stored bars. The content gate checks the rest: what it refuses has to change, and what it can’t trace to the prices a person has to vouch for; `details.findings` of the error names each place. The alert is under the route’s approval policy, or a stricter one if every active rule of the brand is, and counts against the plan when it’s sent.',
    body: { schema: ComposeForm, required: true },
    answer: {
      status: 201,
      says: 'The alert is on its way to be approved and sent.',
      schema: Composed,
    },
    errors: ['bad_json', 'validation_failed', 'plan_limit'],
    example: {
      body: {
        topic: 'Opening hours',
        headline: 'Our desk is closed on Monday',
        summary: 'Alerts continue as usual.',
      },
    },
  },
  preview: {
    method: 'post',
    path: '/alerts/preview',
    needs: 'alerts:write',
    whileReadOnly: true,
    summary: 'Preview and check an alert',
    description:
      'Checks what you write and shows it as each channel would send it, with the figures that can be inserted. Nothing is stored or sent.',
    body: { schema: ComposePreviewForm, required: true },
    answer: { status: 200, says: 'How it reads, and what was found.', schema: ComposePreview },
    errors: ['bad_json', 'validation_failed', 'plan_limit'],
    example: {
      body: { topic: 'Results', headline: 'Our results are out', summary: 'Margins were 12%.' },
    },
  },
  planned: {
    method: 'get',
    path: '/alerts/planned',
    needs: 'alerts:read',
    summary: 'List planned alerts',
    description:
      'The next first, up to 200. When its time comes, an alert is checked again. It’s held back if sending is stopped, if its policy now asks for a review, or if newer prices are stored; it expires if it isn’t approved.',
    answer: { status: 200, says: 'What is planned.', schema: PlannedList },
    example: {},
  },
  reschedule: {
    method: 'post',
    path: '/alerts/{id}/plan',
    needs: 'alerts:write',
    tells: ['alerts'],
    summary: 'Reschedule a planned alert',
    description: 'Its content and approval stay as they are.',
    params: { id: 'The alert’s id.' },
    body: { schema: PlanForm, required: true },
    answer: { status: 200, says: 'It goes out at the new time.', schema: Composed },
    errors: ['bad_json', 'validation_failed', 'not_found', 'alert_not_planned'],
    example: {
      params: { id: '$PLANNED_ALERT_ID' },
      body: { local: '$LOCAL_TIME', timeZone: 'Europe/London' },
    },
  },
  sendNow: {
    method: 'post',
    path: '/alerts/{id}/send-now',
    needs: 'alerts:write',
    tells: ['alerts'],
    summary: 'Send a planned alert now',
    description: 'It goes out at once, or as soon as it’s approved.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'It’s on its way, or held back.', schema: Composed },
    errors: ['not_found', 'alert_not_planned'],
    example: { params: { id: '$PLANNED_ALERT_ID' } },
  },
  cancel: {
    method: 'delete',
    path: '/alerts/{id}/plan',
    needs: 'alerts:write',
    whileReadOnly: true,
    tells: ['alerts'],
    summary: 'Cancel a planned alert',
    description: 'It stays on record and isn’t sent.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'It won’t go out.', schema: Composed },
    errors: ['not_found', 'alert_not_planned'],
    example: { params: { id: '$PLANNED_ALERT_ID' } },
  },
});
