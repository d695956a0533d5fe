import type { Context, Hono } from 'hono';
import { routePath } from '../contract/endpoint.ts';
import type { OperatorEndpoint } from './contract.ts';
import type { OperatorEnv } from './guard.ts';

/** Serves an endpoint of the operator console, at the method and path of its declaration. */
export type OperatorRoute = (
  endpoint: OperatorEndpoint,
  handler: (c: Context<OperatorEnv>) => Response | Promise<Response>,
) => void;

/** `routes` is mounted at /operator and guarded as a whole. */
export const operatorRoute =
  (routes: Hono<OperatorEnv>): OperatorRoute =>
  (endpoint, handler) => {
    const path = routePath(endpoint).replace('/operator', '');
    routes.on(endpoint.method.toUpperCase(), [path], (c) => handler(c));
  };
