import { queryOptions } from '@tanstack/react-query';
import {
  type ContactImport,
  contactImportSchema,
  contactImportsSchema,
  type ImportCheck,
} from '#src/shared/contact-import.ts';
import { apiGet, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const IMPORTS = '/api/v1/contact-imports';
const POLL_MS = 700;

const RUNNING: ReadonlySet<string> = new Set(['checking', 'importing', 'undoing']);
export const isRunning = ({ state }: Pick<ContactImport, 'state'>): boolean => RUNNING.has(state);

export const importsQuery = queryOptions({
  queryKey: ['contacts', 'imports'],
  queryFn: async ({ signal }) => (await apiGet(IMPORTS, contactImportsSchema, signal)).items,
  // How far one is changes many times a second; hints come when it ends.
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
});

export async function uploadContacts(file: File): Promise<ContactImport> {
  const response = await authorizedFetch(`${IMPORTS}?file=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  return contactImportSchema.parse(await response.json());
}
export const checkImport = (id: string, check: ImportCheck) =>
  apiPost(`${IMPORTS}/${id}/check`, check, contactImportSchema);
export const startImport = (id: string) => apiPost(`${IMPORTS}/${id}/start`, {}, contactImportSchema);
export const undoImport = (id: string) => apiPost(`${IMPORTS}/${id}/undo`, {}, contactImportSchema);
