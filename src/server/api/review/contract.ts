import {
  decidedSchema,
  decidedTogetherSchema,
  decisionFormSchema,
  REVIEWS_MAX,
  reviewSchema,
  reviewsSchema,
  editCheckFormSchema,
  editCheckSchema,
  revisedSchema,
  revisionFormSchema,
  TOGETHER_MAX,
  togetherFormSchema,
  VIEWING,
  viewersSchema,
} from '#src/shared/review.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Review = component({
  name: 'Review',
  schema: reviewSchema,
  fields: {
    waiting:
      'Null once it’s decided. `revision`: the newest content, whose `hash` a decision names. `texts`: the editable texts, with the figures, names and dates they may contain. `lapsesAt`: when it expires, and `unanswered`: what happens then. `refusal`: why the policy doesn’t let you decide. `inPlaceOf`: the absent member you’re deputy for, and until when. `moved`: how far the price has moved since the text was written, if that can end the approval. `barred`: why it would be withheld if approved now, for example because its symbol is muted or restricted. `askedAgainAt`: when approval was last asked for again; pass it when you approve. `next`: the alert that has waited longest besides this one; `others`: how many more wait.',
  },
});
const Reviews = component({
  name: 'Reviews',
  schema: reviewsSchema,
  fields: {
    items:
      '`lapsesAt`: when the alert expires without a decision. `revision`: the hash to pass with a decision. `askedAgainAt`: pass it too, unless it’s null. `together`: whether its policy allows deciding several alerts at once.',
    count: 'Total number waiting.',
  },
});
const DecisionForm = component({
  name: 'DecisionForm',
  schema: decisionFormSchema,
  fields: {
    revision: 'The `hash` of the revision that you reviewed.',
    askedAgainAt:
      'From the review. Required to approve if the price has moved and approval was asked for again.',
    reason: 'Kept on record. Required to reject.',
  },
});
const Decided = component({
  name: 'Decided',
  schema: decidedSchema,
  fields: { state: 'The alert’s new state: `sending`, `rejected`, or how it ended at once.' },
});
const TogetherForm = component({
  name: 'DecisionsForm',
  schema: togetherFormSchema,
  fields: {
    alerts: `1 to ${TOGETHER_MAX} alerts, each once. \`revision\` and \`askedAgainAt\`: from the list when you reviewed them.`,
    reason: 'Kept on record with each. Required to reject.',
  },
});
const DecidedTogether = component({
  name: 'Decisions',
  schema: decidedTogetherSchema,
  fields: {
    items:
      'In the order of the request. `state`: the alert’s new state. `refusal`: why it wasn’t decided; `code` is an error of a single decision, or `not_together`.',
  },
});

const RevisionForm = component({
  name: 'RevisionForm',
  schema: revisionFormSchema,
  fields: {
    revision: 'The `hash` of the revision that you edited.',
    texts:
      'By language; languages you leave out keep their text. Write figures, names and dates as in `values` of the review.',
    vouched:
      'True: you vouch for what the gate can’t check, such as a figure that isn’t in the alert. It’s recorded under your name.',
  },
});
const EditCheckForm = component({
  name: 'EditCheckForm',
  schema: editCheckFormSchema,
  fields: {
    revision: 'The `hash` of the revision that you edit.',
    texts: 'By language, as you would save them.',
  },
});
const EditCheck = component({
  name: 'EditCheck',
  schema: editCheckSchema,
  fields: {
    findings:
      '`at`: the text. `verdict`: `refused`, it has to change; `vouch`: change it, or vouch for it when you save. `found`: what is there, and `reason`: why it’s listed. `code` is stable.',
  },
});
const Revised = component({ name: 'Revised', schema: revisedSchema });

const Viewers = component({
  name: 'Viewers',
  schema: viewersSchema,
  fields: { items: 'Alerts that other people have open. `people`: in the order they opened it.' },
});

