import { viewFormSchema, viewSchema, viewsSchema } from '#src/shared/alert-list.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Views = component({ name: 'Views', schema: viewsSchema });
const ViewForm = component({ name: 'ViewForm', schema: viewFormSchema });
const View = component({
  name: 'View',
  schema: viewSchema,
  fields: { query: 'The filter, as behind the question mark of /alerts.' },
});

export const VIEWS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/views',
    needs: 'self',
    demo: true,
    summary: 'Saved views',
    description: 'Filters of the list of alerts that the person keeps under a name, by name.',
    answer: { status: 200, says: 'By name.', schema: Views },
  },
  save: {
    method: 'post',
    path: '/views',
    needs: 'self',
    summary: 'Save a view',
    description: 'A view of the same name is written over. Fifty are the limit.',
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
    description: 'The alerts it showed stay.',
    params: { id: 'The view’s id.' },
    answer: { status: 204, says: 'It is gone.' },
    errors: ['not_found'],
    example: { params: { id: '$VIEW_ID' } },
  },
});
