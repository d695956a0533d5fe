import { trialRunResultSchema, trialRunSchema } from '#src/shared/trial-runs.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const TrialRun = component({
  name: 'TrialRun',
  schema: trialRunSchema,
  fields: { id: 'The run; its alert appears in the recent alerts a moment later.' },
});
const TrialRunResult = component({
  name: 'TrialRunResult',
  schema: trialRunResultSchema,
  fields: {
    state: '`done`: there is an alert. `nothing_found`: the rule was true on no bar.',
    rule: 'The name of the rule that ran.',
    reason: 'Why there is no alert; null while queued, or if there is one.',
    repeated: 'An earlier run of yours found the same: `alertId` is its alert.',
  },
});

export const TRIAL_RUNS = endpoints('Alerts', {
  start: {
    method: 'post',
    path: '/trial-runs',
    needs: 'alerts:run',
    summary: 'Start a trial run',
    description:
      'Runs a rule over recorded data and creates one alert from its latest event, for you only. Uses your first rule with stored bars, active rules first, or else the starter rule. If a run of yours is queued, returns that run. Ten an hour.',
    answer: { status: 202, says: 'The run has been queued.', schema: TrialRun },
    errors: ['trial_run_limit', 'plan_limit'],
  },
  one: {
    method: 'get',
    path: '/trial-runs/{id}',
    needs: 'alerts:run',
    summary: 'One trial run',
    description: 'Whether it has ended, and its alert or why there is none.',
    params: { id: 'The run’s id.' },
    example: { params: { id: '$TRIAL_RUN_ID' } },
    answer: { status: 200, says: 'The run.', schema: TrialRunResult },
    errors: ['not_found'],
  },
});