export const REVIEW = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/reviews',
    needs: 'alerts:read',
    summary: 'List alerts that wait for a review',
    description:
      'Soonest to expire first. If there are too many, the list has those that have waited longest.',
    query: { limit: { says: `Alerts listed: 1 to ${REVIEWS_MAX}. Default: 50.`, type: 'integer' } },
    answer: { status: 200, says: 'The alerts that wait.', schema: Reviews },
    errors: ['validation_failed'],
    example: { query: 'limit=10' },
  },
  viewers: {
    method: 'get',
    path: '/reviews/viewers',
    needs: 'alerts:read',
    summary: 'List viewers',
    description:
      'Other members who have an alert open in the review inbox. The stream sends `viewers` when this changes. It’s kept in memory only.',
    answer: { status: 200, says: 'The alerts that others have open.', schema: Viewers },
    example: {},
  },
  view: {
    method: 'post',
    path: '/alerts/{id}/viewing',
    needs: 'self',
    summary: 'Start viewing an alert',
    description: `Shows others that you have an alert open that waits for a review. Repeat it every ${VIEWING.beatMs / 1_000} seconds: after ${VIEWING.lapsesMs / 1_000} seconds without it you’re no longer shown. Decided alerts show no viewers.`,
    params: { id: 'The alert’s id.' },
    answer: { status: 204, says: 'You’re shown to others.' },
    errors: ['not_found'],
    example: { params: { id: '$WAITING_ALERT_ID' } },
  },
  leave: {
    method: 'delete',
    path: '/alerts/{id}/viewing',
    needs: 'self',
    summary: 'Stop viewing an alert',
    description: 'Others no longer see that you have it open.',
    params: { id: 'The alert’s id.' },
    answer: { status: 204, says: 'Others no longer see you as viewing it.' },
    example: { params: { id: '$ALERT_ID' } },
  },
  one: {
    method: 'get',
    path: '/alerts/{id}/review',
    needs: 'alerts:read',
    summary: 'Review of an alert',
    description:
      'For an alert in state `pending_review`: the revision to decide on, and when it expires. Null in other states.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'The review.', schema: Review },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  edit: {
    method: 'post',
    path: '/alerts/{id}/revisions',
    needs: 'alerts:approve',
    tells: ['alerts'],
    summary: 'Edit an alert that waits',
    description:
      'Stores headline and summary as a new revision, which waits for a decision. The previous revision can no longer be approved. Changed sentences pass the content gate; if it rejects any, `details.findings` of the error lists them with their place. The alert’s figures stay the same. The edit is recorded in the ledger under your name. API keys can’t edit.',
    params: { id: 'The alert’s id.' },
    body: { schema: RevisionForm, required: true },
    answer: { status: 201, says: 'The new revision waits.', schema: Revised },
    errors: ['not_found', 'validation_failed', 'alert_not_waiting', 'alert_damaged', 'revision_changed'],
    example: {
      params: { id: '$WAITING_ALERT_ID' },
      body: {
        revision: '$REVISION',
        texts: [
          { language: 'en', headline: 'A signal of my desk', summary: 'The details are on our website.' },
        ],
      },
    },
  },
  checkEdit: {
    method: 'post',
    path: '/alerts/{id}/revisions/check',
    needs: 'alerts:approve',
    summary: 'Check an edit',
    description:
      'Lists what the content gate would reject or ask you to vouch for if you saved these texts, for alerts of every kind. Nothing is stored.',
    params: { id: 'The alert’s id.' },
    body: { schema: EditCheckForm, required: true },
    answer: { status: 200, says: 'The findings, in the order of the texts.', schema: EditCheck },
    errors: ['not_found', 'validation_failed', 'alert_not_waiting', 'alert_damaged', 'revision_changed'],
    example: {
      params: { id: '$WAITING_ALERT_ID' },
      body: {
        revision: '$REVISION',
        texts: [
          {
            language: 'en',
            headline: 'A signal of my desk',
            summary: 'Buy now, before it rises another 12%.',
          },
        ],
      },
    },
  },
  decide: {
    method: 'post',
    path: '/alerts/{id}/decision',
    needs: 'alerts:approve',
    tells: ['alerts', 'notifications'],
    summary: 'Approve or reject an alert',
    description:
      'A decision applies to one revision: if there is a newer one, it’s rejected. Approving sends the alert. The decision is recorded in the ledger under your name and can’t be undone. API keys can’t decide.',
    params: { id: 'The alert’s id.' },
    body: { schema: DecisionForm, required: true },
    answer: { status: 200, says: 'The decision was recorded.', schema: Decided },
    errors: [
      'not_found',
      'validation_failed',
      'not_approver',
      'alert_not_waiting',
      'alert_damaged',
      'revision_changed',
      'price_moved',
    ],
    example: {
      params: { id: '$WAITING_ALERT_ID' },
      body: { decision: 'approve', revision: '$REVISION' },
    },
  },
  decideTogether: {
    method: 'post',
    path: '/reviews/decisions',
    needs: 'alerts:approve',
    tells: ['alerts', 'notifications'],
    summary: 'Approve or reject several alerts',
    description:
      'One decision and reason for several alerts whose policy allows it (`together`). Each is decided separately: if one is refused, for example because of a newer revision, the others are still decided. Check every item of the response. API keys can’t decide.',
    body: { schema: TogetherForm, required: true },
    answer: { status: 200, says: 'The result for each alert.', schema: DecidedTogether },
    errors: ['bad_json', 'validation_failed'],
    example: {
      body: { decision: 'approve', alerts: [{ id: '$WAITING_ALERT_ID', revision: '$REVISION' }] },
    },
  },
});
