import { publicPostChangeSchema, publicPostSchema } from '#src/shared/public-posts.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const PublicPost = component({
  name: 'PublicPost',
  schema: publicPostSchema,
  fields: {
    hidden: 'Whether it’s hidden from the pages. It stays on record.',
    pages: 'Public pages the alert was sent to, with its URL there.',
  },
});
const PublicPostChange = component({ name: 'PublicPostChange', schema: publicPostChangeSchema });

const ALERT = { id: 'The alert’s ID.' };

export const PUBLIC_PAGES = endpoints('Alerts', {
  read: {
    method: 'get',
    path: '/alerts/{id}/public-pages',
    needs: 'alerts:read',
    demo: true,
    summary: 'List public pages of an alert',
    description: 'The public pages it’s on, and whether it’s hidden there.',
    params: ALERT,
    answer: { status: 200, says: 'The pages.', schema: PublicPost },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  change: {
    method: 'patch',
    path: '/alerts/{id}/public-pages',
    needs: 'alerts:write',
    tells: ['alerts'],
    whileReadOnly: true,
    summary: 'Hide an alert from public pages, or show it again',
    description:
      'Its page, its pictures and its entries in lists, feeds and widgets disappear within a minute. Messages sent on other channels stay.',
    params: ALERT,
    body: { schema: PublicPostChange, required: true },
    answer: { status: 200, says: 'The pages.', schema: PublicPost },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$ALERT_ID' }, body: { hidden: true } },
  },
});
