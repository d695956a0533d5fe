import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { DELETED_KEPT_DAYS, type DocumentItem, formatBytes } from '#src/shared/documents/documents.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { Path } from './list/path.tsx';
import { RowsSkeleton } from './list/rows-skeleton.tsx';
import { KindIcon } from './parts/kind-icon.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { eraseDocument, listQuery, restoreDocument } from './queries.ts';

/** What was deleted and can be brought back. */
export function DeletedPage() {
  usePageTitle('Deleted documents');
  const mayWrite = useMay('documents:write') === true;
  const list = useInfiniteQuery(listQuery('deleted=yes&sort=newest'));
  const documents = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <header className="pb-5">
        <Path path={[]} last />
        <h1 className="headline text-h2">Deleted documents</h1>
        <p className="mt-2 max-w-text text-base text-ink-2">
          Deleted documents are kept for {DELETED_KEPT_DAYS} days and count toward your storage until then.
          Their links don’t work.
        </p>
      </header>
      {list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Deleted documents couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <>
          <output className="sr-only">Loading...</output>
          <RowsSkeleton />
        </>
      ) : documents.length === 0 ? (
        <EmptyState
          heading="h2"
          title="Nothing is deleted"
          text="Deleted documents stay here until they’re removed for good."
          action={
            <Link to="/documents" className={buttonClass('secondary')}>
              Go to the documents
            </Link>
          }
        />
      ) : (
        <>
          <ul aria-label="Deleted documents" className="border-t border-rule">
            {documents.map((document) => (
              <DeletedLine key={document.id} document={document} mayWrite={mayWrite} />
            ))}
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </>
  );
}

function DeletedLine({ document, mayWrite }: { document: DocumentItem; mayWrite: boolean }) {
  const { id, name, kind, size, deletedAt } = document;
  const [asking, setAsking] = useState(false);
  const { busy, run } = useActOn('documents');
  async function restore(): Promise<void> {
    if (await run(() => restoreDocument(id), { failure: 'It wasn’t restored' }))
      toast({ title: 'Brought back', description: name });
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 text-sm">
      <span className="flex min-w-60 grow items-center gap-3">
        <KindIcon kind={kind} />
        <span className="min-w-0 break-words">{name}</span>
      </span>
      <span className="figure text-xs text-ink-3">{formatBytes(size)}</span>
      <span className="w-32 text-xs text-ink-2">deleted {deletedAt ? <Time at={deletedAt} /> : null}</span>
      {mayWrite ? (
        <span className="flex gap-1">
          <Changes>
            <Button size="sm" busy={busy} onClick={() => void restore()}>
              {busy ? null : <RotateCcw size={14} aria-hidden="true" />}
              Restore
            </Button>
          </Changes>
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            Delete for good
          </Button>
          <ConfirmDialog
            open={asking}
            title="Delete it for good?"
            text={`“${name}” can’t be restored afterwards. Its space is free at once.`}
            confirmLabel="Delete for good"
            onConfirm={() => void run(() => eraseDocument(id), { failure: 'It wasn’t deleted' })}
            onClose={() => setAsking(false)}
          />
        </span>
      ) : null}
    </li>
  );
}
