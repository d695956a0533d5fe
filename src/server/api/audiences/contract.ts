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
    perHour: 'At most so many alerts per hour of the clock. Null: no limit.',
    perDay: 'At most so many alerts per day in the time zone. Null: no limit.',
  },
});
const Audience = component({
  name: 'Audience',
  schema: audienceSchema,
  fields: {
    kind: '`list`: contacts you add. `filter`: contacts that match. `members`: the team, built in.',
    budget: 'How many alerts it gets at most. The rest comes in one digest. Null: no limit.',
    groupMinutes:
      'Alerts of several rules about one symbol that moved the same way reach it as one within so many minutes. Null: each is sent.',
    rules: 'Rules that send to it.',
  },
  holds: [AudienceFilter, AudienceBudget],
});
const Audiences = component({ name: 'Audiences', schema: audiencesSchema, holds: [Audience] });
const AudienceDetail = component({
  name: 'AudienceDetail',
  schema: audienceDetailSchema,
  fields: { contacts: 'How many contacts are in it now.' },
});
const AudienceForm = component({
  name: 'AudienceForm',
  schema: audienceFormSchema,
  fields: {
    filter: 'Leave it out to make a list.',
    budget: 'Leave it out for no limit.',
    groupMinutes: 'Leave it out to send each alert.',
  },
});
const AudienceChange = component({
  name: 'AudienceChange',
  schema: audienceChangeSchema,
  fields: {
    budget: 'Null removes the limits. Alerts that wait then go.',
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
    answer: { status: 200, says: 'All of them.', schema: Audiences },
    example: {},
  },
  create: {
    method: 'post',
    path: '/audiences',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Make an audience',
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
    description: 'Before you save it.',
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
    description: 'With how many contacts are in it. List them with `/contacts?audience=…`.',
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
      'Its name, its conditions, its budget or its grouping. Values you leave out stay. Of Members, only the budget and the grouping can be changed.',
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
    description: 'Up to 500 of each per call. Contacts that are on the list already stay.',
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
    description: 'Not while a rule sends to it. Its contacts stay.',
    params: AUDIENCE,
    answer: { status: 204, says: 'Deleted.' },
    errors: ['not_found', 'validation_failed', 'audience_in_use'],
    example: { params: THE_AUDIENCE },
  },
});
