import { useQuery } from '@tanstack/react-query';
import { Download, FolderInput, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type DocumentItem, formatBytes } from '#src/shared/documents/documents.ts';
import { DOCUMENT_KINDS } from '#src/shared/documents/kinds.ts';
import { pathOf } from '#src/shared/documents/tree.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { Links } from './document/links.tsx';
import { Preview } from './document/preview.tsx';
import { Path } from './list/path.tsx';
import { type DocumentAct, DocumentDialogs, useDownload, useRemove } from './parts/document-acts.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { documentQuery, foldersQuery, restoreDocument } from './queries.ts';
import { folderPath } from './use-place.ts';

export function DocumentPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(documentQuery(id));
  usePageTitle(data?.name ?? 'Document');
  if (data) return <Shown document={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <h1 className="headline pb-5 text-h2">There is no such document</h1>
        <EmptyState
          heading="h2"
          title="It is gone, or was never here"
          text="It may have been deleted for good, or the address is wrong."
          action={
            <Link to="/documents" className={buttonClass('secondary')}>
              Show all documents
            </Link>
          }
        />
      </>
    );
  }
  if (error) {
    return (
      <>
        <h1 className="headline pb-5 text-h2">Document</h1>
        <ErrorState
          heading="h2"
          title="The document couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  return (
    <>
      <h1 className="sr-only">Document</h1>
      <output className="sr-only">Loading...</output>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-9 w-80 max-w-full" />
      <Skeleton className="mt-8 h-96 w-full" />
    </>
  );
}

function Shown({ document }: { document: DocumentItem }) {
  const mayWrite = useMay('documents:write') === true;
  const { data: folders = [] } = useQuery(foldersQuery);
  const { name, kind, size, createdAt, uploadedBy, folderId, deletedAt } = document;
  return (
    <>
      <header className="pb-6">
        <Path path={pathOf(folders, folderId)} last />
        <h1 className="headline text-h2 break-words">{name}</h1>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4 text-sm text-ink-2">
          <span>{DOCUMENT_KINDS[kind].label}</span>
          <span className="figure">{formatBytes(size)}</span>
          <span>
            added <Time at={createdAt} /> by {uploadedBy}
          </span>
        </p>
        {deletedAt ? null : <Acts document={document} mayWrite={mayWrite} />}
      </header>
      {deletedAt ? (
        <Deleted document={document} mayWrite={mayWrite} />
      ) : (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_320px]">
          <Preview key={document.sha256} document={document} />
          <div className="grid content-start gap-10">
            <Links document={document} mayWrite={mayWrite} />
            <section aria-labelledby="checksum">
              <h2 id="checksum" className="headline text-h4">
                Checksum
              </h2>
              <p className="figure mt-3 border-t border-line pt-3 text-xs break-all text-ink-2">
                SHA-256 {document.sha256}
              </p>
            </section>
          </div>
        </div>
      )}
    </>
  );
}

function Acts({ document, mayWrite }: { document: DocumentItem; mayWrite: boolean }) {
  const [asking, setAsking] = useState<DocumentAct>(null);
  const download = useDownload();
  const remove = useRemove(folderPath(document.folderId));
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button variant="primary" size="sm" busy={download.busy} onClick={() => void download.run(document)}>
        {download.busy ? null : <Download size={16} aria-hidden="true" />}
        Download
      </Button>
      {mayWrite ? (
        <>
          <Changes className="contents">
            <Button size="sm" onClick={() => setAsking('rename')}>
              <Pencil size={14} aria-hidden="true" />
              Rename
            </Button>
            <Button size="sm" onClick={() => setAsking('move')}>
              <FolderInput size={14} aria-hidden="true" />
              Move
            </Button>
          </Changes>
          <Button variant="quiet" size="sm" onClick={() => void remove(document)}>
            <Trash2 size={14} aria-hidden="true" />
            Delete
          </Button>
          <DocumentDialogs document={document} asking={asking} onClose={() => setAsking(null)} />
        </>
      ) : null}
    </div>
  );
}

function Deleted({ document, mayWrite }: { document: DocumentItem; mayWrite: boolean }) {
  const { busy, run } = useActOn('documents');
  return (
    <EmptyState
      heading="h2"
      title="This document is deleted"
      text="You can restore it for 30 days. Until then, its links don’t work."
      action={
        mayWrite ? (
          <Changes says>
            <Button
              busy={busy}
              onClick={() => void run(() => restoreDocument(document.id), { failure: 'It wasn’t restored' })}
            >
              {busy ? null : <RotateCcw size={16} aria-hidden="true" />}
              Restore
            </Button>
          </Changes>
        ) : undefined
      }
    />
  );
}
