import type { Method } from '../endpoint.ts';

/** An address of the operator console. It stands in no public document, and to anybody else it is not there. */
export type OperatorEndpoint = { method: Method; path: string; needs: 'operator'; says: string };

const line = (method: Method, path: string, says: string): OperatorEndpoint => ({
  method,
  path: `/operator${path}`,
  needs: 'operator',
  says,
});

/** Every address of /api/v1/operator. A route without its line here, or a line without its route, fails a test. */
export const OPERATOR_ENDPOINTS: readonly OperatorEndpoint[] = [
  line('get', '/me', 'who asks, and what waits'),
  line('get', '/leads', 'leads, newest first'),
  line('get', '/messages', 'messages to the team'),
  line('post', '/messages/{id}/handled', 'marks a message as handled, or not'),
  line('get', '/conversations', 'Live Chat, latest first'),
  line('get', '/conversations/{id}', 'what was said in one'),
  line('post', '/conversations/{id}/messages', 'answers'),
  line('post', '/conversations/{id}/done', 'it needs no answer, or does'),
  line('get', '/accounts', 'people by a part of their address'),
  line('get', '/workspaces/{id}', 'plan, standing, members'),
  line('post', '/workspaces/{id}/plan', 'sets the plan by hand'),
  line('get', '/stops', 'what may not be sent'),
  line('post', '/stops', 'stops sending: all, one channel, one workspace'),
  line('delete', '/stops/{id}', 'lets it go out again'),
  line('get', '/jobs', 'jobs that failed for good'),
  line('post', '/jobs/{id}/retry', 'back into its queue'),
  line('delete', '/jobs/{id}', 'discards it'),
  line('get', '/trail', 'what operators did'),
];
