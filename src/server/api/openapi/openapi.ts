import { openApi } from '#src/server/contract/openapi.ts';
import type { Route } from '../route.ts';
import { OPENAPI } from './contract.ts';

/** Made when it is first asked for: it takes a fifth of a second, which no start should wait for. */
let document: ReturnType<typeof openApi> | undefined;

export function addOpenApiRoute(route: Route): void {
  route(OPENAPI.document, (c) => {
    document ??= openApi();
    return c.json(document, 200, { 'Cache-Control': 'public, max-age=300' });
  });
}
