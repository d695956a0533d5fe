import type { DocumentQuery } from '#src/db/queries/documents/list.ts';
import { listDocuments, readDocument } from '#src/db/queries/documents/list.ts';
import { listFolders } from '#src/db/queries/documents/folders.ts';
import { withTenant } from '#src/db/tenant.ts';
import { DOCUMENT_MAX_BYTES, type Storage } from '#src/shared/documents/documents.ts';
import type { DocumentsDeps } from './deps.ts';
import { changeFolder, makeFolder, removeFolder } from './folders.ts';
import { linksOf, noteUse, openShared, revokeOne, type Shared, shareDocument } from './links.ts';
import { changeDocument, deleteOne, eraseOne, livingDocument, noDocument, restoreOne } from './manage.ts';
import { createUploadGate } from './upload-gate.ts';
import { receiveDocument, roomOf as room } from './upload.ts';
import { createTeller, createVisitorLimit } from './visitors.ts';

type Bound<F> = F extends (deps: DocumentsDeps, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/** What the documents of workspaces offer to the rest of the program. */
export function createDocuments(deps: DocumentsDeps) {
  const bound = <F extends (deps: DocumentsDeps, ...rest: never[]) => unknown>(work: F) =>
    ((...rest: never[]) => work(deps, ...rest)) as Bound<F>;
  const tell = createTeller(deps.announce);
  return {
    /** One upload begins. @returns ends it @throws AppError too_many_uploads */
    admitUpload: createUploadGate().enter,
    receive: bound(receiveDocument),
    change: bound(changeDocument),
    remove: bound(deleteOne),
    restore: bound(restoreOne),
    erase: bound(eraseOne),
    makeFolder: bound(makeFolder),
    changeFolder: bound(changeFolder),
    removeFolder: bound(removeFolder),
    links: bound(linksOf),
    share: bound(shareDocument),
    revoke: bound(revokeOne),
    openShared: bound(openShared),
    /** A request of somebody without an account. @throws AppError over_request_rate_limit */
    admitVisitor: createVisitorLimit(deps),
    /** Counts a use of a link, for its creator. */
    async noteUse(shared: Shared, use: 'opens' | 'downloads'): Promise<void> {
      await noteUse(deps, shared, use);
      tell(shared.workspaceId);
    },
    read: deps.store.get,
    list: (workspaceId: string, query: Omit<DocumentQuery, 'now'>) =>
      withTenant(deps.app, workspaceId, (tx) => listDocuments(tx, { ...query, now: deps.clock() })),
    folders: (workspaceId: string) => withTenant(deps.app, workspaceId, listFolders),
    /** @throws AppError not_found */
    one: (workspaceId: string, id: string) =>
      withTenant(deps.app, workspaceId, async (tx) => {
        const document = await readDocument(tx, id, deps.clock());
        if (!document) throw noDocument();
        return document;
      }),
    /** With what its bytes are kept under. @throws AppError not_found, also for a deleted one */
    living: (workspaceId: string, id: string) =>
      withTenant(deps.app, workspaceId, (tx) => livingDocument(tx, id)),
    storage: (workspaceId: string): Promise<Storage> =>
      withTenant(deps.app, workspaceId, async (tx) => {
        const { planId: _, ...storage } = await room(tx, deps.clock());
        return { ...storage, fileBytes: DOCUMENT_MAX_BYTES };
      }),
  };
}
export type Documents = ReturnType<typeof createDocuments>;
