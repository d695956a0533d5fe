import type { UseInfiniteQueryResult, UseQueryResult, InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import {
  type DocumentPage,
  DOCUMENT_MAX_BYTES,
  type Folder,
  formatBytes,
} from '#src/shared/documents/documents.ts';
import { KINDS_IN_WORDS } from '#src/shared/documents/kinds.ts';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button, buttonClass, type ButtonProps } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { UploadButton } from '../upload/upload-button.tsx';
import type { usePlace } from '../use-place.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { ACTIONS, COLUMNS } from './columns.ts';
import { DocumentRow } from './document-row.tsx';
import { FolderRow } from './folder-row.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

type Refused = Pick<ButtonProps, 'disabled' | 'aria-describedby'>;

export function DocumentList({
  list,
  folders,
  place,
  lost,
  mayWrite,
  refused,
  onChoose,
}: {
  list: UseInfiniteQueryResult<InfiniteData<DocumentPage>>;
  folders: UseQueryResult<Folder[]>;
  place: ReturnType<typeof usePlace>;
  /** The folder of the address is not there. */
  lost: boolean;
  mayWrite: boolean;
  /** What a button carries that would only be refused. */
  refused: Refused;
  onChoose: () => void;
}) {
  const box = useRef<HTMLTableElement>(null);
  useRowKeys(box);
  const error = list.data && folders.data ? null : (list.error ?? folders.error);
  if (lost) {
    return (
      <EmptyState
        heading="h2"
        title="This folder no longer exists"
        text="It was deleted, or the address is wrong."
        action={
          <Link to="/documents" className={buttonClass('secondary')}>
            Show all documents
          </Link>
        }
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        heading="h2"
        title="Your documents couldn’t be loaded"
        text={error.message}
        onRetry={() => {
          void list.refetch();
          void folders.refetch();
        }}
      />
    );
  }
  if (list.isPending || folders.isPending) {
    return (
      <>
        <output className="sr-only">Loading...</output>
        <RowsSkeleton />
      </>
    );
  }
  const documents = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const inside = place.words
    ? []
    : (folders.data ?? []).filter(({ parentId }) => parentId === place.folderId);
  if (documents.length + inside.length === 0) {
    return <Nothing place={place} mayWrite={mayWrite} refused={refused} onChoose={onChoose} />;
  }
  return (
    <>
      <table
        ref={box}
        aria-label="Documents"
        className="w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        <TableHead columns={mayWrite ? [...COLUMNS, ACTIONS] : COLUMNS} sticky />
        <tbody>
          {inside.map((folder) => (
            <FolderRow key={folder.id} folder={folder} folders={folders.data ?? []} mayWrite={mayWrite} />
          ))}
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              folders={folders.data ?? []}
              mayWrite={mayWrite}
              showsFolder={place.words !== ''}
            />
          ))}
        </tbody>
      </table>
      <More list={list} count={documents.length} />
    </>
  );
}

/** The next page loads when its place comes into sight; the button is for keyboard users. */
function More({ list, count }: { list: UseInfiniteQueryResult<InfiniteData<DocumentPage>>; count: number }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const place = end.current;
    if (!place || !waits) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [waits, fetchNextPage]);
  return (
    <div ref={end} className="py-4 text-sm text-ink-3">
      <ShowMore list={list} className="" />
      {!hasNextPage && count > 0 ? (
        <output>{count === 1 ? 'One document.' : `All ${count} documents are shown.`}</output>
      ) : null}
    </div>
  );
}

function Nothing({
  place,
  mayWrite,
  refused,
  onChoose,
}: {
  place: ReturnType<typeof usePlace>;
  mayWrite: boolean;
  refused: Refused;
  onChoose: () => void;
}) {
  if (place.words) {
    return (
      <EmptyState
        heading="h2"
        title="No document is called that"
        text={`Nothing has “${place.words}” in its name, in any folder.`}
        action={<Button onClick={() => place.onWords('')}>Clear the search</Button>}
      />
    );
  }
  const what = `${KINDS_IN_WORDS}; ${formatBytes(DOCUMENT_MAX_BYTES)} a file.`;
  return (
    <EmptyState
      heading="h2"
      title={place.folderId === null ? 'No documents yet' : 'This folder is empty'}
      text={
        mayWrite
          ? `Choose files, or drop them anywhere on this screen. ${what}`
          : 'Documents that your team uploads appear here. Your role can read them.'
      }
      action={mayWrite ? <UploadButton size="md" onChoose={onChoose} {...refused} /> : undefined}
    />
  );
}
