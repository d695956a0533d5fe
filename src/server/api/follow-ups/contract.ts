import {
  FOLLOW_UPS_MAX,
  followUpFormSchema,
  followUpSchema,
  followUpsSchema,
} from '#src/shared/follow-ups.ts';
import { decisionFormSchema } from '#src/shared/review.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const FollowUp = component({
  name: 'FollowUp',
  schema: followUpSchema,
  fields: {
    purpose: '`update` or `correction`.',
    sendNo: 'Counts the updates, or the corrections, of the alert from 1.',
    state: '`waiting` for an approval, `approved` and on its way, or `rejected`.',
    ownFigures: 'What isn’t in the alert’s data, such as other figures or advice. Its author vouched for it.',
    revision: 'SHA-256 of the content. Pass it with a decision.',
    decidedBy: 'Null: the rule’s policy decided, or there’s no decision yet.',
  },
});
const FollowUps = component({
  name: 'FollowUps',
  schema: followUpsSchema,
  fields: {
    items: `Oldest first. An alert has up to ${FOLLOW_UPS_MAX}; automatic corrections that were rejected don’t count.`,
    open: 'Whether you can write one now.',
    problem: 'Why you can’t write one now.',
    needsApproval: 'Whether a person has to approve it, by the policy of the alert’s routes.',
  },
  holds: [FollowUp],
});
const FollowUpForm = component({
  name: 'FollowUpForm',
  schema: followUpFormSchema,
  fields: {
    purpose: 'A `correction` replaces the message, where the channel can edit; an `update` follows it.',
    text: 'Empty lines separate paragraphs.',
    ownFigures:
      'The content gate reads the words. `true` vouches for figures that aren’t in the alert’s data, and for advice and forecasts.',
  },
});
const FollowUpDecision = component({
  name: 'FollowUpDecision',
  schema: decisionFormSchema,
  fields: {
    revision: 'The `revision` that you reviewed.',
    reason: 'Kept on record. Required to reject.',
  },
});

const ALERT = { id: 'The alert’s ID.' };

export const FOLLOW_UPS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/alerts/{id}/follow-ups',
    needs: 'alerts:read',
    demo: true,
    summary: 'List updates and corrections',
    description: 'Their texts, who wrote them and who approved them.',
    params: ALERT,
    answer: { status: 200, says: 'The updates and corrections.', schema: FollowUps },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  write: {
    method: 'post',
    path: '/alerts/{id}/follow-ups',
    needs: 'alerts:write',
    tells: ['alerts'],
    summary: 'Update or correct an alert',
    description:
      'Goes once to every person and destination that got the alert, on the same channels: in the same thread or as an edit, if the channel can. It needs its own approval under the policy of the alert’s routes and doesn’t count toward the plan. A correction has its own ledger entry. People who are still waiting for the alert get the new text instead.',
    params: ALERT,
    body: { schema: FollowUpForm, required: true },
    answer: { status: 201, says: 'It’s on its way, or waits for an approval.', schema: FollowUp },
    errors: ['bad_json', 'validation_failed', 'not_found', 'alert_not_followed'],
    example: {
      params: { id: '$SENT_ALERT_ID' },
      body: {
        purpose: 'correction',
        headline: 'Please disregard this alert',
        text: 'Its source reported a wrong price.',
      },
    },
  },
  decide: {
    method: 'post',
    path: '/alerts/{id}/follow-ups/{followUp}/decision',
    needs: 'alerts:approve',
    tells: ['alerts'],
    summary: 'Approve or reject an update or a correction',
    description:
      'Approving sends it. The decision is recorded in the ledger under your name and can’t be undone. API keys can’t decide.',
    params: { ...ALERT, followUp: 'The ID of the update or correction.' },
    body: { schema: FollowUpDecision, required: true },
    answer: { status: 200, says: 'The decision was recorded.', schema: FollowUp },
    errors: [
      'bad_json',
      'validation_failed',
      'not_found',
      'not_approver',
      'alert_not_waiting',
      'revision_changed',
    ],
    example: {
      params: { id: '$SENT_ALERT_ID', followUp: '$FOLLOW_UP_ID' },
      body: { decision: 'approve', revision: '$REVISION' },
    },
  },
});
