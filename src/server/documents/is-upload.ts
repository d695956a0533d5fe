/** The one request whose body may be large and slow. */
export const isUpload = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path === '/api/v1/documents';
