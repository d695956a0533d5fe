import { demoSessionSchema } from '#src/shared/demo.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const DemoSession = component({ name: 'DemoSession', schema: demoSessionSchema });

export const DEMO = endpoints('Workspace', {
  openSession: {
    method: 'post',
    path: '/demo/session',
    needs: 'open',
    summary: 'Look at the demo',
    description:
      'A token that reads the workspace of the public demo for a quarter of an hour, and changes nothing. Ask again for the next.',
    answer: { status: 201, says: 'The token.', schema: DemoSession },
    errors: ['demo_off', 'over_request_rate_limit'],
  },
});
