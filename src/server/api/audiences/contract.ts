import { budgetSchema } from '#src/shared/attention.ts';
import {
  audienceChangeSchema,
  audienceCountFormSchema,
  audienceCountSchema,
  audienceDetailSchema,
  audienceFilterSchema,
  audienceFormSchema,
  audienceSchema,
  audiencesSchema,
  listChangeSchema,
} from '#src/shared/audiences.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const AudienceFilter = component({
  name: 'AudienceFilter',
  schema: audienceFilterSchema,
  fields: {
    tags: 'Contacts with any, all or none of these tags.',
    languages:
      'Contacts who read any of these: as chosen in their preferences, or else the contact’s language. `en` also matches `en-GB`.',
    countries: 'Any of these.',
    topics: 'Contacts tagged `topic:…` with any of these.',
    symbols: 'Contacts who chose any of these symbols in their preferences, or are tagged `symbol:…`.',
  },
});
const AudienceBudget = component({
  name: 'AudienceBudget',
  schema: budgetSchema,
  fields: {
    perHour: 'Maximum alerts per clock hour. Null: no limit.',
    perDay: 'Maximum alerts per day in the time zone. Null: no limit.',
  },
});
const Audience = component({
  name: 'Audience',
  schema: audienceSchema,
  fields: {
    kind: '`list`: contacts you add. `filter`: contacts that match. `members`: the team, built in.',
    budget: 'Maximum number of alerts. The rest arrive in one digest. Null: no limit.',
    groupMinutes:
      'Alerts of several rules about the same move of a symbol within this many minutes arrive as one. Null: each is sent.',
    rules: 'Rules that send to it.',
  },
  holds: [AudienceFilter, AudienceBudget],
});
const Audiences = component({ name: 'Audiences', schema: audiencesSchema, holds: [Audience] });
const AudienceDetail = component({
  name: 'AudienceDetail',
  schema: audienceDetailSchema,
  fields: { contacts: 'Number of contacts in it now.' },
});
const AudienceForm = component({
  name: 'AudienceForm',
  schema: audienceFormSchema,
  fields: {
    filter: 'Leave it out to create a list.',
    budget: 'Leave it out for no limit.',
    groupMinutes: 'Leave it out to send each alert.',
  },
});
const AudienceChange = component({
  name: 'AudienceChange',
  schema: audienceChangeSchema,
  fields: {
    budget: 'Null removes the limits, and waiting alerts are sent.',
    groupMinutes: 'Null sends each alert from now on.',
  },
});
const AudienceCountForm = component({ name: 'AudienceCountForm', schema: audienceCountFormSchema });
const AudienceCount = component({ name: 'AudienceCount', schema: audienceCountSchema });
const ListChange = component({ name: 'ListChange', schema: listChangeSchema });

const AUDIENCE = { id: 'The audience’s ID.' };
const THE_AUDIENCE = { id: '$AUDIENCE_ID' };

export const AUDIENCES = endpoints('People', {
  list: {
    method: 'get',
    path: '/audiences',
    needs: 'contacts:read',
    demo: true,
    summary: 'List audiences',
    description: 'Members first, then by name, each with the rules that send to it.',
    answer: { status: 200, says: 'All audiences.', schema: Audiences },
    example: {},
  },
  create: {
    method: 'post',
    path: '/audiences',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Create an audience',
    description: 'A filter if you give conditions, otherwise an empty list. 200 per workspace.',
    body: { schema: AudienceForm, required: true },
    answer: { status: 201, says: 'The audience.', schema: AudienceDetail },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: {
      body: { name: 'English-speaking VIPs', filter: { tags: { all: ['vip'] }, languages: ['en'] } },
    },
  },
  count: {
    method: 'post',
    path: '/audiences/count',
    needs: 'contacts:read',
    summary: 'Count who a filter matches',
    description: 'Counts matches before you save the filter.',
    whileReadOnly: true,
    body: { schema: AudienceCountForm, required: true },
    answer: { status: 200, says: 'How many contacts match now.', schema: AudienceCount },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { filter: { tags: { any: ['vip', 'trial'] } } } },
  },
  one: {
    method: 'get',
    path: '/audiences/{id}',
    needs: 'contacts:read',
    demo: true,
    summary: 'One audience',
    description: 'The audience with its number of contacts. List them with `/contacts?audience=…`.',
    params: AUDIENCE,
    answer: { status: 200, says: 'The audience.', schema: AudienceDetail },
    errors: ['not_found'],
    example: { params: THE_AUDIENCE },
  },
  change: {
    method: 'patch',
    path: '/audiences/{id}',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Change an audience',
    description:
      'Changes its name, conditions, budget or grouping. Fields you leave out keep their values. For Members, you can change only budget and grouping.',
    params: AUDIENCE,
    body: { schema: AudienceChange, required: true },
    answer: { status: 200, says: 'The audience.', schema: AudienceDetail },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken'],
    example: {
      params: THE_AUDIENCE,
      body: {
        name: 'Readers in London',
        budget: { perHour: 5, perDay: 20, timeZone: 'Europe/London' },
        groupMinutes: 15,
      },
    },
  },
  contacts: {
    method: 'post',
    path: '/audiences/{id}/contacts',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Add contacts to a list, or remove them',
    description: 'Up to 500 of each per call. Adding a contact twice changes nothing.',
    params: AUDIENCE,
    body: { schema: ListChange, required: true },
    answer: { status: 200, says: 'The list.', schema: AudienceDetail },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: THE_AUDIENCE, body: { add: ['$CONTACT_ID'] } },
  },
  remove: {
    method: 'delete',
    path: '/audiences/{id}',
    needs: 'contacts:write',
    whileReadOnly: true,
    tells: ['contacts'],
    summary: 'Delete an audience',
    description: 'Works if no rule sends to it. Its contacts stay.',
    params: AUDIENCE,
    answer: { status: 204, says: 'Deleted.' },
    errors: ['not_found', 'validation_failed', 'audience_in_use'],
    example: { params: THE_AUDIENCE },
  },
});
