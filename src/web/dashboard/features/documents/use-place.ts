import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { DOCUMENT_SORTS, type DocumentSort } from '#src/shared/documents/documents.ts';

/** Where one is, from the address: a folder, a search through all of them, an order. */
export function usePlace() {
  const [params, setParams] = useSearchParams();
  const folderId = params.get('folder');
  const words = params.get('q') ?? '';
  const sort: DocumentSort = DOCUMENT_SORTS.find((each) => each === params.get('sort')) ?? 'name';
  const put = useCallback(
    (name: string, value: string) =>
      setParams(
        (was) => {
          const next = new URLSearchParams(was);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const onWords = useCallback((value: string) => put('q', value), [put]);
  const query = new URLSearchParams({ sort, ...(words ? { q: words } : { folder: folderId ?? 'top' }) });
  return {
    folderId,
    words,
    sort,
    onWords,
    onSort: (value: DocumentSort) => put('sort', value === 'name' ? '' : value),
    /** As the API is asked. */
    filter: query.toString(),
  };
}

/** The address of a folder's list; null is the top. */
export const folderPath = (id: string | null): string =>
  id === null ? '/documents' : `/documents?folder=${id}`;
