import { viewFormSchema, viewSchema, viewsSchema } from '#src/shared/alert-list.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Views = component({ name: 'Views', schema: viewsSchema });
const ViewForm = component({ name: 'ViewForm', schema: viewFormSchema });
const View = component({
  name: 'View',
  schema: viewSchema,
  fields: { query: 'The filter, as the query string of `/alerts`.' },
});

export const VIEWS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/views',
    needs: 'self',
    demo: true,
    summary: 'List saved views',
    description: 'Your saved filters for the list of alerts, by name.',
    answer: { status: 200, says: 'By name.', schema: Views },
  },
  save: {
    method: 'post',
    path: '/views',
    needs: 'self',
    summary: 'Save a view',
    description: 'Replaces a view of the same name. You can have 50.',
    body: { schema: ViewForm, required: true },
    answer: { status: 201, says: 'The view.', schema: View },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { screen: 'alerts', name: 'Failures', query: 'state=failed&trial=no' } },
  },
  remove: {
    method: 'delete',
    path: '/views/{id}',
    needs: 'self',
    summary: 'Delete a view',
    description: 'Its alerts stay.',
    params: { id: 'The view’s id.' },
    answer: { status: 204, says: 'It’s gone.' },
    errors: ['not_found'],
    example: { params: { id: '$VIEW_ID' } },
  },
});
