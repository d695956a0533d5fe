import { judgementFormSchema, SAMPLES_MAX, sampleSchema, samplesSchema } from '#src/shared/samples.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Sample = component({
  name: 'Sample',
  schema: sampleSchema,
  fields: {
    rule: 'Null if it’s deleted, and for alerts written by hand.',
    revision: 'Hash of the approved revision. Pass it with a judgment.',
    refusal: 'Why you can’t judge it. Null if you can, or if it’s judged.',
    judged: 'Null while it waits.',
  },
});
const Samples = component({
  name: 'Samples',
  schema: samplesSchema,
  fields: {
    policies:
      'Counts of all samples, not only those listed. `share`: in percent; null if the policy no longer draws samples.',
  },
  holds: [Sample],
});
const Judgment = component({
  name: 'Judgment',
  schema: judgementFormSchema,
  fields: {
    category: 'What is wrong, for a finding.',
    note: 'What you found. Required for a finding; recorded in the ledger.',
    revision: 'The `revision` of the sample you checked.',
  },
});

export const SAMPLES = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/reviews/samples',
    needs: 'alerts:read',
    summary: 'List samples to check',
    description:
      'Alerts a policy approved that a person checks afterwards: the share set in the policy’s `sampling`, drawn by the alert’s id and the policy’s version. Waiting samples are listed oldest first, judged ones newest first.',
    query: {
      state: { says: '`waiting` or `judged`. Default: `waiting`.' },
      limit: { says: `Alerts listed: 1 to ${SAMPLES_MAX}. Default: 50.`, type: 'integer' },
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
      'Records whether something was wrong with an alert that was sent without a review. It’s in the ledger under your name and can’t be undone. The person who last changed the rule, or wrote or edited the text, can’t judge it. API keys can’t judge.',
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
