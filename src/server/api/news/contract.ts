import {
  newsSourceChangeSchema,
  newsSourceFormSchema,
  newsSourceSchema,
  newsSourcesSchema,
} from '#src/shared/external/news.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const NewsSources = component({ name: 'NewsSources', schema: newsSourcesSchema });
const NewsSourceForm = component({ name: 'NewsSourceForm', schema: newsSourceFormSchema });
const NewsSource = component({
  name: 'NewsSource',
  schema: newsSourceSchema,
  fields: {
    readAt: 'When it was last read well; null before the first time.',
    failures: 'How often in a row it could not be read.',
    problem: 'Why it could not be read the last time; null where it could.',
    items: 'How many items it has told.',
    putAside: 'How many of them could not be believed; `lately` are the newest five.',
  },
});
const NewsSourceChange = component({ name: 'NewsSourceChange', schema: newsSourceChangeSchema });

export const NEWS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/news-sources',
    needs: 'feeds:read',
    summary: 'List sources of news',
    description:
      'Where the workspace reads its news: when each was last read, what is the matter with it, and what of it was put aside lately.',
    answer: { status: 200, says: 'By name.', schema: NewsSources },
    example: {},
  },
  add: {
    method: 'post',
    path: '/news-sources',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Add a source of news',
    description:
      'RSS or Atom, on the public internet. It is read every 5 minutes while an active rule listens to it; what it holds at the first reading makes no alerts. 20 sources are the limit.',
    body: { schema: NewsSourceForm, required: true },
    answer: { status: 201, says: 'The source.', schema: NewsSource },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: { body: { name: 'Market desk', url: 'https://news.example/markets.rss' } },
  },
  change: {
    method: 'patch',
    path: '/news-sources/{id}',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Change a source of news',
    description:
      'What is left out stays. Another address is read as a new source would be: what it holds at the first reading makes no alerts; the rules that listen to the source go on doing so.',
    params: { id: 'The id of the source.' },
    body: { schema: NewsSourceChange, required: true },
    answer: { status: 200, says: 'The source.', schema: NewsSource },
    errors: ['bad_json', 'validation_failed', 'name_taken', 'not_found'],
    example: { params: { id: '$NEWS_SOURCE_ID' }, body: { name: 'Desk of the markets' } },
  },
  remove: {
    method: 'delete',
    path: '/news-sources/{id}',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    whileReadOnly: true,
    summary: 'Remove a source of news',
    description: 'It is read no more. Alerts that it made stay.',
    params: { id: 'The id of the source.' },
    answer: { status: 204, says: 'It is removed.' },
    errors: ['not_found'],
    example: { params: { id: '$NEWS_SOURCE_ID' } },
  },
});
