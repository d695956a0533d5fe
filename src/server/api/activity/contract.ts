import { activityPageSchema, activityPeopleSchema, activityRowSchema } from '#src/shared/activity.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ActivityRow = component({
  name: 'ActivityRow',
  schema: activityRowSchema,
  fields: {
    actor: 'Their name at the time; `userId` is null if it wasn’t a member.',
    action: 'Such as `member.invited`.',
    subject: 'What it was about.',
  },
});
const ActivityPage = component({
  name: 'ActivityPage',
  schema: activityPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [ActivityRow],
});
const ActivityPeople = component({ name: 'ActivityPeople', schema: activityPeopleSchema });

export const ACTIVITY = endpoints('Team', {
  list: {
    method: 'get',
    path: '/team/activity',
    needs: 'activity:read',
    summary: 'List activity',
    description: 'Who did what in the workspace, newest first. Days are in UTC.',
    query: {
      person: { says: 'User id of the person.', type: 'uuid' },
      area: { says: 'Area, such as `team`, `workspace` or `alerts`.' },
      from: { says: 'The first day.', type: 'date' },
      to: { says: 'The last day.', type: 'date' },
      limit: { says: 'Rows per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: ActivityPage },
    errors: ['validation_failed'],
    example: { query: 'area=team&limit=10' },
  },
  people: {
    method: 'get',
    path: '/team/activity/people',
    needs: 'activity:read',
    summary: 'List people with activity',
    description: 'Everyone with activity in the workspace, including people who have left.',
    answer: { status: 200, says: 'By name.', schema: ActivityPeople },
  },
  file: {
    method: 'get',
    path: '/team/activity.csv',
    needs: 'activity:read',
    summary: 'Export activity as CSV',
    description: 'The same activity for spreadsheets, up to 10,000 rows.',
    query: {
      person: { says: 'User id of the person.', type: 'uuid' },
      area: { says: 'Area, such as `team`, `workspace` or `alerts`.' },
      from: { says: 'The first day.', type: 'date' },
      to: { says: 'The last day.', type: 'date' },
    },
    answer: { status: 200, says: 'A file, activity-<day>.csv.', type: 'text/csv' },
    errors: ['validation_failed'],
  },
});
