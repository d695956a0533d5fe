import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { DocumentItem } from '#src/shared/documents/documents.ts';
import { DOCUMENT_NAME_MAX } from '#src/shared/documents/names.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import type { DeletedState } from '../list/undo-notice.tsx';
import { changeDocument, deleteDocument, fetchContent } from '../queries.ts';
import { MoveDialog } from './move-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';

export type DocumentAct = 'rename' | 'move' | null;

/** The questions that a document's acts ask. */
export function DocumentDialogs({
  document: { id, name, folderId },
  asking,
  onClose,
}: {
  document: DocumentItem;
  asking: DocumentAct;
  onClose: () => void;
}) {
  if (asking === 'rename') {
    return (
      <NameDialog
        title="Rename the document"
        label="Name"
        name={name}
        maxLength={DOCUMENT_NAME_MAX}
        submitLabel="Rename"
        save={(next) => changeDocument(id, { name: next })}
        onClose={onClose}
      />
    );
  }
  if (asking === 'move') {
    return (
      <MoveDialog
        name={name}
        from={folderId}
        save={(to) => changeDocument(id, { folderId: to })}
        onClose={onClose}
      />
    );
  }
  return null;
}

/** Deletes a document, and goes to a list that offers to take it back: the one in sight unless told. */
export function useRemove(goTo?: string) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { run } = useActOn('documents');
  return async ({ id, name }: DocumentItem): Promise<void> => {
    const done = await run(() => deleteDocument(id), { failure: 'The document wasn’t deleted' });
    const state: DeletedState = { deleted: { id, name } };
    if (done) await navigate(goTo ?? `${pathname}${search}`, { replace: goTo === undefined, state });
  };
}

/** Hands a document to the browser as a file. */
export function useDownload() {
  const [busy, setBusy] = useState(false);
  async function run({ id, name }: DocumentItem): Promise<void> {
    setBusy(true);
    try {
      saveFile(await (await fetchContent(id)).blob(), name);
    } catch (error) {
      const description = error instanceof ApiError ? error.message : 'The connection failed. Try again.';
      toast({ title: 'The download failed', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
