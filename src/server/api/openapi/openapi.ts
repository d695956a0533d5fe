import { openApi } from '#src/server/contract/openapi.ts';
import type { Route } from '../route.ts';
import { OPENAPI } from './contract.ts';

export function addOpenApiRoute(route: Route): void {
  const document = openApi();
  route(OPENAPI.document, (c) => c.json(document, 200, { 'Cache-Control': 'public, max-age=300' }));
}
