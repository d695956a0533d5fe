import { type DocumentItem, documentSchema } from '#src/shared/documents/documents.ts';
import { authorizedFetch } from '#src/web/lib/api/api.ts';

type Progress = (sent: number) => void;

/** `fetch` cannot say how far an upload is; this can. Everything else is as with `fetch`. */
const telling =
  (file: File, onProgress: Progress): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', String(input));
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
      request.addEventListener('load', () => {
        const type = request.getResponseHeader('content-type') ?? '';
        resolve(
          new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }),
        );
      });
      request.addEventListener('error', () => reject(new TypeError('The connection failed.')));
      request.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
      init?.signal?.addEventListener('abort', () => request.abort());
      request.send(file);
    });

export type Place = { folderId: string | null; workspace: string | null };

/** Sends one file. @throws ApiError; the signal's reason when it was cancelled */
export async function sendFile(
  file: File,
  { folderId, workspace }: Place,
  options: { onProgress: Progress; signal: AbortSignal },
): Promise<DocumentItem> {
  const query = new URLSearchParams({ name: file.name, ...(folderId === null ? {} : { folder: folderId }) });
  const response = await authorizedFetch(`/api/v1/documents?${query}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
    signal: options.signal,
    workspace,
    transport: telling(file, options.onProgress),
  });
  return documentSchema.parse(await response.json());
}
