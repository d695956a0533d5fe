import { judgementFormSchema, SAMPLES_MAX, sampleSchema, samplesSchema } from '#src/shared/samples.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Sample = component({
  name: 'Sample',
  schema: sampleSchema,
  fields: {
    rule: 'Null where it’s deleted, and for alerts written by hand.',
    revision: 'The hash of what was approved: what a judgment names.',
    refusal: 'Why you can’t judge it. Null where you can, and once it’s judged.',
    judged: 'Null while it waits.',
  },
});
const Samples = component({
  name: 'Samples',
  schema: samplesSchema,
  fields: {
    policies:
      'Of all samples, not only those listed. `share`: in percent; null where a policy draws none anymore.',
  },
  holds: [Sample],
});
const Judgment = component({
  name: 'Judgment',
  schema: judgementFormSchema,
  fields: {
    category: 'What is wrong. Of a finding.',
    note: 'What you found. Required of a finding, and kept on the ledger.',
    revision: 'The `revision` of the sample that you looked at.',
  },
});

export const SAMPLES = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/reviews/samples',
    needs: 'alerts:read',
    summary: 'List alerts drawn for a check',
    description:
      'Alerts that a policy approved and that a person looks at afterwards: the share that the policy’s `sampling` says, drawn by the alert’s id and the policy’s version. Those that wait are listed with the oldest first, those that were judged with the newest first.',
    query: {
      state: { says: '`waiting`, unless told, or `judged`.' },
      limit: { says: `Alerts listed: 1 to ${SAMPLES_MAX}, 50 unless told.`, type: 'integer' },
    },
    answer: { status: 200, says: 'The samples, and counts by policy.', schema: Samples },
    errors: ['validation_failed'],
    example: { query: 'state=judged&limit=10' },
  },
  judge: {
    method: 'post',
    path: '/reviews/samples/{id}',
    needs: 'alerts:approve',
    tells: ['alerts'],
    summary: 'Judge a sample',
    description:
      'Says whether something was wrong with an alert that went out without a review. It’s on the ledger with your name, and can’t be undone. Whoever last changed the rule, or wrote or edited the text, can’t judge it. API keys can’t judge.',
    params: { id: 'The alert’s id.' },
    body: { schema: Judgment, required: true },
    answer: { status: 204, says: 'The judgment is on record.' },
    errors: [
      'bad_json',
      'validation_failed',
      'not_found',
      'not_approver',
      'sample_judged',
      'revision_changed',
    ],
    example: {
      params: { id: '$SAMPLED_ALERT_ID' },
      body: {
        verdict: 'finding',
        category: 'wording',
        note: 'The headline says “crash” for a move of 2%.',
        revision: '$REVISION',
      },
    },
  },
});
