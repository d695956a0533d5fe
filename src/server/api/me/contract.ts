import { meSchema } from '#src/shared/alerts.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Me = component({
  name: 'Me',
  schema: meSchema,
  fields: {
    subscription: 'The plan of the workspace; null where there is none.',
    outboxUrl: 'Where mails of a development machine can be read, else null.',
  },
});

export const ME = endpoints('Workspace', {
  read: {
    method: 'get',
    path: '/me',
    needs: 'self',
    demo: true,
    summary: 'Who is asking',
    description: 'The signed-in person, the workspace the token works in, its default brand and its plan.',
    answer: { status: 200, says: 'Person, workspace, brand, subscription.', schema: Me },
  },
});
