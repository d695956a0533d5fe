import {
  decidedSchema,
  decidedTogetherSchema,
  decisionFormSchema,
  REVIEWS_MAX,
  reviewSchema,
  reviewsSchema,
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
      'Null once it’s decided. `revision`: the newest content, whose `hash` a decision names. `texts`: what may be edited, with the figures, names and dates that a text may hold. `lapsesAt`: until when it waits, and `unanswered`: what happens then. `refusal`: why the policy doesn’t let you decide. `inPlaceOf`: the absent member whose deputy you are here, and until when. `moved`: how far the price has moved since the text was written, where approval lapses or was asked for again. `barred`: why it’s withheld if it’s approved now, as its rule, symbol or brand is muted or its symbol restricted. `askedAgainAt`: when it was last asked for again; an approval names it. `next`: the alert that has waited longest besides this one; `others`: how many wait besides it.',
  },
});
const Reviews = component({
  name: 'Reviews',
  schema: reviewsSchema,
  fields: {
    items:
      '`lapsesAt`: when the alert expires if nobody decides. `revision`: the hash that a decision names. `askedAgainAt`: what an approval names too, unless it’s null. `together`: whether its policy lets it be decided with others at once.',
    count: 'How many wait in all.',
  },
});
const DecisionForm = component({
  name: 'DecisionForm',
  schema: decisionFormSchema,
  fields: {
    revision: 'The `hash` of the revision that you reviewed.',
    askedAgainAt:
      'As the review had it. Required to approve once the price has moved and approval was asked for again.',
    reason: 'Kept on record. Required to reject.',
  },
});
const Decided = component({
  name: 'Decided',
  schema: decidedSchema,
  fields: { state: 'What the alert is now: `sending` or `rejected`, or what became of it at once.' },
});
const TogetherForm = component({
  name: 'DecisionsForm',
  schema: togetherFormSchema,
  fields: {
    alerts: `1 to ${TOGETHER_MAX} alerts, each once. \`revision\` and \`askedAgainAt\`: as the list had them when you reviewed it.`,
    reason: 'Kept on record with each. Required to reject.',
  },
});
const DecidedTogether = component({
  name: 'Decisions',
  schema: decidedTogetherSchema,
  fields: {
    items:
      'In the order of the request. `state`: what the alert is now. `refusal`: why nothing was decided on it; `code` is one of the errors of a single decision, or `not_together`.',
  },
});

const RevisionForm = component({
  name: 'RevisionForm',
  schema: revisionFormSchema,
  fields: {
    revision: 'The `hash` of the revision that you edited.',
    texts:
      'By language; languages that aren’t named stay as they are. Write figures, names and dates as `values` of the review has them.',
    vouched:
      'True: you vouch for what the gate can’t check, such as a figure that the alert doesn’t have. What it was is recorded under your name.',
  },
});
const Revised = component({ name: 'Revised', schema: revisedSchema });

const Viewers = component({
  name: 'Viewers',
  schema: viewersSchema,
  fields: { items: 'Only alerts that somebody else has open. `people`: the first to open it first.' },
});

export const REVIEW = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/reviews',
    needs: 'alerts:read',
    summary: 'List alerts that wait for a review',
    description:
      'The next to expire first. If more wait than fit, the list holds those that have waited longest.',
    query: { limit: { says: `Alerts listed: 1 to ${REVIEWS_MAX}, 50 unless told.`, type: 'integer' } },
    answer: { status: 200, says: 'The alerts that wait.', schema: Reviews },
    errors: ['validation_failed'],
    example: { query: 'limit=10' },
  },
  viewers: {
    method: 'get',
    path: '/reviews/viewers',
    needs: 'alerts:read',
    summary: 'Who is looking at what',
    description:
      'Members besides you who have an alert open in the review inbox. The hint `viewers` says that it has changed. It’s kept in memory only.',
    answer: { status: 200, says: 'The alerts that others have open.', schema: Viewers },
    example: {},
  },
  view: {
    method: 'post',
    path: '/alerts/{id}/viewing',
    needs: 'self',
    summary: 'Say that you’re looking at an alert',
    description: `Shows others that you have an alert open that waits for a review. Repeat it every ${VIEWING.beatMs / 1_000} seconds: after ${VIEWING.lapsesMs / 1_000} seconds without it you’re no longer shown. Nobody is shown at an alert that is decided.`,
    params: { id: 'The alert’s id.' },
    answer: { status: 204, says: 'Others see it.' },
    errors: ['not_found'],
    example: { params: { id: '$WAITING_ALERT_ID' } },
  },
  leave: {
    method: 'delete',
    path: '/alerts/{id}/viewing',
    needs: 'self',
    summary: 'Say that you’ve left an alert',
    description: 'Others no longer see that you have it open.',
    params: { id: 'The alert’s id.' },
    answer: { status: 204, says: 'Nobody sees it anymore.' },
    example: { params: { id: '$ALERT_ID' } },
  },
  one: {
    method: 'get',
    path: '/alerts/{id}/review',
    needs: 'alerts:read',
    summary: 'What waits for a review',
    description:
      'Of an alert in the state `pending_review`: the revision to decide on, and until when. Null in any other state.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'What there is to decide on.', schema: Review },
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
      'Writes headline and summary as a new revision with a hash of its own, which waits for a decision; the hash of the one before approves nothing any more. Sentences that you change pass the content gate: what it refuses, the error’s `details.findings` name with their place. Figures stay those of the alert. The edit is on the ledger with your name. API keys can’t edit.',
    params: { id: 'The alert’s id.' },
    body: { schema: RevisionForm, required: true },
    answer: { status: 201, says: 'The new revision waits.', schema: Revised },
    errors: ['not_found', 'validation_failed', 'alert_not_waiting', 'revision_changed'],
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
  decide: {
    method: 'post',
    path: '/alerts/{id}/decision',
    needs: 'alerts:approve',
    tells: ['alerts', 'notifications'],
    summary: 'Approve or reject an alert',
    description:
      'A decision is about one revision: if there is a newer one, nothing is decided. Approving sends the alert. The decision is on the ledger with your name, and can’t be undone. API keys can’t decide.',
    params: { id: 'The alert’s id.' },
    body: { schema: DecisionForm, required: true },
    answer: { status: 200, says: 'The decision is on record.', schema: Decided },
    errors: [
      'not_found',
      'validation_failed',
      'not_approver',
      'alert_not_waiting',
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
      'One decision and reason for several alerts whose policy allows it (`together`). Each is decided by itself: a refusal, such as a newer revision, leaves the others decided, so look at every item of the answer. API keys can’t decide.',
    body: { schema: TogetherForm, required: true },
    answer: { status: 200, says: 'What became of each alert.', schema: DecidedTogether },
    errors: ['bad_json', 'validation_failed'],
    example: {
      body: { decision: 'approve', alerts: [{ id: '$WAITING_ALERT_ID', revision: '$REVISION' }] },
    },
  },
});
