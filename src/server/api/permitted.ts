import type { MiddlewareHandler } from 'hono';
import { ENDPOINTS } from '#src/shared/api/contract.ts';
import type { Endpoint } from '#src/shared/api/endpoint.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ApiEnv, assertMay } from './actor.ts';

const PREFIX = /^\/api\/v1(?=\/)/;
const params = (path: string): number => path.split('{').length;

// The one with fewer parameters first: /alerts/recent is not an alert called recent.
const LINES = ENDPOINTS.toSorted((a, b) => params(a.path) - params(b.path)).map((endpoint) => ({
  endpoint,
  method: endpoint.method.toUpperCase(),
  pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The contract's line for a request; `path` with /api/v1 or without. */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const inside = path.replace(PREFIX, '');
  // A HEAD is answered by the route of its GET.
  const asked = method === 'HEAD' ? 'GET' : method;
  return LINES.find((line) => line.method === asked && line.pattern.test(inside))?.endpoint;
}

/**
 * Lets a request on that may do what the contract says the address needs: a member by his role, a program by its key. What the contract does not know is
 * not there.
 */
export const requirePermitted: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const endpoint = endpointOf(c.req.method, c.req.path);
  if (!endpoint) throw new AppError('not_found');
  const { needs } = endpoint;
  if (needs !== 'open') assertMay(c.get('actor'), c.get('membership'), needs);
  await next();
};
