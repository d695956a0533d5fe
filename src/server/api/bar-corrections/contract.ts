import {
  BAR_CORRECTIONS,
  barCorrectionSchema,
  barCorrectionsSchema,
  dismissalFormSchema,
  waitingBarCorrectionsSchema,
} from '#src/shared/bar-corrections.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const BarCorrection = component({
  name: 'BarCorrection',
  schema: barCorrectionSchema,
  fields: {
    title: 'The alert’s headline.',
    state:
      '`checking`; `still_right`: nothing to correct; `differs`: figures differ, and `problem` says why no correction is proposed yet; `waiting`: a correction waits for approval; `corrected`: it was approved; `dismissed`; `not_sent`: the alert reached no one; `not_possible`: no correction can be sent, and `problem` says why.',
    cause: '`bar`: a stored bar was replaced. `split`: a split became known or was withdrawn.',
    bars: `What changed in the bars of the evidence, up to ${BAR_CORRECTIONS.barsMax} figures. \`said\` is in the alert’s evidence, \`right\` is stored now.`,
    figures:
      'Figures that readers saw and that the corrected bars don’t give, as printed. An empty `label`: a figure in the text. `of`: its place in the evidence, such as `bar.close`. `right` is null if the bars give none.',
    triggers: 'Whether the rule triggers on the corrected bars. Null while it’s checked.',
    followUp: 'ID of the proposed correction. See `/alerts/{id}/follow-ups`.',
    decidedBy: 'Null: a policy decided, or there’s no decision yet.',
  },
});
const BarCorrections = component({
  name: 'BarCorrections',
  schema: barCorrectionsSchema,
  fields: {},
  holds: [BarCorrection],
});
const WaitingBarCorrections = component({
  name: 'WaitingBarCorrections',
  schema: waitingBarCorrectionsSchema,
  fields: { count: 'How many wait in all.' },
  holds: [BarCorrection],
});
const Dismissal = component({
  name: 'BarCorrectionDismissal',
  schema: dismissalFormSchema,
  fields: { reason: 'Kept on record.' },
});

const ALERT = { id: 'The alert’s ID.' };

export const BAR_CORRECTION_ENDPOINTS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/alerts/{id}/bar-corrections',
    needs: 'alerts:read',
    demo: true,
    summary: 'List corrections of an alert’s bars',
    description:
      'Each time a bar that the alert rests on is corrected or a split becomes known, its figures are computed again. Newest first.',
    params: ALERT,
    answer: { status: 200, says: 'The corrections.', schema: BarCorrections },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  waiting: {
    method: 'get',
    path: '/reviews/bar-corrections',
    needs: 'alerts:read',
    summary: 'List corrections of bars that wait',
    description:
      'Alerts with figures that corrected bars don’t give, without a decision. The one found first is first.',
    query: {
      limit: {
        says: `Corrections listed: 1 to ${BAR_CORRECTIONS.listMax}. Default: 50.`,
        type: 'integer',
      },
    },
    answer: { status: 200, says: 'The corrections that wait.', schema: WaitingBarCorrections },
    errors: ['validation_failed'],
    example: { query: 'limit=10' },
  },
  dismiss: {
    method: 'post',
    path: '/alerts/{id}/bar-corrections/{correction}/dismissal',
    needs: 'alerts:approve',
    tells: ['alerts'],
    summary: 'Dismiss a correction of bars',
    description:
      'The alert stays as it is. A proposed correction is rejected, and the ledger has your decision. API keys can’t dismiss.',
    params: { ...ALERT, correction: 'The ID of the correction.' },
    body: { schema: Dismissal, required: true },
    answer: { status: 200, says: 'It’s dismissed.', schema: BarCorrection },
    errors: ['bad_json', 'validation_failed', 'not_found', 'not_approver', 'alert_not_waiting'],
    example: {
      params: { id: '$SENT_ALERT_ID', correction: '$BAR_CORRECTION_ID' },
      body: { reason: 'The exchange has withdrawn the correction.' },
    },
  },
});
