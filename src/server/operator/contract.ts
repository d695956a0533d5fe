import type { Method } from '../contract/endpoint.ts';

/** An endpoint of the operator console. It's in no public document, and answers everyone else with not_found. */
export type OperatorEndpoint = { method: Method; path: string; needs: 'operator'; says: string };

const operator = (method: Method, path: string, says: string): OperatorEndpoint => ({
  method,
  path: `/operator${path}`,
  needs: 'operator',
  says,
});

/** The endpoints of /api/v1/operator. */
export const OPERATOR = {
  me: operator('get', '/me', 'who asks, and what waits'),
  leads: operator('get', '/leads', 'leads, newest first'),
  messages: operator('get', '/messages', 'messages to the team'),
  addEmail: operator('post', '/messages', 'gives an email of a customer a place in the support queue'),
  handleMessage: operator('post', '/messages/{id}/handled', 'marks a message as handled, or not'),
  conversations: operator('get', '/conversations', 'Live Chat, latest first'),
  conversation: operator('get', '/conversations/{id}', 'what was said in one'),
  answer: operator('post', '/conversations/{id}/messages', 'answers'),
  done: operator('post', '/conversations/{id}/done', 'it needs no answer, or does'),
  accounts: operator('get', '/accounts', 'people by a part of their address'),
  workspace: operator('get', '/workspaces/{id}', 'plan, standing, members'),
  setPlan: operator('post', '/workspaces/{id}/plan', 'sets the plan by hand'),
  stops: operator('get', '/stops', 'where sending is stopped'),
  stopSending: operator('post', '/stops', 'stops sending: all, one channel, one workspace'),
  allowSending: operator('delete', '/stops/{id}', 'lets it go out again'),
  feeds: operator('get', '/feeds', 'how each feed of market data is'),
  jobs: operator('get', '/jobs', 'jobs that failed for good'),
  retryJob: operator('post', '/jobs/{id}/retry', 'back into its queue'),
  discardJob: operator('delete', '/jobs/{id}', 'discards it'),
  trail: operator('get', '/trail', 'what operators did'),
};
export const OPERATOR_ENDPOINTS: readonly OperatorEndpoint[] = Object.values(OPERATOR);
