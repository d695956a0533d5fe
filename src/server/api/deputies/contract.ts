import { deputyFormSchema, deputyPeriodSchema, deputyPeriodsSchema } from '#src/shared/deputies.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Absence = component({
  name: 'Absence',
  schema: deputyPeriodSchema,
  fields: {
    member: 'Who is away. `userId` is null for a former member.',
    deputy: 'Who decides in their place.',
    until: 'When it ends, or ended.',
    timeZone: 'The time zone in which both times were entered.',
    ended:
      'Null unless it ended early. `member`: one of the two left the workspace, or got a role that doesn’t decide.',
    skipped: 'The absence has started, but the deputy is away too, so no one decides for the member.',
  },
});
const Absences = component({ name: 'Absences', schema: deputyPeriodsSchema, holds: [Absence] });
const AbsenceForm = component({
  name: 'AbsenceForm',
  schema: deputyFormSchema,
  fields: {
    member: 'Id of the member who is away. Default: you. Owners and admins can name another member.',
    deputy: 'The id of an owner, admin or approver.',
    from: 'A wall-clock time. A past time means now.',
    until: 'A wall-clock time, at most a year ahead.',
    timeZone: 'Time zone of both times, such as `Europe/Berlin`.',
  },
});

export const DEPUTIES = endpoints('Team', {
  list: {
    method: 'get',
    path: '/team/absences',
    needs: 'team:read',
    summary: 'List absences and deputies',
    description:
      'When members are away, and who decides for them. Current and planned absences first, then the 100 newest past ones.',
    answer: { status: 200, says: 'The absences.', schema: Absences },
    example: {},
  },
  set: {
    method: 'post',
    path: '/team/absences',
    needs: 'self',
    tells: ['team', 'alerts', 'notifications'],
    summary: 'Set an absence and its deputy',
    description:
      'During the absence, the deputy is asked whenever a policy names the member, and when an alert escalates to the owners. The deputy’s own role doesn’t change. The ledger records decisions as “Grace Hopper for Ada Byron”. Owners and admins can set it for another member. API keys can’t.',
    body: { schema: AbsenceForm, required: true },
    answer: { status: 201, says: 'The deputy is named.', schema: Absence },
    errors: ['bad_json', 'validation_failed', 'forbidden'],
    example: {
      body: {
        deputy: '$DEPUTY_ID',
        from: '$AWAY_FROM',
        until: '$AWAY_UNTIL',
        timeZone: 'Europe/London',
      },
    },
  },
  end: {
    method: 'delete',
    path: '/team/absences/{id}',
    needs: 'self',
    tells: ['team', 'alerts'],
    summary: 'End an absence',
    description:
      'Ends it now, or cancels it before it starts. The member, their deputy, owners and admins can do this. It stays on the list.',
    params: { id: 'The absence’s id.' },
    answer: { status: 204, says: 'It’s over.' },
    errors: ['not_found', 'forbidden'],
    example: { params: { id: '$ABSENCE_ID' } },
  },
});
