import { meSchema } from '#src/shared/alerts.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Me = component({
  name: 'Me',
  schema: meSchema,
  fields: {
    subscription: 'The workspace’s plan; null if it has none.',
    outboxUrl: 'The outbox of a development machine; otherwise null.',
  },
});

export const ME = endpoints('Workspace', {
  read: {
    method: 'get',
    path: '/me',
    needs: 'self',
    demo: true,
    summary: 'Get the current user',
    description: 'The signed-in person, the workspace of the request, its default brand and its plan.',
    answer: { status: 200, says: 'Person, workspace, brand, subscription.', schema: Me },
  },
});
