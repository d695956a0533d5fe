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
    readAt: 'Last successful read; null before the first.',
    failures: 'Number of failed reads in a row.',
    problem: 'Why the last read failed; null if it didn’t.',
    items: 'Number of items read from it.',
    putAside: 'Number of quarantined items; `lately` has the newest five.',
  },
});
const NewsSourceChange = component({ name: 'NewsSourceChange', schema: newsSourceChangeSchema });

export const NEWS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/news-sources',
    needs: 'feeds:read',
    summary: 'List news sources',
    description:
      'The workspace’s news sources: when each was last read, problems, and recently quarantined items.',
    answer: { status: 200, says: 'By name.', schema: NewsSources },
    example: {},
  },
  add: {
    method: 'post',
    path: '/news-sources',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Add a news source',
    description:
      'An RSS or Atom feed at a public URL. We read it every 5 minutes while an active rule uses it. Items already in the feed when you add it don’t trigger alerts. You can have 20 sources.',
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
    summary: 'Change a news source',
    description:
      'Fields you leave out keep their values. A new URL is treated like a new source: items already in it don’t trigger alerts. Rules keep using the source.',
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
    summary: 'Remove a news source',
    description: 'It’s no longer read. Its alerts stay.',
    params: { id: 'The id of the source.' },
    answer: { status: 204, says: 'It’s removed.' },
    errors: ['not_found'],
    example: { params: { id: '$NEWS_SOURCE_ID' } },
  },
});
