import { activityPageSchema, activityPeopleSchema, activityRowSchema } from '#src/shared/activity.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ActivityRow = component({
  name: 'ActivityRow',
  schema: activityRowSchema,
  fields: {
    actor: 'The name as it was then; `userId` is null where it was no member.',
    action: 'Two words, the thing first, such as member.invited.',
    subject: 'What it was done to.',
  },
});
const ActivityPage = component({
  name: 'ActivityPage',
  schema: activityPageSchema,
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  holds: [ActivityRow],
});
const ActivityPeople = component({ name: 'ActivityPeople', schema: activityPeopleSchema });

export const ACTIVITY = endpoints('Team', {
  list: {
    method: 'get',
    path: '/team/activity',
    needs: 'activity:read',
    summary: 'Activity',
    description: 'Who did what in the workspace, newest first, a page at a time. Days are days in UTC.',
    query: {
      person: { says: 'The user id of the person who did it.', type: 'uuid' },
      area: { says: 'What it concerned: team, workspace, alerts.' },
      from: { says: 'The first day.', type: 'date' },
      to: { says: 'The last day.', type: 'date' },
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: ActivityPage },
    errors: ['validation_failed'],
    example: { query: 'area=team&limit=10' },
  },
  people: {
    method: 'get',
    path: '/team/activity/people',
    needs: 'activity:read',
    summary: 'People in the activity',
    description: 'Everyone with activity in the workspace, including people who have left.',
    answer: { status: 200, says: 'By name.', schema: ActivityPeople },
  },
  file: {
    method: 'get',
    path: '/team/activity.csv',
    needs: 'activity:read',
    summary: 'Activity as a file',
    description: 'The same as a table for spreadsheets, ten thousand rows at most.',
    query: {
      person: { says: 'The user id of the person who did it.', type: 'uuid' },
      area: { says: 'What it concerned: team, workspace, alerts.' },
      from: { says: 'The first day.', type: 'date' },
      to: { says: 'The last day.', type: 'date' },
    },
    answer: { status: 200, says: 'A file, activity-<day>.csv.', type: 'text/csv' },
    errors: ['validation_failed'],
  },
});
