import { endpoints } from '../../contract/endpoint.ts';

export const OPENAPI = endpoints('Workspace', {
  document: {
    method: 'get',
    path: '/openapi.json',
    needs: 'open',
    summary: 'This contract',
    description: 'The OpenAPI 3.1 document that this page is made from.',
    answer: { status: 200, says: 'The document.', type: 'application/json' },
  },
});
