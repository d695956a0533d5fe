import { endpoints } from '../../contract/endpoint.ts';

export const OPENAPI = endpoints('Workspace', {
  document: {
    method: 'get',
    path: '/openapi.json',
    needs: 'open',
    summary: 'Get the OpenAPI document',
    description: 'The OpenAPI 3.1 document of this API. This reference is built from it.',
    answer: { status: 200, says: 'The document.', type: 'application/json' },
  },
});
