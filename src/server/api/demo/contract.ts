import { demoSessionSchema } from '#src/shared/demo.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const DemoSession = component({ name: 'DemoSession', schema: demoSessionSchema });

export const DEMO = endpoints('Workspace', {
  openSession: {
    method: 'post',
    path: '/demo/session',
    needs: 'open',
    summary: 'Get a demo token',
    description:
      'A read-only token for the public demo’s workspace, valid for 15 minutes. Request a new one when it expires.',
    answer: { status: 201, says: 'The token.', schema: DemoSession },
    errors: ['demo_off', 'over_request_rate_limit'],
  },
});
